import { describe, expect, test } from 'bun:test'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { defaultOptions, type World } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import { dayLength, hour, makeJob, makeWorker, makeWorld, minute, monday, workDay } from './random-world'

const at = (hours: number, day = 0) => monday + day * dayLength + hours * hour

/** Plans, and checks the plan against all hard rules. */
function planned(world: World) {
  const result = plan(world)
  expect(checkPlan(world, result, defaultOptions)).toEqual([])
  return result
}

const reasons = (world: World) => planned(world).unplaced.map(({ jobId, reason }) => [jobId, reason])

describe('an empty world', () => {
  test('has an empty plan', () => {
    expect(plan(makeWorld([], []))).toEqual({ placements: [], unplaced: [], addedTravel: 0 })
  })

  test('without jobs leaves the workers alone', () => {
    expect(plan(makeWorld([makeWorker('ann')], [])).placements).toEqual([])
  })

  test('without workers has nobody with the skill', () => {
    expect(reasons(makeWorld([], [makeJob('a')]))).toEqual([['a', 'no_skill']])
  })
})

test('a job goes to the nearest worker, leaving home at the start of the shift', () => {
  const near = makeWorker('near', { home: { lat: 40.125, lng: -75 } })
  const far = makeWorker('far', { home: { lat: 41, lng: -75 } })
  const job = makeJob('a', { place: { lat: 40.25, lng: -75 }, bufferMinutes: 10 })
  const { placements, addedTravel } = planned(makeWorld([far, near], [job]))
  expect(placements).toMatchObject([
    { jobId: 'a', workerId: 'near', day: 0, start: at(8) + 10 * minute, end: at(9) + 10 * minute },
  ])
  expect(placements[0]).toMatchObject({ busyUntil: at(9) + 20 * minute, runnerUp: { workerId: 'far' } })
  expect(placements[0]?.score).toMatchObject({ travel: 20, lateness: 0, familiarity: 0 })
  expect(addedTravel).toBe(20)
})

test('a job that can never be placed says why', () => {
  const jobs = [
    makeJob('area', { inServiceArea: false }),
    makeJob('duration', { durationMinutes: null }),
    makeJob('place', { place: null }),
    makeJob('skill', { skills: ['roof'], inServiceArea: false }),
    makeJob('strange', { franchiseId: 'west' }),
  ]
  expect(reasons(makeWorld([makeWorker('ann')], jobs))).toEqual([
    ['area', 'out_of_area'],
    ['duration', 'no_duration'],
    ['place', 'no_place'],
    ['skill', 'no_skill'],
    ['strange', 'no_skill'],
  ])
})

test("HQ's workers take the jobs without a franchise", () => {
  const world = makeWorld([makeWorker('hq', { franchiseId: null })], [makeJob('a', { franchiseId: null })])
  expect(planned(world).placements).toMatchObject([{ workerId: 'hq' }])
})

test('a job longer than any shift has no room', () => {
  const job = makeJob('a', { durationMinutes: 10 * 60 })
  expect(reasons(makeWorld([makeWorker('ann')], [job]))).toEqual([['a', 'no_capacity']])
})

test('a window in which nobody works, or that has passed, has no room', () => {
  const early = makeJob('early', { windows: [{ from: at(5), until: at(6) }] })
  const past = makeJob('past', { windows: [{ from: at(9), until: at(10) }] })
  const reversed = makeJob('reversed', { windows: [{ from: at(15), until: at(14) }] })
  const world = makeWorld([makeWorker('ann')], [early, past, reversed], { now: at(12) })
  expect(reasons(world).map(([, reason]) => reason)).toEqual(['no_capacity', 'no_capacity', 'no_capacity'])
})

test('a window of a single moment is kept to the minute', () => {
  const job = makeJob('a', { windows: [{ from: at(13.5), until: at(13.5) }] })
  expect(planned(makeWorld([makeWorker('ann')], [job])).placements).toMatchObject([{ start: at(13.5) }])
})

test('back-to-back committed visits leave no gap, and the job goes after them', () => {
  const place = { lat: 40.1, lng: -75 }
  const visit = (from: number) => ({ start: at(from), end: at(from + 1), busyUntil: at(from + 1), place })
  const worker = makeWorker('ann', { visits: [9, 10, 11, 12, 13].map(visit) })
  const { placements } = planned(makeWorld([worker], [makeJob('a', { place })]))
  expect(placements).toMatchObject([{ start: at(14) }])
})

test('a job goes between two committed visits when it just fits', () => {
  const place = { lat: 40.1, lng: -75 }
  const visits = [
    { start: at(8.5), end: at(10), busyUntil: at(10), place },
    { start: at(11), end: at(17), busyUntil: at(17), place },
  ]
  const job = (durationMinutes: number) => [makeJob('a', { place, durationMinutes })]
  expect(planned(makeWorld([makeWorker('ann', { visits })], job(60))).placements).toMatchObject([
    { start: at(10) },
  ])
  expect(reasons(makeWorld([makeWorker('ann', { visits })], job(61)))).toEqual([['a', 'no_capacity']])
})

test('a visit that started yesterday blocks the morning but not the daily cap', () => {
  const days = [workDay(0, [20, 24]), workDay(1, [0, 8])]
  const visits = [{ start: at(23), end: at(26), busyUntil: at(26), place: null }]
  const worker = makeWorker('ann', { days, visits, maxJobsPerDay: 1 })
  const job = makeJob('a', { place: { lat: 40, lng: -75 } })
  expect(planned(makeWorld([worker], [job])).placements).toMatchObject([{ day: 1, start: at(26) }])
})

