import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { silentLog, type Log } from '../../../src/lib/log'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { runAtOnce } from '../../../src/modules/scheduling/engine/slices'
import { defaultOptions } from '../../../src/modules/scheduling/engine/world'
import { budgetFor } from '../../../src/modules/scheduling/planner/effort'
import { Planner } from '../../../src/modules/scheduling/planner/planner'
import { solve, worldOf, type Problem } from '../../../src/modules/scheduling/planner/problem'
import { Stopwatch } from '../../../src/modules/scheduling/planner/stopwatch'
import {
  Interrupted,
  parcels,
  PlanningThread,
  Unpacking,
} from '../../../src/modules/scheduling/planner/thread'
import { placesOf } from '../../../src/modules/scheduling/planner/travel-times'
import { TravelTable } from '../../../src/modules/scheduling/world/travel-memory'
import { startTestApp, type TestApp } from '../../support/app'
import { failureOf } from '../../support/failure'
import { checkPlan } from '../../support/plan-checker'
import { hour, makeJob, makeWorker, minute, monday, workDay } from './engine/random-world'

const days = [workDay(0, [8, 17]), workDay(1, [8, 17])]

/** A franchise with new jobs and scheduled visits that may move, on roads that an engine knows in part. */
function problemOf(seed: number, { jobs = 24, roads = false } = {}): Problem {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const place = () => ({ lat: 40 + random() / 3, lng: -75 + random() / 3 })
  const startAt = (at: number) => monday + (8 + 2 * (at % 4)) * hour + 30 * minute
  const movable = Array.from({ length: 12 }, (_, at) => {
    const start = startAt(at)
    const windows = [{ from: start - 30 * minute, until: start + 90 * minute }]
    const jobId = `visit-${String(at).padStart(2, '0')}`
    return {
      visit: { jobId, workerId: `worker-${Math.floor(at / 4)}`, day: 0, start },
      job: makeJob(jobId, { place: place(), durationMinutes: 30, windows }),
    }
  })
  const workers = Array.from({ length: 4 }, (_, at) => ({
    ...makeWorker(`worker-${at}`, { home: place(), days }),
    visits: movable
      .filter(({ visit }) => visit.workerId === `worker-${at}`)
      .map(({ visit: { jobId, start }, job }) => {
        const end = start + 30 * minute
        return { jobId, start, end, busyUntil: end, place: job.place }
      }),
  }))
  const open = Array.from({ length: jobs }, (_, at) =>
    makeJob(`job-${String(at).padStart(3, '0')}`, { place: place(), durationMinutes: 20 + below(60) }),
  )
  const places = placesOf(workers, [...open, ...movable.map(({ job }) => job)])
  const table = new TravelTable(places, 0)
  const all = table.places.map((_, at) => at)
  // The engine knows no way to every 50th place, and hasn't answered about the last few.
  const minutes = (at: number) => (at % 50 === 0 ? Infinity : 3 + below(40))
  const known = all.slice(0, -5)
  table.take(
    known,
    all,
    known.map(() => Float64Array.from(all, minutes)),
  )
  return {
    now: monday,
    timeZone: 'UTC',
    tellsWindows: roads,
    workers,
    jobs: open,
    links: [],
    movable,
    promised: [],
    standby: open.slice(0, 3).map(({ id }) => id),
    wishes: open.map(({ id }) => ({
      jobId: id,
      preferredDate: '2026-03-02',
      preferredTime: below(2) === 0 ? '08:00-18:00' : null,
    })),
    reported: roads ? table.reported(places) : null,
    // Ends after the same number of rounds on every machine.
    budget: { roundsPerJob: 8, replan: { roundsPerJob: 8, passes: 8 }, cpuMs: Infinity },
    isPatient: false,
  }
}

const endlessly: Problem['budget'] = {
  roundsPerJob: 1e9,
  replan: { roundsPerJob: 1e9, passes: 8 },
  cpuMs: 1e9,
}

const solveHere = (problem: Problem) => runAtOnce(solve(problem, new Stopwatch()))

