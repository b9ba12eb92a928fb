import { expect, test } from 'bun:test'
import { trueCost } from '../../../../bench/dispatch/exhaustive-search'
import { travelOnly } from '../../../../bench/dispatch/gap'
import { greedyPlan } from '../../../../bench/dispatch/greedy'
import { compareSmallWorlds } from '../../../../bench/dispatch/small-worlds'
import { makeWorld } from '../../../../bench/dispatch/worlds'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import {
  defaultOptions,
  type PlanOptions,
  type WorkDay,
  type World,
} from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import { randomWorld } from './random-world'

test('small worlds are planned optimally, or nearly', () => {
  const { cases, within } = compareSmallWorlds(100, 7)
  expect(within / cases).toBeGreaterThanOrEqual(0.95)
})

test('moving and swapping visits alone finds the best plan five times in six', () => {
  const { cases, exact } = compareSmallWorlds(150, 19, { ...defaultOptions, roundsPerJob: 0 })
  expect(exact / cases).toBeGreaterThanOrEqual(5 / 6)
})

const costOf = (world: World, options: Partial<PlanOptions>) => {
  const { unplaced, placed } = trueCost(world, plan(world, options), defaultOptions)
  return unplaced + placed
}

test('the search never makes a plan worse, however short it is', () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const world = makeWorld({ jobs: 30, workers: 3, franchises: 1, seed })
    const before = costOf(world, { roundsPerJob: 0 })
    for (const roundsPerJob of [0.1, 1, 4, 16]) {
      expect(costOf(world, { roundsPerJob })).toBeLessThanOrEqual(before)
    }
  }
})

test('a search that is stopped gives the best plan so far', () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const world = makeWorld({ jobs: 30, workers: 3, franchises: 1, seed })
    const stoppedAfter = (rounds: number) => {
      let left = rounds
      const options = { spent: () => (left-- <= 0 ? 1 : 0) }
      expect(checkPlan(world, plan(world, options), defaultOptions)).toEqual([])
      left = rounds
      return costOf(world, options)
    }
    const before = costOf(world, { roundsPerJob: 0 })
    expect(stoppedAfter(0)).toBe(before)
    expect(stoppedAfter(100)).toBeLessThanOrEqual(before)
  }
})

test('a search that sees its time run out cools down before it ends', () => {
  let [seen, unseen] = [0, 0]
  for (let seed = 0; seed < 4; seed += 1) {
    const world = makeWorld({ jobs: 200, workers: 20, franchises: 1, seed })
    // Enough time for about a seventh of the rounds.
    const travelWith = (share: (asked: number) => number) => {
      let asked = 0
      const options = { ...travelOnly, roundsPerJob: 100, spent: () => share((asked += 1)) }
      return plan(world, options).addedTravel
    }
    seen += travelWith((asked) => asked / 3_000)
    unseen += travelWith((asked) => (asked < 3_000 ? 0 : 1))
  }
  expect(seen).toBeLessThan(unseen * 0.995)
})

/** Of 2,000 such pairs of worlds, two lost one job and none lost more. */
test('an additional worker hardly ever means one job fewer', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const more = randomWorld(seed, { jobs: 10 + (seed % 50), workers: 2 + (seed % 7), days: 1 + (seed % 5) })
    const fewer = { ...more, workers: more.workers.slice(0, -1) }
    const gained = plan(more).placements.length - plan(fewer).placements.length
    expect({ seed, lost: gained < -1 }).toEqual({ seed, lost: false })
  }
})

test('a company is planned with less driving than by sending the nearest worker', () => {
  const world = makeWorld({ jobs: 200, workers: 20, franchises: 1, seed: 42 })
  const ours = plan(world)
  const nearest = greedyPlan(world, 'end')
  expect(ours.placements.length).toBeGreaterThanOrEqual(nearest.visits.length)
  expect(ours.addedTravel).toBeLessThan(0.8 * nearest.addedTravel)
})

/** Everyone starts at one depot, and there is only one day. */
function depot(jobs: number, workers: number): World {
  const world = makeWorld({ jobs, workers, franchises: 1, seed: 42 })
  const home = world.workers[0]!.home
  const [today] = world.workers[0]!.days
  return {
    ...world,
    workers: world.workers.map((worker) => ({ ...worker, home, days: [today!] })),
    jobs: world.jobs.filter(({ windows }) => windows!.some(({ from }) => from < today!.end)),
  }
}

test('everyone at a depot takes part, however many they are', () => {
  const world = depot(400, 60)
  const made = plan(world)
  expect(new Set(made.placements.map(({ workerId }) => workerId)).size).toBeGreaterThan(24)
  expect(made).toEqual(plan(world, { nearestWorkers: 60 }))
})

test('technicians who are off make no difference to a plan, even if they live nearest', () => {
  const world = makeWorld({ jobs: 60, workers: 40, franchises: 1, seed: 42 })
  const isOff = (at: number) => at % 3 !== 0
  const offDays = (days: WorkDay[]) => days.map((day) => ({ ...day, shifts: [] }))
  const workers = world.workers.map((worker, at) =>
    isOff(at) ? { ...worker, days: offDays(worker.days) } : worker,
  )
  const onlyWorking = { ...world, workers: workers.filter((_, at) => !isOff(at)) }
  expect(plan({ ...world, workers })).toEqual(plan(onlyWorking))
})

test('the baseline follows the same hard rules', () => {
  const score = { travel: 0, lateness: 0, balance: 0, familiarity: 0, total: 0 }
  for (let seed = 0; seed < 20; seed += 1) {
    const world = randomWorld(seed, { jobs: 30, workers: 5, days: 3 })
    for (const manner of ['end', 'gap'] as const) {
      const { visits, addedTravel } = greedyPlan(world, manner)
      const placements = visits.map((visit) => ({ ...visit, score, runnerUp: null }))
      const broken = checkPlan(world, { placements, unplaced: [], addedTravel }, defaultOptions)
      expect(broken.filter((rule) => !rule.startsWith('not every job'))).toEqual([])
    }
  }
})
