import { spendAndKill } from './limits'

/** The long form: `bun run chaos:limits [rounds]`. */
const rounds = Number(process.argv[2] ?? 10)
const report = await spendAndKill(rounds)
process.stdout.write(`${JSON.stringify(report)}\n`)
if (report.tooMany > 0 || report.passed.some((passed) => passed < 5)) process.exitCode = 1
