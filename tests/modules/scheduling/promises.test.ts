import { describe, expect, test } from 'bun:test'
import { addToPlan, offerBeside } from '../../../src/modules/scheduling/engine/offer'
import { withPlan } from '../../../src/modules/scheduling/engine/pairs'
import { plan } from '../../../src/modules/scheduling/engine/plan'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { runAtOnce } from '../../../src/modules/scheduling/engine/slices'
import { defaultOptions, type OpenJob, type World } from '../../../src/modules/scheduling/engine/world'
import { planWithPairs } from '../../../src/modules/scheduling/planner/pairs'
import {
  dispatchDepth,
  offerDepth,
  planBeside,
  planKeeping,
} from '../../../src/modules/scheduling/planner/promises'
import { checkPlan } from '../../support/plan-checker'
import {
  dayLength,
  hour,
  makeJob,
  makeWorker,
  makeWorld,
  minute,
  monday,
  randomWorld,
} from './engine/random-world'

const days = 3

/** Two hours each, and none that starts before dispatch will have run. */
const windowsAfter = (now: number) =>
  Array.from({ length: days }, (_, day) => day).flatMap((day) =>
    [6, 8, 10, 12, 14, 16, 18].flatMap((from) => {
      const start = monday + day * dayLength + from * hour
      const window = { from: Math.max(start, now + 45 * minute), until: start + 2 * hour }
      return window.from <= window.until ? [window] : []
    }),
  )

/** A franchise with more work than it can do, so room is short. */
function busyFranchise(seed: number): World {
  const { workers, jobs, ...world } = randomWorld(seed, { jobs: 40, workers: 4, days })
  const ours = ({ franchiseId }: { franchiseId: string | null }) => franchiseId === 'east'
  return { ...world, workers: workers.filter(ours), jobs: jobs.filter(ours) }
}

/** Customers who arrive one after another, each choosing one of the offered windows. */
function bookInTurn(world: World, customers: number, seed: number): { world: World; promised: Set<string> } {
  const random = seededRandom(seed)
  const promised = new Set<string>()
  let jobs: OpenJob[] = world.jobs
  for (let at = 0; at < customers; at += 1) {
    const now = { ...world, jobs }
    const place = { lat: 40 + random() / 3, lng: -75 + random() / 3 }
    const job = makeJob(`new-${at}`, { place, durationMinutes: 30 + Math.floor(random() * 6) * 15 })
    const { placements } = runAtOnce(
      planKeeping({ world: now, isPromised: (id) => promised.has(id) }, offerDepth),
    )
    const offers = runAtOnce(offerBeside(now, placements, job, windowsAfter(world.now)))
    const chosen = offers[Math.floor(random() * offers.length)]
    if (!chosen) continue
    promised.add(job.id)
    jobs = [...jobs, { ...job, windows: [chosen.window] }]
  }
  return { world: { ...world, jobs }, promised }
}

const dispatch = (world: World, promised: Set<string>) =>
  runAtOnce(planKeeping({ world, isPromised: (id) => promised.has(id) }, dispatchDepth))

const missing = (promised: Set<string>, placements: { jobId: string }[]) =>
  [...promised].filter((id) => !placements.some(({ jobId }) => jobId === id))

