import { describe, expect, test } from 'bun:test'
import { offerWindows } from '../../../../src/modules/scheduling/engine/offer'
import { placePairs, withPlan } from '../../../../src/modules/scheduling/engine/pairs'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { runAtOnce } from '../../../../src/modules/scheduling/engine/slices'
import { defaultOptions, type Placement, type World } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import { hour, makeJob, makeWorker, makeWorld, monday, randomWorld, shuffled, workDay } from './random-world'

const pairsOf = (world: World) => runAtOnce(placePairs(world))

/** A random world in which every third job needs two technicians. */
function worldWithPairs(seed: number): World {
  const world = randomWorld(seed, { jobs: 12, workers: 6, days: 2 })
  return { ...world, jobs: world.jobs.map((job, at) => (at % 3 === 0 ? { ...job, isForTwo: true } : job)) }
}

/** A visit for a checker that knows no pairs: the second technician has a copy of the job that needs no skill. */
function brokenBy(world: World, visit: Placement): string[] {
  const { secondWorkerId = '', ...lead } = visit
  const job = world.jobs.find(({ id }) => id === visit.jobId)!
  const copy = { ...job, id: 'copy', skills: [] }
  const second = { ...lead, jobId: 'copy', workerId: secondWorkerId, runnerUp: null }
  const plan = { placements: [lead, second], unplaced: [], addedTravel: visit.score.travel }
  return checkPlan({ ...world, jobs: [job, copy] }, plan, defaultOptions)
}

/** Everyone's visits in a plan that overlap. */
function overlapsIn(placements: readonly Placement[]): Placement[] {
  const makes = ({ workerId, secondWorkerId }: Placement) => [workerId, secondWorkerId ?? workerId]
  return placements.filter((one, at) =>
    placements
      .slice(0, at)
      .some(
        (other) =>
          other.start < one.busyUntil &&
          other.busyUntil > one.start &&
          makes(other).some((id) => makes(one).includes(id)),
      ),
  )
}

describe('visits for two technicians', () => {
  test('always have two who are free, and nobody is ever in two places', () => {
    let placed = 0
    for (let seed = 1; seed <= 80; seed += 1) {
      const world = worldWithPairs(seed)
      const pairs = pairsOf(world)
      const others = plan(pairs.world, { roundsPerJob: 2 })
      expect([seed, checkPlan(pairs.world, others, defaultOptions)]).toEqual([seed, []])
      expect([seed, overlapsIn([...pairs.placements, ...others.placements])]).toEqual([seed, []])
      // Each was placed beside those before it.
      for (const [at, visit] of pairs.placements.entries())
        expect([seed, brokenBy(withPlan(world, pairs.placements.slice(0, at)), visit)]).toEqual([seed, []])
      for (const { workerId, secondWorkerId } of pairs.placements) {
        expect(secondWorkerId).toBeString()
        expect(secondWorkerId).not.toBe(workerId)
      }
      placed += pairs.placements.length
    }
    expect(placed).toBeGreaterThan(50)
  })

  test('are the same whatever the order of the lists', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = worldWithPairs(seed)
      expect(pairsOf(shuffled(world, seed)).placements).toEqual(pairsOf(world).placements)
    }
  })

  test('need the skill of the lead alone', () => {
    const workers = [makeWorker('a'), makeWorker('b', { skills: ['roof'] })]
    const world = makeWorld(workers, [makeJob('job', { isForTwo: true, skills: ['roof'] })])
    expect(pairsOf(world).placements).toMatchObject([{ workerId: 'b', secondWorkerId: 'a' }])
    const unskilled = makeWorld([makeWorker('a'), makeWorker('c')], world.jobs)
    expect(pairsOf(unskilled).unplaced).toEqual([{ jobId: 'job', reason: 'no_skill' }])
  })

  test('go to the two who drive the least together, and name the next choice', () => {
    const far = { home: { lat: 40.3, lng: -75 } }
    const world = makeWorld(
      [makeWorker('a', far), makeWorker('b'), makeWorker('c')],
      [makeJob('job', { isForTwo: true })],
    )
    const [visit] = pairsOf(world).placements
    expect([visit?.workerId, visit?.secondWorkerId]).toEqual(['b', 'c'])
    expect(visit?.runnerUp?.workerId).toBe('a')
    expect(visit!.runnerUp!.score.total).toBeGreaterThan(visit!.score.total)
  })

  test('wait when two are never free together', () => {
    const mornings = makeWorker('a', { days: [workDay(0, [8, 12])] })
    const afternoons = makeWorker('b', { days: [workDay(0, [12, 17])] })
    const job = makeJob('job', { isForTwo: true })
    expect(pairsOf(makeWorld([mornings, afternoons], [job])).unplaced).toEqual([
      { jobId: 'job', reason: 'no_capacity' },
    ])
  })

  test('are offered only in windows in which two are free', () => {
    const workers = [makeWorker('a'), makeWorker('b', { days: [workDay(0, [12, 17])] })]
    const windows = [8, 10, 13].map((from) => ({
      from: monday + from * hour,
      until: monday + (from + 2) * hour,
    }))
    const job = makeJob('new')
    const world = makeWorld(workers, [])
    expect(offerWindows(world, job, windows).map(({ window }) => window)).toEqual(windows)
    expect(offerWindows(world, { ...job, isForTwo: true }, windows).map(({ window }) => window)).toEqual([
      windows[2]!,
    ])
  })
})
