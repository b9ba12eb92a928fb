import { killWhileBilling } from './rounds'

/** Many more kills than the suite has time for: `bun tests/chaos/recurring/long.ts [kills] [schedules]`. */
const kills = Number(process.argv[2] ?? 100)
const schedules = Number(process.argv[3] ?? 2_000)
const report = await killWhileBilling({ schedules, kills, seed: 1 })
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exit(report.wrong.length === 0 ? 0 : 1)
