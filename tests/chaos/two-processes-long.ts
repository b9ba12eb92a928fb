import { strainTwoProcesses } from './two-processes'

/** The long form: `bun run chaos:processes [bookings]`. */
const bookings = Number(process.argv[2] ?? 1_000)
const { booked, differing, counts } = await strainTwoProcesses(bookings)
process.stdout.write(`${JSON.stringify({ booked, differing, ...counts })}\n`)
const half = bookings / 2
const right =
  booked === bookings &&
  differing === 0 &&
  counts?.jobs === bookings &&
  counts.cancelled === half &&
  counts.cancellations === half &&
  counts.welcomed === bookings &&
  counts.notes === half &&
  counts.repeated === 0
if (!right) process.exitCode = 1
