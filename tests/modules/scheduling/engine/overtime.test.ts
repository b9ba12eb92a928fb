import { describe, expect, test } from 'bun:test'
import { assert, integer, nat, property, record } from 'fast-check'
import { explain } from '../../../../src/modules/scheduling/engine/explain'
import { offerWindows } from '../../../../src/modules/scheduling/engine/offer'
import { placePairs } from '../../../../src/modules/scheduling/engine/pairs'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { runAtOnce } from '../../../../src/modules/scheduling/engine/slices'
import { defaultOptions, type Overtime } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import {
  hour,
  makeJob,
  makeWorker,
  makeWorld,
  monday,
  randomWorld,
  shuffled,
  withLunch,
  withOvertime,
  workDay,
} from './random-world'

const worlds = record({
  seed: nat(),
  jobs: nat({ max: 30 }),
  workers: nat({ max: 6 }),
  days: integer({ min: 1, max: 3 }),
})

const at = (hours: number) => monday + hours * hour
const here = { lat: 40, lng: -75 }
const morning = { start: at(8), end: at(16.5), busyUntil: at(16.5), place: here }
const hourLong = makeJob('a', { place: here })

/** A worker who is busy until half an hour before the shift ends. */
const ann = (overtime: Overtime | null) => makeWorker('ann', { visits: [morning], overtime })

describe('a day with overtime', () => {
  test('takes a job that would go unplaced otherwise, and says what it costs', () => {
    expect(plan(makeWorld([ann(null)], [hourLong])).unplaced).toHaveLength(1)
    expect(plan(makeWorld([ann({ minutes: 20, cost: 2 })], [hourLong])).unplaced).toHaveLength(1)
    expect(plan(makeWorld([ann({ minutes: 30, cost: 2 })], [hourLong])).placements).toMatchObject([
      { start: at(16.5), score: { overtime: 60, overtimeMinutes: 30 } },
    ])
  })

  test('is used only where it costs less than driving more', () => {
    const planFor = (lng: number) =>
      plan(
        makeWorld([ann({ minutes: 60, cost: 2 }), makeWorker('bob', { home: { lat: 40, lng } })], [hourLong]),
      ).placements[0]
    expect(planFor(-75.1)).toMatchObject({ workerId: 'bob', runnerUp: { score: { overtime: 60 } } })
    expect(planFor(-75.6)).toMatchObject({ workerId: 'ann', score: { overtime: 60 } })
  })

  test("isn't offered to customers", () => {
    const evening = [{ from: at(16), until: at(18) }]
    const offers = (overtime: Overtime | null, minutes: number) =>
      offerWindows(
        makeWorld([ann(overtime)], []),
        makeJob('new', { place: here, durationMinutes: minutes }),
        evening,
      ).length
    expect(offers({ minutes: 60, cost: 2 }, 60)).toBe(0)
    expect(offers({ minutes: 60, cost: 2 }, 30)).toBe(1)
  })

  test('leaves the smallest change exact', () => {
    const answer = (overtime: Overtime | null) =>
      explain(makeWorld([ann(overtime)], [hourLong]), 'a')?.workers[0]
    expect(answer(null)).toMatchObject({ change: { kind: 'shift_ends_later', by: 30 } })
    expect(answer({ minutes: 10, cost: 2 })).toMatchObject({ change: { kind: 'shift_ends_later', by: 20 } })
    expect(answer({ minutes: 30, cost: 3 })).toMatchObject({
      fits: true,
      score: { overtime: 90, overtimeMinutes: 30 },
    })
  })

  test('is counted for both technicians of a job for two, and never offered', () => {
    const crew = ['ann', 'bob'].map((id) => ({ ...ann({ minutes: 30, cost: 2 }), id }))
    const forTwo = { ...hourLong, isForTwo: true }
    expect(runAtOnce(placePairs(makeWorld(crew, [forTwo]))).placements).toMatchObject([
      { start: at(16.5), score: { travel: 0, overtime: 120, overtimeMinutes: 60 } },
    ])
    expect(offerWindows(makeWorld(crew, []), forTwo, [{ from: at(16), until: at(17) }])).toEqual([])
  })

  test('follows the last of several shifts', () => {
    const split = makeWorker('ann', {
      days: [workDay(0, [8, 9], [13, 14])],
      overtime: { minutes: 60, cost: 1 },
    })
    const long = makeJob('a', { place: here, durationMinutes: 120 })
    expect(plan(makeWorld([split], [long])).placements).toMatchObject([
      { start: at(13), score: { overtimeMinutes: 60 } },
    ])
  })
})

test('no hard rule is broken in any world with lunch and overtime', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, other) => {
      const world = withOvertime(withLunch(randomWorld(seed, size), other), other)
      expect(checkPlan(world, plan(world), defaultOptions)).toEqual([])
    }),
    // In the example, a job makes room for lunch, so that another one ends earlier.
    { numRuns: 100, examples: [[{ seed: 955_707_621, jobs: 25, workers: 1, days: 2 }, 595_844_237]] },
  )
})

test('a world with overtime gives the same plan in whatever order its lists come', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, other) => {
      const world = withOvertime(withLunch(randomWorld(seed, size), other), other)
      expect(plan(shuffled(world, other))).toEqual(plan(world))
    }),
    { numRuns: 15 },
  )
})

test('a plan that may use no overtime is the plan of a world without it', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, other) => {
      const world = randomWorld(seed, size)
      const quick = { roundsPerJob: 0, usesOvertime: false }
      expect(plan(withOvertime(world, other), quick)).toEqual(plan(world, quick))
    }),
    { numRuns: 60 },
  )
})