describe('an offered window', () => {
  test('is always kept when dispatch runs right after', () => {
    let offered = 0
    for (let seed = 0; seed < 40; seed += 1) {
      const world = busyFranchise(seed)
      const { placements } = runAtOnce(planKeeping({ world, isPromised: () => false }, offerDepth))
      const job = makeJob('new', { place: { lat: 40.1, lng: -74.9 } })
      for (const { window } of runAtOnce(offerBeside(world, placements, job, windowsAfter(world.now)))) {
        const booked = { ...world, jobs: [...world.jobs, { ...job, windows: [window] }] }
        const promised = new Set([job.id])
        offered += 1
        expect([seed, window, missing(promised, dispatch(booked, promised).placements)]).toEqual([
          seed,
          window,
          [],
        ])
      }
    }
    expect(offered).toBeGreaterThan(50)
  })

  test('is kept when several have booked before dispatch runs', () => {
    let offered = 0
    for (let seed = 100; seed < 120; seed += 1) {
      const { world, promised } = bookInTurn(busyFranchise(seed), 6, seed)
      offered += promised.size
      expect([seed, missing(promised, dispatch(world, promised).placements)]).toEqual([seed, []])
    }
    expect(offered).toBeGreaterThan(20)
  })

  test('is kept after ten minutes', () => {
    for (let seed = 200; seed < 220; seed += 1) {
      const { world, promised } = bookInTurn(busyFranchise(seed), 4, seed)
      const later = { ...world, now: world.now + 10 * minute }
      expect([seed, missing(promised, dispatch(later, promised).placements)]).toEqual([seed, []])
    }
  })

  test('gets no further attempt once the time for all of them is over', () => {
    const { world, promised } = bookInTurn(busyFranchise(100), 6, 100)
    const all = new Set([...promised, ...world.jobs.map(({ id }) => id)])
    const stepsWith = (spent: () => number) => {
      const work = planKeeping({ world, isPromised: (id) => all.has(id) }, dispatchDepth, {
        roundsPerJob: 4,
        spent,
      })
      let steps = 0
      while (!work.next().done) steps += 1
      return steps
    }
    const first = stepsWith(() => 2)
    expect(stepsWith(() => 0)).toBeGreaterThan(3 * first)
    let asked = 0
    expect(stepsWith(() => (asked += 1) / 1_000)).toBeLessThan(first + 2_000)
  })

  test('costs no more than necessary: nobody would be cheaper than the assigned worker', () => {
    let remade = 0
    for (let seed = 400; remade < 4; seed += 1) {
      const { world, promised } = bookInTurn(busyFranchise(seed), 6, seed)
      // Only a plan that breaks a promise is made again.
      if (missing(promised, plan(world).placements).length === 0) continue
      remade += 1
      const dear = dispatch(world, promised).placements.filter(
        ({ score, runnerUp }) => runnerUp !== null && score.total > runnerUp.score.total + 1e-6,
      )
      expect([seed, dear]).toEqual([seed, []])
    }
  })

  test('is kept without breaking a hard rule, and every job is reported once', () => {
    for (let seed = 300; seed < 320; seed += 1) {
      const { world, promised } = bookInTurn(busyFranchise(seed), 4, seed)
      const { placements, unplaced } = dispatch(world, promised)
      const broken = checkPlan(world, { placements, unplaced, addedTravel: 0 }, defaultOptions)
      // The driving added by such a plan isn't counted.
      expect([seed, broken.filter((rule) => !rule.includes('minutes of driving'))]).toEqual([seed, []])
    }
  })
})

describe('with visits for two technicians', () => {
  const offered = (world: World, promised: Set<string>) =>
    runAtOnce(
      planWithPairs({ world, isPromised: (id) => promised.has(id) }, [
        (others) => planKeeping(others, offerDepth),
      ]),
    )
  const dispatched = (world: World, promised: Set<string>) =>
    runAtOnce(
      planWithPairs({ world, isPromised: (id) => promised.has(id) }, [
        (others) => planKeeping(others, dispatchDepth, { roundsPerJob: 4 }),
        (others) => planKeeping(others, offerDepth),
      ]),
    )

  test('the window of the newest booking is kept, for one technician or for two', () => {
    let offers = 0
    for (let seed = 500; seed < 512; seed += 1) {
      const { jobs, ...rest } = busyFranchise(seed)
      const world = { ...rest, jobs: jobs.map((job, at) => ({ ...job, isForTwo: at % 5 === 0 })) }
      const { placements, pairs } = offered(world, new Set())
      for (const isForTwo of [true, false]) {
        const job = makeJob('new', { place: { lat: 40.1, lng: -74.9 }, isForTwo })
        const windows = windowsAfter(world.now)
        for (const { window } of runAtOnce(offerBeside(withPlan(world, pairs), placements, job, windows))) {
          const booked = { ...world, jobs: [...world.jobs, { ...job, windows: [window] }] }
          const promised = new Set([job.id])
          const plan = dispatched(booked, promised)
          offers += 1
          expect([seed, isForTwo, missing(promised, [...plan.placements, ...plan.pairs])]).toEqual([
            seed,
            isForTwo,
            [],
          ])
        }
      }
    }
    expect(offers).toBeGreaterThan(10)
  })

  test('every window is kept when several have booked before dispatch runs', () => {
    let count = 0
    for (let seed = 130; seed < 155; seed += 1) {
      const random = seededRandom(seed)
      const busy = busyFranchise(seed)
      let jobs = busy.jobs.slice(0, 8).map((job, at) => ({ ...job, isForTwo: at % 5 === 0 }))
      const promised = new Set<string>()
      for (let at = 0; at < 6; at += 1) {
        const world = { ...busy, jobs }
        const place = { lat: 40 + random() / 3, lng: -75 + random() / 3 }
        const durationMinutes = 30 + Math.floor(random() * 6) * 15
        const isForTwo = random() < 0.4
        const job = { ...makeJob(`new-${at}`, { place, durationMinutes }), isForTwo }
        const { placements, pairs } = offered(world, promised)
        const windows = runAtOnce(
          offerBeside(withPlan(world, pairs), placements, job, windowsAfter(world.now)),
        )
        const chosen = windows[Math.floor(random() * windows.length)]
        if (!chosen) continue
        promised.add(job.id)
        jobs = [...jobs, { ...job, windows: [chosen.window] }]
      }
      const { placements, pairs } = dispatched({ ...busy, jobs }, promised)
      count += promised.size
      expect([seed, missing(promised, [...placements, ...pairs])]).toEqual([seed, []])
    }
    expect(count).toBeGreaterThan(50)
  })
})

