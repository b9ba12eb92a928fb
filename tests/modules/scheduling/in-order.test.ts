import { describe, expect, test } from 'bun:test'
import type { ChainedJob } from '../../../src/modules/jobs'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { runAtOnce } from '../../../src/modules/scheduling/engine/slices'
import type { OpenJob } from '../../../src/modules/scheduling/engine/world'
import type { Link } from '../../../src/modules/scheduling/planner/in-order'
import { solve, type Problem } from '../../../src/modules/scheduling/planner/problem'
import { Stopwatch } from '../../../src/modules/scheduling/planner/stopwatch'
import { boundsOfVisit, isHalfScheduled, within } from '../../../src/modules/scheduling/world/chains'
import { dayLength, hour, makeJob, makeWorker, minute, monday, workDay } from './engine/random-world'

interface Visit {
  jobId: string
  workerId: string
  start: number
  end: number
}

const days = [workDay(0, [8, 17]), workDay(1, [8, 17]), workDay(2, [8, 17])]

/** Jobs of which about half come after another one, some of them in long chains, some for two technicians. */
function franchise(seed: number, count = 16) {
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const place = () => ({ lat: 40 + random() / 4, lng: -75 + random() / 4 })
  const jobs = Array.from({ length: count }, (_, at) => {
    const from = monday + below(3) * dayLength + (8 + 2 * below(4)) * hour
    const windows = random() < 0.4 ? null : [{ from, until: from + (2 + below(3)) * hour }]
    const job = makeJob(`job-${String(at).padStart(2, '0')}`, {
      place: place(),
      durationMinutes: 20 + below(90),
      windows,
    })
    return { ...job, isForTwo: random() < 0.15 }
  })
  const links: Link[] = jobs.slice(1).flatMap(({ id }, at) => {
    const gapMinutes = [0, 0, 30, 120, 1440][below(5)]!
    return random() < 0.5 ? [{ jobId: id, afterId: jobs[below(at + 1)]!.id, gapMinutes }] : []
  })
  const workers = Array.from({ length: 3 + below(2) }, (_, at) =>
    makeWorker(`worker-${at}`, { home: place(), days }),
  ) as Problem['workers']
  const promised = jobs.filter(({ windows }) => windows !== null && random() < 0.5).map(({ id }) => id)
  return { jobs: shuffle(jobs, random), links, workers, promised, random }
}

const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

function planned(problem: Partial<Problem>) {
  const whole: Problem = {
    now: monday,
    timeZone: 'UTC',
    tellsWindows: true,
    workers: [],
    jobs: [],
    links: [],
    movable: [],
    promised: [],
    standby: [],
    wishes: [],
    reported: null,
    budget: { roundsPerJob: 4, replan: { roundsPerJob: 4, passes: 8 }, cpuMs: Infinity },
    isPatient: false,
    ...problem,
  }
  return runAtOnce(solve(whole, new Stopwatch()))
}

/** The links whose follower begins before the first job is done, or without it. */
function brokenBy(links: readonly Link[], visits: readonly Visit[]): Link[] {
  const visitOf = new Map(visits.map((visit) => [visit.jobId, visit]))
  return links.filter(({ jobId, afterId, gapMinutes }) => {
    const [first, follower] = [visitOf.get(afterId), visitOf.get(jobId)]
    return follower !== undefined && (!first || first.end + gapMinutes * minute > follower.start)
  })
}

describe('jobs that come after others', () => {
  test('never begin before those are done, and every job is decided once', () => {
    let kept = 0
    for (let seed = 1; seed <= 60; seed += 1) {
      const { random: _, ...world } = franchise(seed)
      const { fixed, placements, unplaced } = planned(world)
      const visits = [...fixed, ...placements]
      expect([seed, brokenBy(world.links, visits)]).toEqual([seed, []])
      const told = [...visits, ...unplaced].map(({ jobId }) => jobId).toSorted()
      expect([seed, told]).toEqual([seed, world.jobs.map(({ id }) => id).toSorted()])
      const ids = new Set(visits.map(({ jobId }) => jobId))
      kept += world.links.filter(({ jobId }) => ids.has(jobId)).length
    }
    expect(kept).toBeGreaterThan(150)
  })

  test('stay in order when visits fall out, new jobs come in and the rest moves', () => {
    let moved = 0
    for (let seed = 200; seed < 240; seed += 1) {
      const { jobs, links, workers, promised, random } = franchise(seed, 20)
      const first = planned({ jobs, links, workers, promised })
      const jobOf = new Map(jobs.map((job) => [job.id, job]))
      const all: Visit[] = [...first.fixed, ...first.placements].map((one) => ({ ...one }))
      const fallen = new Set(all.filter(() => random() < 0.25).map(({ jobId }) => jobId))
      // A job whose first one was canceled is free.
      const left = links.filter(({ jobId, afterId }) => !fallen.has(afterId) && !fallen.has(jobId))
      const pairs = new Set(
        first.fixed.flatMap(({ jobId, secondWorkerId }) => (secondWorkerId ? [jobId] : [])),
      )
      const visits = all.filter(({ jobId }) => !fallen.has(jobId))
      const unplaced = first.unplaced.map(({ jobId }) => jobOf.get(jobId)!)
      const second = replan({
        workers,
        links: left,
        visits,
        jobOf,
        pairs,
        waiting: unplaced,
        fixed: first.fixed,
      })
      moved += second.moves.length
      const places = new Map(visits.map((visit) => [visit.jobId, visit]))
      for (const one of [
        ...second.fixed,
        ...second.placements,
        ...second.moves.map((move) => move.placement),
      ])
        places.set(one.jobId, one)
      expect([seed, brokenBy(left, [...places.values()])]).toEqual([seed, []])
    }
    expect(moved).toBeGreaterThan(10)
  })
})

