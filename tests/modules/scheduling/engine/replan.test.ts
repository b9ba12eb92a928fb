import { expect, test } from 'bun:test'
import { assert, integer, nat, property, record } from 'fast-check'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { replan } from '../../../../src/modules/scheduling/engine/replan'
import { defaultOptions, type World } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import {
  hour,
  makeJob,
  makeWorker,
  makeWorld,
  minute,
  monday,
  randomWorld,
  withLunch,
  withOvertime,
  workDay,
} from './random-world'

const worlds = record({
  seed: nat(),
  jobs: nat({ max: 30 }),
  workers: nat({ max: 6 }),
  days: integer({ min: 1, max: 4 }),
})

/** One franchise of a random world, with a plan of its first jobs whose customers were promised two hours. */
function promisedWorld({ seed, ...size }: { seed: number; jobs: number; workers: number; days: number }) {
  const plain = randomWorld(seed, size)
  const fed = seed % 2 === 0 ? plain : withLunch(plain, seed)
  const all = seed % 3 === 0 ? withOvertime(fed, seed) : fed
  const isOurs = ({ franchiseId }: { franchiseId: string | null }) => franchiseId === 'east'
  const world = { ...all, workers: all.workers.filter(isOurs), jobs: all.jobs.filter(isOurs) }
  const known = world.jobs.slice(0, Math.ceil(world.jobs.length / 2))
  const { placements } = plan({ ...world, jobs: known }, { roundsPerJob: 0 })
  const startOf = new Map(placements.map(({ jobId, start }) => [jobId, start]))
  const jobs = world.jobs.map((job) => {
    const start = startOf.get(job.id)
    if (start === undefined) return job
    const [from, until] = [start - (seed % 100) * minute, start + (100 - (seed % 100)) * minute]
    return { ...job, windows: [{ from, until }] }
  })
  return { world: { ...world, jobs }, kept: placements, isTold: (id: string) => startOf.has(id) }
}

/** The rules without the sum of driving and the reasons for leaving jobs out, which a replan doesn't give. */
function broken(world: World, { placements }: Pick<ReturnType<typeof replan>, 'placements'>): string[] {
  const placed = new Set(placements.map(({ jobId }) => jobId))
  const jobs = world.jobs.filter(({ id }) => placed.has(id))
  const found = checkPlan({ ...world, jobs }, { placements, unplaced: [], addedTravel: 0 }, defaultOptions)
  return found.filter((rule) => !rule.includes('minutes of driving where'))
}

test('a replan breaks no hard rule and no promise, and leaves nobody out', () => {
  assert(
    property(worlds, (size) => {
      const { world, kept, isTold } = promisedWorld(size)
      const better = replan(world, kept, isTold)
      expect(broken(world, better)).toEqual([])
      const placed = new Set(better.placements.map(({ jobId }) => jobId))
      expect(kept.filter(({ jobId }) => !placed.has(jobId))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('the same world gives the same replan, and replanning its result changes nothing', () => {
  assert(
    property(worlds, (size) => {
      const { world, kept, isTold } = promisedWorld(size)
      const better = replan(world, kept, isTold)
      expect(replan(world, kept, isTold)).toEqual(better)
      const again = replan(world, better.placements, isTold)
      expect([...again.moved.keys()]).toEqual([])
      expect(again.placements).toEqual(better.placements)
    }),
    { numRuns: 40 },
  )
})

/** One technician who drives east, west and east again, where one visit would better come later. */
function zigzag() {
  const window = (from: number, until: number) => [
    { from: monday + from * hour, until: monday + until * hour },
  ]
  const jobs = [
    makeJob('east-1', { place: { lat: 40, lng: -74.5 }, windows: window(8, 9) }),
    makeJob('west', { place: { lat: 40, lng: -75.5 }, windows: window(8, 14) }),
    makeJob('east-2', { place: { lat: 40, lng: -74.5 }, windows: window(8, 14) }),
  ]
  const world = makeWorld([makeWorker('ann', { days: [workDay(0, [7, 17])] })], jobs)
  const at = (jobId: string, hours: number) => ({
    jobId,
    workerId: 'ann',
    day: 0,
    start: monday + hours * hour,
  })
  return { world, kept: [at('east-1', 9), at('west', 11.5), at('east-2', 14)] }
}

test('moves a visit inside its window when that saves driving, and says how much', () => {
  const { world, kept } = zigzag()
  const { moved, savedTravel, placements } = replan(world, kept, () => true)
  expect([...moved.keys()]).toContain('east-2')
  expect(savedTravel).toBeGreaterThan(60)
  const startOf = (id: string) => placements.find(({ jobId }) => jobId === id)!.start
  expect(startOf('east-2')).toBeLessThan(startOf('west'))
  // It needn't move, so it doesn't.
  expect(startOf('east-1')).toBe(monday + 9 * hour)
})

test('leaves everything where it is when the saving is too small', () => {
  const { world, kept } = zigzag()
  expect(replan(world, kept, () => true, { gainPerMove: 500 }).moved.size).toBe(0)
})
