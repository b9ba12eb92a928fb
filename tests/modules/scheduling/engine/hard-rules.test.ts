import { expect, test } from 'bun:test'
import { assert, integer, nat, property, record } from 'fast-check'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { defaultOptions } from '../../../../src/modules/scheduling/engine/world'
import { checkPlan } from '../../../support/plan-checker'
import { randomWorld, shuffled } from './random-world'

const worlds = record({
  seed: nat(),
  jobs: nat({ max: 40 }),
  workers: nat({ max: 8 }),
  days: integer({ min: 1, max: 5 }),
})

test('no hard rule is broken in any world', () => {
  assert(
    property(worlds, ({ seed, ...size }) => {
      const world = randomWorld(seed, size)
      expect(checkPlan(world, plan(world), defaultOptions)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('no hard rule is broken when jobs consider the two nearest workers first', () => {
  assert(
    property(worlds, ({ seed, ...size }) => {
      const world = randomWorld(seed, size)
      const options = { nearestWorkers: 2, startStepMinutes: 1, leadMinutes: 0 }
      expect(checkPlan(world, plan(world, options), options)).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('the same world gives the same plan, in whatever order its lists come', () => {
  assert(
    property(worlds, nat(), ({ seed, ...size }, order) => {
      const world = randomWorld(seed, size)
      const first = plan(world)
      expect(plan(world)).toEqual(first)
      expect(plan(shuffled(world, order))).toEqual(first)
    }),
    { numRuns: 40 },
  )
})

test('a franchise gets the same plan whether there are others or not', () => {
  assert(
    property(worlds, ({ seed, ...size }) => {
      const world = randomWorld(seed, size)
      const east = world.jobs.filter(({ franchiseId }) => franchiseId === 'east')
      const ids = new Set(east.map(({ id }) => id))
      const whole = plan(world).placements.filter(({ jobId }) => ids.has(jobId))
      expect(plan({ ...world, jobs: east }).placements).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})
