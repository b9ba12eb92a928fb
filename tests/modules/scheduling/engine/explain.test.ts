import { expect, test } from 'bun:test'
import { assert, nat, property } from 'fast-check'
import { explain, type Change, type WorkerAnswer } from '../../../../src/modules/scheduling/engine/explain'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import type { OpenJob, Worker } from '../../../../src/modules/scheduling/engine/world'
import { changeSentence } from '../../../../src/modules/scheduling/world/reasons'
import { hour, makeJob, makeWorker, makeWorld, minute, monday, randomWorld, workDay } from './random-world'

const at = (hours: number) => monday + hours * hour
const here = { lat: 40, lng: -75 }

function answerFor(worker: Worker, job: OpenJob): WorkerAnswer {
  const [answer] = explain(makeWorld([worker], [job]), job.id)?.workers ?? []
  if (!answer) throw new Error('no answer')
  return answer
}

test('an unknown job has no explanation', () => {
  expect(explain(makeWorld([], []), 'a')).toBeNull()
})

test('a job without a place or a duration says so, and checks no worker', () => {
  const jobs = [makeJob('a', { place: null }), makeJob('b', { durationMinutes: null })]
  const world = makeWorld([makeWorker('ann')], jobs)
  expect(explain(world, 'a')).toEqual({ jobId: 'a', problem: 'no_place', workers: [] })
  expect(explain(world, 'b')).toEqual({ jobId: 'b', problem: 'no_duration', workers: [] })
})

test('workers who fit come first, the cheapest before others, each with the parts of the score', () => {
  const workers = [
    makeWorker('away', { active: false }),
    makeWorker('far', { home: { lat: 40.5, lng: -75 } }),
    makeWorker('near', { home: { lat: 40.125, lng: -75 } }),
  ]
  const job = makeJob('a', { place: { lat: 40.25, lng: -75 } })
  const told = explain(makeWorld(workers, [job]), 'a')
  expect(told?.workers.map(({ workerId, fits }) => [workerId, fits])).toEqual([
    ['near', true],
    ['far', true],
    ['away', false],
  ])
  expect(told?.workers[0]).toMatchObject({
    date: '2026-03-02',
    visit: { start: at(8) + 10 * minute, end: at(9) + 10 * minute },
    score: { travel: 20, lateness: 0, familiarity: 0 },
  })
})

test('rules are tried in order, and the first that fails is shown', () => {
  const job = makeJob('a', { place: here, skills: ['roof'], inServiceArea: false, durationMinutes: 600 })
  const able = { skills: ['roof'] }
  expect(answerFor(makeWorker('w', { active: false, franchiseId: 'west' }), job)).toMatchObject({
    failure: { rule: 'active' },
    change: null,
  })
  expect(answerFor(makeWorker('w', { franchiseId: 'west' }), job)).toMatchObject({
    failure: { rule: 'franchise' },
  })
  expect(answerFor(makeWorker('w'), job)).toMatchObject({ failure: { rule: 'skills', missing: ['roof'] } })
  expect(answerFor(makeWorker('w', able), job)).toMatchObject({
    failure: { rule: 'service_area' },
    change: null,
  })
  expect(answerFor(makeWorker('w', able), { ...job, inServiceArea: true })).toMatchObject({
    failure: { rule: 'shift', date: '2026-03-02', minutesShort: 60, shift: { start: at(8), end: at(17) } },
  })
})

test('the one change that would help is named, with its amount', () => {
  const inactive = answerFor(makeWorker('w', { active: false }), makeJob('a'))
  expect(inactive).toMatchObject({ change: { kind: 'worker_activated' } })
  const unskilled = answerFor(makeWorker('w'), makeJob('a', { skills: ['roof', 'repair'] }))
  expect(unskilled).toMatchObject({ change: { kind: 'skills_learned', skills: ['roof', 'repair'] } })
  const late = answerFor(
    makeWorker('w'),
    makeJob('a', { place: here, windows: [{ from: at(16), until: at(16) }], durationMinutes: 80 }),
  )
  expect(late).toMatchObject({
    failure: { rule: 'shift', minutesShort: 20, why: 'ends_early' },
    change: { kind: 'shift_ends_later', by: 20, unit: 'minutes', date: '2026-03-02' },
  })
})

