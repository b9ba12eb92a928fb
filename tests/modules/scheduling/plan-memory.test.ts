import { expect, test } from 'bun:test'
import { PlanMemory } from '../../../src/modules/scheduling/availability/offers'
import type { World } from '../../../src/modules/scheduling/engine/world'
import { failureOf } from '../../support/failure'
import { makeJob, makeWorker, makeWorld } from './engine/random-world'

const world = makeWorld([makeWorker('ann')], [makeJob('one')])

function startMemory() {
  const memory = new PlanMemory()
  let made = 0
  const ask = (one: World, name = 'east') =>
    memory.recall(name, one, async () => {
      made += 1
      return { placements: [], unplaced: [], pairs: [] }
    })
  return { memory, ask, made: () => made }
}

test('a plan is made once while nothing changes, even for simultaneous callers', async () => {
  const { ask, made } = startMemory()
  const [first, second] = await Promise.all([
    ask(world),
    ask(structuredClone({ ...world, travel: null }) as never),
  ])
  expect(second).toBe(first)
  await ask({ ...world, now: world.now + 29_000 })
  expect(made()).toBe(1)
})

test('a plan is made again for another franchise, another job, other hours, and after a while', async () => {
  const { ask, made } = startMemory()
  await ask(world)
  await ask(world, 'west')
  expect(made()).toBe(2)
  const changed = [
    { ...world, jobs: [...world.jobs, makeJob('two')] },
    { ...world, workers: [makeWorker('ann', { maxJobsPerDay: 1 })] },
    { ...world, now: world.now + 30_000 },
  ]
  for (const [at, other] of changed.entries()) {
    await ask(other)
    expect(made()).toBe(3 + at)
  }
})

test("a failed plan isn't kept", async () => {
  const { memory, ask, made } = startMemory()
  const failure = await failureOf(memory.recall('east', world, () => Promise.reject(new Error('no'))))
  expect(failure.message).toBe('no')
  await ask(world)
  expect(made()).toBe(1)
})