describe('without promises', () => {
  test("the plan is the planner's own", () => {
    const world = busyFranchise(1)
    const { placements, unplaced } = plan(world)
    expect(dispatch(world, new Set())).toMatchObject({ placements, unplaced })
  })
})

describe('a promise', () => {
  const at = (hours: number) => monday + hours * hour
  const here = { lat: 40, lng: -75 }
  const worker = makeWorker('ann', { home: here })
  const window = [{ from: at(8), until: at(10) }]
  /** Fills the day, and is worth more than anything. */
  const large = makeJob('large', { place: here, durationMinutes: 500, priority: 100, waitingSince: at(-400) })
  const small = makeJob('small', { place: here, durationMinutes: 60, windows: window })

  test('outweighs an urgent job that came after it', () => {
    const world = makeWorld([worker], [small, large])
    expect(plan(world).placements.map(({ jobId }) => jobId)).toEqual(['large'])
    const kept = dispatch(world, new Set(['small']))
    expect(kept.placements.map(({ jobId }) => jobId)).toEqual(['small'])
    expect(kept.unplaced).toEqual([{ jobId: 'large', reason: 'no_capacity' }])
  })

  test("that can't be kept is dropped, and the rest is as good as before", () => {
    const late = { ...small, windows: [{ from: at(20), until: at(22) }] }
    const world = makeWorld([worker], [late, large])
    expect(dispatch(world, new Set(['small'])).placements.map(({ jobId }) => jobId)).toEqual(['large'])
  })

  test('leaves the lasting reasons of others as they are', () => {
    const stuck = [makeJob('roof', { skills: ['roof'] }), makeJob('lost', { place: null })]
    const { unplaced } = dispatch(makeWorld([worker], [small, ...stuck, large]), new Set(['small']))
    expect(unplaced).toEqual([
      { jobId: 'roof', reason: 'no_skill' },
      { jobId: 'lost', reason: 'no_place' },
      { jobId: 'large', reason: 'no_capacity' },
    ])
  })

  test('or any other firm job is never given up for a booking that keeps no place', () => {
    const firm = { ...small, windows: null }
    const world = makeWorld([worker], [firm, large])
    const planned = (standby: string[]) => {
      const work = planBeside({ world, isPromised: () => false }, (id) => standby.includes(id))
      const { placements, unplaced } = runAtOnce(work)
      return [placements.map(({ jobId }) => jobId), unplaced]
    }
    expect(planned([])[0]).toEqual(['large'])
    expect(planned(['large'])).toEqual([['small'], [{ jobId: 'large', reason: 'no_capacity' }]])
  })

  test('that adds nothing to a plan leaves it unchanged', () => {
    const world = makeWorld([worker], [small])
    const { placements } = plan(world)
    expect(runAtOnce(addToPlan(world, placements, []))).toEqual(placements)
  })
})