test('a shift outside the window says which day came closest', () => {
  const worker = makeWorker('w', { days: [workDay(0), workDay(1, [8, 12]), workDay(2, [8, 15])] })
  const windows = [0, 1, 2].map((day) => ({ from: at(24 * day + 16), until: at(24 * day + 17) }))
  expect(answerFor(worker, makeJob('a', { place: here, windows }))).toMatchObject({
    failure: { rule: 'shift', date: '2026-03-04', minutesShort: 120, shift: { end: at(48 + 15) } },
  })
})

test('windows beyond the horizon touch no day', () => {
  const job = makeJob('a', { windows: [{ from: at(24 * 9), until: at(24 * 9 + 2) }] })
  expect(answerFor(makeWorker('w'), job)).toMatchObject({
    failure: { rule: 'shift', date: null, shift: null, minutesShort: null, why: 'none' },
    change: null,
  })
})

test('time off in the way is named', () => {
  const timeOff = [{ start: at(10), end: at(16) }]
  const job = makeJob('a', { place: here, windows: [{ from: at(9.5), until: at(9.5) }] })
  expect(answerFor(makeWorker('w', { timeOff }), job)).toMatchObject({
    failure: { rule: 'time_off', date: '2026-03-02', timeOff },
    change: { by: 30 },
  })
})

test('a full day says how full it is', () => {
  const visits = [{ start: at(9), end: at(12), busyUntil: at(12), place: here }]
  const job = makeJob('a', { place: here })
  expect(answerFor(makeWorker('w', { visits, maxJobsPerDay: 1 }), job)).toMatchObject({
    failure: { rule: 'daily_cap', of: 'jobs', limit: 1, booked: 1 },
    change: { kind: 'more_jobs_per_day', by: 1, unit: 'jobs' },
  })
  expect(answerFor(makeWorker('w', { visits, maxMinutesPerDay: 220 }), job)).toMatchObject({
    failure: { rule: 'daily_cap', of: 'minutes', limit: 220, booked: 180 },
    change: { by: 20, unit: 'minutes' },
  })
})

test('a route without a gap says how many minutes are missing', () => {
  const visits = [
    { start: at(8), end: at(12), busyUntil: at(12), place: here },
    { start: at(12.75), end: at(17), busyUntil: at(17), place: here },
  ]
  const answer = answerFor(makeWorker('w', { visits }), makeJob('a', { place: here }))
  expect(answer).toMatchObject({
    failure: { rule: 'route', date: '2026-03-02', minutesShort: 15, why: 'gap' },
    change: { kind: 'visit_shorter', by: 15 },
  })
})

test('a suggested change reads like a sentence', () => {
  const date = '2026-03-02'
  expect(changeSentence({ kind: 'shift_ends_later', by: 20, unit: 'minutes', date })).toBe(
    'fits if the shift ends 20 minutes later',
  )
  expect(changeSentence({ kind: 'more_jobs_per_day', by: 1, unit: 'jobs', date })).toBe(
    'fits if the daily limit is 1 job higher',
  )
  expect(changeSentence({ kind: 'visit_shorter', by: 1, unit: 'minutes', date })).toBe(
    'fits if the visit is 1 minute shorter',
  )
  expect(changeSentence({ kind: 'skills_learned', skills: ['roof', 'repair'] })).toBe(
    'fits with these skills: roof, repair',
  )
  expect(changeSentence({ kind: 'worker_activated' })).toBe('fits if the technician is active')
})

