import { describe, expect, test } from 'bun:test'
import { assert, integer, nat, property, record } from 'fast-check'
import { explain } from '../../../../src/modules/scheduling/engine/explain'
import { lunchBreaks } from '../../../../src/modules/scheduling/engine/lunch-breaks'
import { offerWindows } from '../../../../src/modules/scheduling/engine/offer'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { defaultOptions, type Lunch } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import {
  hour,
  makeJob,
  makeWorker,
  makeWorld,
  minute,
  monday,
  randomWorld,
  roughTravel,
  shuffled,
  withLunch,
  workDay,
} from './random-world'

const worlds = record({
  seed: nat(),
  jobs: nat({ max: 40 }),
  workers: nat({ max: 8 }),
  days: integer({ min: 1, max: 4 }),
})

const at = (hours: number) => monday + hours * hour
const here = { lat: 40, lng: -75 }
const visit = (from: number, until: number) => ({
  start: at(from),
  end: at(until),
  busyUntil: at(until),
  place: here,
})
const lunchAt = (from: number, until: number, minutes = 30): Lunch => ({
  minutes,
  from: at(from),
  until: at(until),
})

/** A worker from 8 to 17 with lunch, and with visits around noon. */
function ann(lunch: Lunch | null, ...visits: ReturnType<typeof visit>[]) {
  return makeWorker('ann', { days: [{ ...workDay(0, [8, 17]), lunch }], visits })
}

const startsOf = (worker: ReturnType<typeof ann>, ...jobs: ReturnType<typeof makeJob>[]) =>
  plan(makeWorld([worker], jobs)).placements.map(({ start }) => (start - monday) / hour)

describe('a day with lunch', () => {
  const busy = [visit(8, 11.5), visit(13, 17)]
  const job = (minutes: number) => makeJob('a', { place: here, durationMinutes: minutes })

  test('takes a visit that leaves room for lunch beside it, and no longer one', () => {
    expect(startsOf(ann(lunchAt(11.5, 13), ...busy), job(60))).toEqual([12])
    expect(startsOf(ann(lunchAt(11.5, 13), ...busy), job(65))).toEqual([])
    expect(startsOf(ann(null, ...busy), job(65))).toEqual([11.5])
  })

  test('has lunch on the way without another drive', () => {
    const far = { lat: 40.25, lng: -75 }
    const worker = ann(lunchAt(11.5, 12.5), visit(8, 11.5))
    const start = (place: typeof far) => startsOf(worker, makeJob('a', { place, durationMinutes: 120 }))
    expect(start(here)).toEqual([12])
    expect(start(far)).toEqual([12 + 20 / 60])
  })

  test('has lunch before a visit that would end too late for it', () => {
    const long = makeJob('a', { place: here, durationMinutes: 240 })
    expect(startsOf(ann(lunchAt(11.5, 12), visit(8, 10)), long)).toEqual([12])
    expect(startsOf(ann(lunchAt(11.5, 14), visit(8, 10)), long)).toEqual([10])
  })

  test('says that lunch is in the way', () => {
    const world = makeWorld([ann(lunchAt(11.5, 13), ...busy)], [job(65)])
    expect(explain(world, 'a')?.workers).toMatchObject([
      { fits: false, failure: { rule: 'route', why: 'lunch' }, change: { kind: 'visit_shorter', by: 5 } },
    ])
  })

  test("doesn't offer the time of lunch to customers", () => {
    const noon = [{ from: at(12), until: at(13) }]
    const offers = (lunch: Lunch | null, minutes: number) =>
      offerWindows(makeWorld([ann(lunch, ...busy)], []), job(minutes), noon).length
    expect(offers(lunchAt(11.5, 13), 60)).toBe(1)
    expect(offers(lunchAt(11.75, 13, 45), 60)).toBe(0)
    expect(offers(null, 60)).toBe(1)
  })

  test('needs no lunch when the day starts after it, or its visits leave no room anyway', () => {
    const late = makeWorker('ann', { days: [{ ...workDay(0, [13, 17]), lunch: lunchAt(11.5, 13) }] })
    expect(startsOf(late, job(240))).toEqual([13])
    expect(startsOf(ann(lunchAt(11.5, 12), visit(9, 14)), job(60))).toEqual([8])
  })

  test('shows where lunch fits between scheduled visits', () => {
    const shown = (worker: ReturnType<typeof ann>) =>
      lunchBreaks(worker, roughTravel).map(
        (span) => span && [span.start, span.end].map((ms) => (ms - monday) / hour),
      )
    expect(shown(ann(lunchAt(11.5, 13), ...busy))).toEqual([[11.5, 12]])
    expect(shown(ann(lunchAt(11, 13.5), visit(10, 12), visit(12, 13)))).toEqual([[13, 13.5]])
    expect(shown(ann(lunchAt(11, 13), visit(9, 14)))).toEqual([null])
    expect(shown(ann(null))).toEqual([null])
  })
})

test('no hard rule is broken in any world with lunch', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, lunches) => {
      const world = withLunch(randomWorld(seed, size), lunches)
      expect(checkPlan(world, plan(world), defaultOptions)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a world with lunch gives the same plan in whatever order its lists come', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, lunches) => {
      const world = withLunch(randomWorld(seed, size), lunches)
      expect(plan(shuffled(world, lunches))).toEqual(plan(world))
    }),
    { numRuns: 20 },
  )
})

test('lunch before everyone starts changes nothing about a plan', () => {
  assert(
    property(worlds, ({ seed, ...size }) => {
      const world = randomWorld(seed, size)
      const early = (start: number) => ({ minutes: 60, from: start, until: start + 2 * hour - minute })
      const workers = world.workers.map((worker) => ({
        ...worker,
        days: worker.days.map((day) => ({ ...day, lunch: early(day.start) })),
      }))
      expect(plan({ ...world, workers })).toEqual(plan(world))
    }),
    { numRuns: 30 },
  )
})
