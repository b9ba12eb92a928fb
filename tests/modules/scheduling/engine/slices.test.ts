import { expect, test } from 'bun:test'
import { plan, planInSlices } from '../../../../src/modules/scheduling/engine/plan'
import { runInSlices } from '../../../../src/modules/scheduling/engine/slices'
import { randomWorld } from './random-world'

test('a plan made in slices equals the plan made at once', async () => {
  const world = randomWorld(3, { jobs: 30, workers: 6, days: 3 })
  expect(await runInSlices(planInSlices(world))).toEqual(plan(world))
})

test('other work gets its turn whenever a slice is used up', async () => {
  let now = 0
  let turns = 0
  const timing = { tick: () => (now += 1), pause: async () => void (turns += 1), sliceMs: 10 }
  function* work(): Generator<void, string> {
    for (let piece = 0; piece < 100; piece += 1) yield
    return 'done'
  }
  expect(await runInSlices(work(), timing)).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(8)
  expect(turns).toBeLessThanOrEqual(12)
})

test('a failure in a slice reaches the caller', async () => {
  const world = randomWorld(3, { jobs: 30, workers: 6, days: 3 })
  const travel = () => {
    throw new Error('no road')
  }
  const failure = await runInSlices(planInSlices({ ...world, travel })).catch((error: unknown) => error)
  expect(failure).toEqual(new Error('no road'))
})