/** Applies a suggested change to a worker and a job. */
function apply(change: Change, by: number, worker: Worker, job: OpenJob): { worker: Worker; job: OpenJob } {
  const ms = by * minute
  const days = (first: number, last: number) =>
    worker.days.map((day) => ({
      ...day,
      shifts: day.shifts.map(({ start, end }, at) => ({
        start: at === 0 ? Math.max(day.start, start - first) : start,
        end: at === day.shifts.length - 1 ? Math.min(day.end, end + last) : end,
      })),
    }))
  const windows = (early: number, late: number) =>
    job.windows?.map(({ from, until }) => ({ from: from - early, until: until + late })) ?? null
  const timeOff = (later: number, earlier: number) =>
    worker.timeOff.map(({ start, end }) => ({ start: start + later, end: end - earlier }))
  switch (change.kind) {
    case 'worker_activated':
      return { job, worker: { ...worker, active: true } }
    case 'skills_learned':
      return { job, worker: { ...worker, skills: [...worker.skills, ...change.skills] } }
    case 'shift_ends_later':
      return { job, worker: { ...worker, days: days(0, ms) } }
    case 'shift_starts_earlier':
      return { job, worker: { ...worker, days: days(ms, 0) } }
    case 'window_closes_later':
      return { worker, job: { ...job, windows: windows(0, ms) } }
    case 'window_opens_earlier':
      return { worker, job: { ...job, windows: windows(ms, 0) } }
    case 'visit_shorter':
      return { worker, job: { ...job, durationMinutes: Math.max(1, (job.durationMinutes ?? 0) - by) } }
    case 'time_off_starts_later':
      return { job, worker: { ...worker, timeOff: timeOff(ms, 0) } }
    case 'time_off_ends_earlier':
      return { job, worker: { ...worker, timeOff: timeOff(0, ms) } }
    case 'more_minutes_per_day':
      return { job, worker: { ...worker, maxMinutesPerDay: (worker.maxMinutesPerDay ?? 0) + by } }
    case 'more_jobs_per_day':
      return { job, worker: { ...worker, maxJobsPerDay: (worker.maxJobsPerDay ?? 0) + by } }
  }
}

test("after the change the job is planned, and after any less it isn't", () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 100; seed += 1) {
    const world = randomWorld(seed, { jobs: 1, workers: 4, days: 2 })
    for (const job of world.jobs) {
      for (const answer of explain(world, job.id)?.workers ?? []) {
        if (answer.fits || !answer.change) continue
        const { change } = answer
        seen.add(change.kind)
        const worker = world.workers.find(({ id }) => id === answer.workerId)!
        const placedAfter = (by: number) => {
          const changed = apply(change, by, worker, job)
          return plan({ ...world, workers: [changed.worker], jobs: [changed.job] }).placements.length === 1
        }
        const by = 'by' in change ? change.by : 1
        expect({ seed, change, placed: placedAfter(by) }).toEqual({ seed, change, placed: true })
        if ('by' in change && by > 1) {
          expect({ seed, change, placed: placedAfter(by - 1) }).toEqual({ seed, change, placed: false })
        }
      }
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(8)
})

test('explaining and planning agree on who can take a job and who takes it best', () => {
  let placed = 0
  assert(
    property(nat(), (seed) => {
      const world = randomWorld(seed, { jobs: 1, workers: 6, days: 3 })
      const told = explain(world, 'job-0')
      const [placement] = plan(world).placements
      const best = told?.workers[0]
      expect(placement !== undefined).toBe(best?.fits ?? false)
      if (!placement || !best?.fits) return
      placed++
      expect(best).toMatchObject({
        workerId: placement.workerId,
        score: placement.score,
        visit: { start: placement.start, end: placement.end },
      })
    }),
    // In the second and third, two workers cost the same except for how the parts are rounded when added up.
    { numRuns: 100, examples: [[0], [844_663_545], [19_862]] },
  )
  expect(placed).toBeGreaterThan(10)
})
