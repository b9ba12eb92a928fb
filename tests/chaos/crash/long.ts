import { crashRepeatedly } from './rounds'

/**
 * The long form: `bun run chaos:crash`. Exits 1 unless the service keeps everything and the control loses
 * something.
 */
const rounds = Number(process.argv[2] ?? 25)
const service = await crashRepeatedly({ rounds })
process.stdout.write(`service: ${JSON.stringify(service)}\n`)
const control = await crashRepeatedly({ rounds, entry: 'tests/chaos/crash/hasty-server.ts' })
process.stdout.write(`control (answers before COMMIT): ${JSON.stringify(control)}\n`)
const kept = service.lost === 0 && service.damaged === 0 && service.acknowledged > 0
if (!kept || service.slowestStartMs > 2_000 || control.lost === 0) process.exitCode = 1
