import { expect, test } from 'bun:test'
import { liveThrough, type Policy } from '../../../../bench/dispatch/weeks'

/** A small franchise, so that a few weeks pass in a second. */
const small = { perDay: 18, weeks: 1, workers: 5, every: 60, cancels: 0.15, sick: 0.1 }

const total = (policy: Policy, seeds: number[]) =>
  seeds
    .map((seed) => liveThrough({ ...small, policy, seed }))
    .reduce((one, other) => ({
      ...one,
      served: one.served + other.served,
      moves: one.moves + other.moves,
      travelMinutes: one.travelMinutes + other.travelMinutes,
      brokenPromises: one.brokenPromises + other.brokenPromises,
      brokenRules: one.brokenRules + other.brokenRules,
    }))

test('weeks of bookings, cancellations and sick calls break no promise and take less driving when visits move', () => {
  const seeds = [1, 2, 3]
  const [still, moving] = [total('never', seeds), total('window', seeds)]
  const later = total('evening', seeds)
  const longer = total('morning', seeds)
  for (const one of [still, moving, later, longer])
    expect(one).toMatchObject({ brokenPromises: 0, brokenRules: 0 })
  expect(moving.moves).toBeGreaterThan(0)
  expect(moving.travelMinutes / moving.served).toBeLessThan(still.travelMinutes / still.served)
  expect(later.travelMinutes / later.served).toBeLessThan(still.travelMinutes / still.served)
  expect(longer.travelMinutes / longer.served).toBeLessThan(still.travelMinutes / still.served)
})

test('a technician who is kept is kept', () => {
  expect(liveThrough({ ...small, policy: 'window', seed: 3, keepsWorker: true })).toMatchObject({
    brokenPromises: 0,
    brokenRules: 0,
  })
})