test('nobody drives during time off, but may arrive before it and start after it', () => {
  const timeOff = [{ start: at(9), end: at(12) }]
  const job = (minutes: number) =>
    makeJob('a', { place: { lat: 40 + minutes / 80, lng: -75 }, durationMinutes: 120 })
  const startOf = (minutes: number) =>
    planned(makeWorld([makeWorker('ann', { timeOff })], [job(minutes)])).placements[0]?.start
  expect(startOf(50)).toBe(at(12))
  expect(startOf(70)).toBe(at(13) + 10 * minute)
})

test('a worker without a home starts at the first visit', () => {
  const world = makeWorld([makeWorker('ann', { home: null })], [makeJob('a')])
  expect(planned(world)).toMatchObject({ placements: [{ start: at(8) }], addedTravel: 0 })
})

test("an unreachable place isn't visited", () => {
  const world = makeWorld([makeWorker('ann')], [makeJob('a')], { travel: () => Infinity })
  expect(reasons(world)).toEqual([['a', 'no_capacity']])
})

test('between equals the lower id wins, for jobs and workers', () => {
  const workers = ['carl', 'ann', 'bob'].map((id) => makeWorker(id, { maxJobsPerDay: 1 }))
  const jobs = ['c', 'a', 'b'].map((id) => makeJob(id))
  const pairs = planned(makeWorld(workers, jobs)).placements.map(({ jobId, workerId }) => [jobId, workerId])
  expect(pairs).toEqual([
    ['a', 'ann'],
    ['b', 'bob'],
    ['c', 'carl'],
  ])
})

test("the customer's previous worker comes again for a few minutes more", () => {
  const known = makeWorker('known', { home: { lat: 40.03, lng: -75 } })
  const other = makeWorker('other', { home: { lat: 40.05, lng: -75 } })
  const job = makeJob('a', { lastWorkerId: 'known' })
  expect(planned(makeWorld([known, other], [job])).placements).toMatchObject([
    { workerId: 'known', score: { familiarity: -8 } },
  ])
})

test('the technician the customer asked for comes if it adds less than half an hour of driving', () => {
  const sent = (lat: number) => {
    const asked = makeWorker('asked', { home: { lat, lng: -75 } })
    const near = makeWorker('near', { home: { lat: 40.1, lng: -75 } })
    const job = makeJob('a', { preferredWorkerId: 'asked' })
    return planned(makeWorld([asked, near], [job])).placements.map(({ workerId }) => workerId)
  }
  expect(sent(40.27)).toEqual(['asked'])
  expect(sent(40.3)).toEqual(['near'])
})

test('a job costs more on a fuller day and on a later one', () => {
  const visits = [{ start: at(8), end: at(12), busyUntil: at(12), place: null }]
  const days = [workDay(0, [8, 17]), workDay(1, [8, 17])]
  const job = (day: number) =>
    makeJob('a', { priority: 50, windows: [{ from: at(13, day), until: at(16, day) }] })
  const score = (day: number) =>
    planned(makeWorld([makeWorker('ann', { days, visits })], [job(day)])).placements[0]?.score
  // Five hours of eight instead of four, squared; and one more hour alone a day later at half urgency.
  expect(score(0)).toMatchObject({ lateness: 0, balance: 10 * ((300 / 480) ** 2 - (240 / 480) ** 2) })
  expect(score(1)).toMatchObject({ lateness: 2 + 6 / 2, balance: 10 * (60 / 480) ** 2 })
})

test('the urgent job gets the only free time', () => {
  const worker = makeWorker('ann', { maxJobsPerDay: 1 })
  const jobs = [makeJob('a'), makeJob('b', { priority: 100 }), makeJob('c', { priority: 50 })]
  expect(planned(makeWorld([worker], jobs)).placements).toMatchObject([{ jobId: 'b' }])
})

test('between equally urgent jobs, the one worth more gets the only free time', () => {
  const worker = makeWorker('ann', { maxJobsPerDay: 1 })
  const jobs = [makeJob('a', { valueCents: 9_900 }), makeJob('b', { valueCents: 89_000 })]
  expect(planned(makeWorld([worker], jobs)).placements).toMatchObject([{ jobId: 'b' }])
})

test('a day of 23 or 25 hours is planned by its shifts', () => {
  // In New York March 8, 2026 has 23 hours and November 1 has 25: the shift from 1 to 5 lasts 3 hours, then
  // 5.
  const spring = {
    date: '2026-03-08',
    start: Date.UTC(2026, 2, 8, 5),
    end: Date.UTC(2026, 2, 9, 4),
    traffic: null,
  }
  const autumn = {
    date: '2026-11-01',
    start: Date.UTC(2026, 10, 1, 4),
    end: Date.UTC(2026, 10, 2, 5),
    traffic: null,
  }
  const night = (day: typeof spring, from: number, until: number) =>
    makeWorker('ann', {
      home: null,
      days: [{ ...day, shifts: [{ start: Date.UTC(2026, 2, 8, from), end: Date.UTC(2026, 2, 8, until) }] }],
    })
  const short = makeWorld([night(spring, 6, 9)], [makeJob('a', { durationMinutes: 240 })])
  expect(reasons({ ...short, now: spring.start })).toEqual([['a', 'no_capacity']])
  const long = makeWorker('ann', {
    home: null,
    days: [{ ...autumn, shifts: [{ start: Date.UTC(2026, 10, 1, 5), end: Date.UTC(2026, 10, 1, 10) }] }],
  })
  const world = makeWorld([long], [makeJob('a', { durationMinutes: 300 })], { now: autumn.start })
  expect(planned(world).placements).toMatchObject([{ start: Date.UTC(2026, 10, 1, 5) }])
})
