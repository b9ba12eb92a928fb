import { afterEach, expect, test } from 'bun:test'
import { checkLedger } from '../../../src/modules/ledger/check'
import { testServer } from '../../support/store'
import { datesUntil, enterPairs, liveThrough, type Plan } from './simulation'
import { startRecurring, type Recurring } from './world'

let world: Recurring
afterEach(() => world.close())

/** Long enough to be sure, once in a while; CI lives the short life. */
const isLong = process.env.LONG_SIMULATION !== undefined

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const months = (intervalMonths: number) => ({ intervalMonths })
const weeks = (intervalWeeks: number) => ({ intervalMonths: 1, intervalWeeks })

const plan: Plan = isLong
  ? {
      days: 730,
      intervals: [...Array.from({ length: 24 }, (_, place) => months(place + 1)), weeks(1), weeks(2)],
      anchorDays: Array.from({ length: 31 }, (_, place) => place + 1),
      random: pseudoRandom(Number(process.env.LONG_SIMULATION) || 1),
    }
  : {
      days: testServer ? 120 : 430,
      intervals: [months(1), months(2), months(12), weeks(1), weeks(2)],
      anchorDays: [1, 30, 31],
      random: pseudoRandom(1),
    }

test('every schedule has exactly one invoice and one visit per period, on the right date, through missed days, restarts and duplicates', async () => {
  world = await startRecurring()
  world.clock.set('2025-12-20T06:00:00Z')
  const pairs = await enterPairs(world, plan, '2026-01')
  const life = await liveThrough(world, plan)
  expect(life.missed).toBeGreaterThan(plan.days / 24)
  expect(life.restarts).toBeGreaterThan(plan.days / 24)

  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  const ahead = (days: number) => new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  const [jobs, invoices] = [await world.rows.jobs(), await world.rows.invoices()]
  const visitsOf = Map.groupBy(jobs, ({ templateId }) => templateId)
  const billedOf = Map.groupBy(invoices, ({ scheduleId }) => scheduleId)
  for (const pair of pairs) {
    const billed = billedOf.get(pair.schedule) ?? []
    const visits = visitsOf.get(pair.template) ?? []
    expect(billed.map(({ period }) => String(period)).toSorted()).toEqual(datesUntil(pair, today))
    expect(visits.map(({ templatePeriod }) => String(templatePeriod)).toSorted()).toEqual(
      datesUntil(pair, ahead(pair.intervalWeeks ? 14 : 30)),
    )
    const jobOf = new Map(visits.map(({ id, templatePeriod }) => [id, templatePeriod]))
    for (const { jobId, period } of billed) expect(jobOf.get(jobId)).toBe(period)
  }
  // Nobody works on a Sunday.
  for (const { preferredDate } of jobs) expect(new Date(preferredDate!).getUTCDay()).not.toBe(0)
  expect(new Set((await world.rows.charges()).map(({ state }) => state))).toEqual(new Set(['done']))
  expect(invoices.filter(({ status, paidAt }) => status === 'draft' && paidAt === null)).toEqual([])
  expect(await checkLedger(world.deps.store.read)).toEqual([])
})