describe('a plan made in a thread', () => {
  let app: TestApp
  let planner: Planner
  beforeEach(async () => {
    app = await startTestApp()
    planner = new Planner()
    Object.assign(planner, { mostThreads: 2, leastRounds: 0 })
  })
  afterEach(async () => {
    planner.close()
    await app.close()
  })

  test('is the same as one made without, also side by side', async () => {
    const problems = [problemOf(1), problemOf(2, { roads: true }), problemOf(3, { jobs: 0 })]
    const found = await Promise.all(problems.map((problem) => planner.solve(app.deps, problem)))
    expect(found).toEqual(problems.map(solveHere))
    expect(found.some(({ moves }) => moves.length > 0)).toBe(true)
  })

  test.skipIf(process.platform !== 'linux')(
    'lets requests go first, which have the usual priority',
    async () => {
      const niceness = () =>
        readdirSync('/proc/self/task').flatMap((id) => {
          const [, name = '', rest = ''] =
            /\((.*)\) (.*)/.exec(readFileSync(`/proc/self/task/${id}/stat`, 'utf8')) ?? []
          return name.startsWith('Worker') || id === String(process.pid) ? [Number(rest.split(' ')[16])] : []
        })
      await planner.solve(app.deps, problemOf(4, { jobs: 1 }))
      expect(new Set(niceness())).toEqual(new Set([0, 5]))
    },
  )

  test('is made without one if the thread dies, and the log says so', async () => {
    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (message) => void lines.push(message) }
    let started = 0
    planner.start = () => {
      started += 1
      return new PlanningThread(new URL('./dying-thread.ts', import.meta.url))
    }
    const problem = problemOf(5)
    const found = await planner.solve({ ...app.deps, log }, problem)
    expect(started).toBe(1)
    expect(found).toEqual(solveHere(problem))
    expect(lines).toEqual(['a planning thread failed, so the plan is made without it'])
  })

  test('is given up if nobody waits for it and another one begins', async () => {
    const endless = { ...problemOf(6), budget: endlessly, isPatient: true }
    const here = new Planner()
    here.mostThreads = 0
    for (const one of [planner, here]) {
      const failure = failureOf(one.solve(app.deps, endless))
      await one.solve(app.deps, problemOf(4, { jobs: 1 }))
      expect(await failure).toBeInstanceOf(Interrupted)
    }
  })

  test('is given up when the service stops', async () => {
    const endless = { ...problemOf(6), budget: endlessly }
    const here = new Planner()
    here.mostThreads = 0
    const failures = [planner, here].map((one) => failureOf(one.solve(app.deps, endless)))
    app.deps.background.stop()
    for (const failure of failures) expect(await failure).toBeInstanceOf(Interrupted)
    expect(await failureOf(planner.solve(app.deps, problemOf(7)))).toBeInstanceOf(Interrupted)
  })
})

test('a search without time left answers with a complete plan that keeps every rule', () => {
  const problem = { ...problemOf(8), movable: [], standby: [] }
  const spent = { ...problem, budget: { ...problem.budget, roundsPerJob: 300, cpuMs: 0 } }
  const { placements, unplaced } = solveHere(spent)
  expect(placements.length).toBeGreaterThan(12)
  const broken = checkPlan(worldOf(spent), { placements, unplaced, addedTravel: 0 }, defaultOptions)
  expect(broken.filter((rule) => !rule.includes('minutes of driving where'))).toEqual([])
})

test('the same jobs get the same plan on a machine that takes eight times as long', () => {
  const problem = { ...problemOf(10, { jobs: 30 }), budget: budgetFor('normal', 42, 42) }
  const slow = new Stopwatch()
  let asked = 0
  slow.shareOf = (ms) => () => ((asked += 1) * 0.1) / ms
  expect(runAtOnce(solve(problem, slow))).toEqual(
    solveHere({ ...problem, budget: { ...problem.budget, cpuMs: Infinity } }),
  )
  expect(asked).toBeGreaterThan(10_000)
})

test('a problem with many jobs travels in parts and arrives whole', () => {
  const problem = problemOf(9, { jobs: 600 })
  const parts = [...parcels(problem)]
  expect(Math.max(...parts.map(({ part }) => part.jobs?.length ?? 0))).toBe(250)
  const unpacking = new Unpacking<Problem>()
  const [whole] = parts.flatMap((part) => unpacking.add(structuredClone(part)) ?? [])
  expect(whole).toEqual(problem)
})