test('two visits in an order can move at the same time, because only the first one uses the time between', () => {
  const moment = (clock: number) => monday + clock * hour
  const first = { jobId: 'first', service: 'Repair', start: moment(9), end: moment(10), gapMinutes: 60 }
  const second = { jobId: 'second', service: 'Paint', start: moment(14), end: moment(15), gapMinutes: 60 }
  const facts = { startedAt: null, completedAt: null }
  const bounds = (status: ChainedJob['status']) => [
    boundsOfVisit(
      { ...first, after: null, followers: [{ ...second, ...facts, status: 'scheduled' }] },
      monday,
    ),
    boundsOfVisit({ ...second, after: { ...first, ...facts, status }, followers: null }, monday),
  ]
  const [one, other] = bounds('scheduled')
  expect(one!.until).toBe(moment(12))
  expect(other!.from).toBe(moment(14))
  expect(bounds('completed')[1]!.from).toBe(moment(11))
  expect(bounds('cancelled')[1]!.from).toBe(0)
})

interface Scene {
  workers: Problem['workers']
  links: Link[]
  visits: Visit[]
  jobOf: ReadonlyMap<string, OpenJob>
  pairs: ReadonlySet<string>
  waiting: OpenJob[]
  fixed: readonly (Visit & { secondWorkerId?: string })[]
}

/** Plans again with every visit for one technician free to move, the way dispatch reads it from the store. */
function replan({ workers, links, visits, jobOf, pairs, waiting, fixed }: Scene) {
  const visitOf = new Map(visits.map((visit) => [visit.jobId, visit]))
  const isWaiting = new Set(waiting.map(({ id }) => id))
  const chained = (jobId: string, gapMinutes: number): ChainedJob => {
    const visit = visitOf.get(jobId)
    return {
      jobId,
      service: jobId,
      status: visit ? 'scheduled' : 'pending',
      start: visit?.start ?? null,
      end: visit?.end ?? null,
      startedAt: null,
      completedAt: null,
      gapMinutes,
    }
  }
  const rowOf = (jobId: string) => {
    const link = links.find((one) => one.jobId === jobId)
    const behind = links.filter(({ afterId }) => afterId === jobId)
    return {
      after: link ? chained(link.afterId, link.gapMinutes) : null,
      followers: behind.map((one) => chained(one.jobId, one.gapMinutes)),
    }
  }
  const movable = visits.flatMap(({ jobId, workerId, start, end }) => {
    const row = { ...rowOf(jobId), start, end }
    if (pairs.has(jobId) || isHalfScheduled(row)) return []
    const windows = within([{ from: start - 3 * hour, until: start + 3 * hour }], boundsOfVisit(row, monday))
    const day = days.findIndex((one) => start >= one.start && start < one.end)
    return [{ visit: { jobId, workerId, day, start }, job: { ...jobOf.get(jobId)!, windows } }]
  })
  const second = new Map(fixed.map(({ jobId, secondWorkerId }) => [jobId, secondWorkerId]))
  const busy = workers.map((worker) => ({
    ...worker,
    visits: visits
      .filter(({ jobId, workerId }) => workerId === worker.id || second.get(jobId) === worker.id)
      .map((visit) => ({ ...visit, busyUntil: visit.end, place: jobOf.get(visit.jobId)!.place })),
  }))
  const waits = links.filter(({ jobId, afterId }) => isWaiting.has(jobId) && isWaiting.has(afterId))
  const bounded = waiting.map((job) => {
    const { after } = rowOf(job.id)
    const from = after?.end ? after.end + after.gapMinutes * minute : 0
    return { ...job, windows: within(job.windows, { from, until: Number.MAX_SAFE_INTEGER }) }
  })
  return planned({
    workers: busy,
    jobs: bounded,
    links: waits,
    movable,
    wishes: waiting.map(({ id }) => ({ jobId: id, preferredDate: null, preferredTime: null })),
  })
}
