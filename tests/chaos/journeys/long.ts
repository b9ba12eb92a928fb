import { runJourneys } from './run'

/** `bun run chaos:journeys [journeys] [first seed]`: the suite's short run, at length. */
const [journeys = 10_000, first = 1] = process.argv.slice(2).map(Number)
const perCompany = 20
const sum = { companies: 0, steps: 0, bookings: 0, failed: 0 }

for (let seed = first; sum.companies * perCompany < journeys; seed += 1) {
  const { wrong, steps, bookings } = await runJourneys(seed, perCompany)
  sum.companies += 1
  sum.steps += steps
  sum.bookings += bookings
  if (wrong.length > 0) {
    sum.failed += 1
    console.error(wrong.join('\n'))
  }
  if (sum.companies % 25 === 0) console.log(`${sum.companies * perCompany} journeys so far`)
}

console.log(
  `${sum.companies * perCompany} journeys in ${sum.companies} companies: ${sum.steps} steps, ${sum.bookings} bookings, ${sum.failed} companies with something wrong`,
)
process.exitCode = sum.failed === 0 ? 0 : 1
