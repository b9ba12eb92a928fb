import { afterEach, beforeEach, expect, test } from 'bun:test'
import { and, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { jobEvents, jobs } from '../../db/schema'
import { refreshToday } from '../../src/demo'
import { dayBounds, localDateAt } from '../../src/lib/calendar'
import { rebuildState, stateFields } from '../../src/modules/jobs/timeline'
import type { TestApp } from '../support/app'
import { demoStartedAt } from '../support/demo'

const startDemo = demoStartedAt('2026-03-02T10:10:00-07:00')
let world: TestApp
beforeEach(async () => {
  world = await startDemo()
})
afterEach(() => world.close())

const read = () => world.deps.store.read
const countJobs = () => read().$count(jobs)

/** Everybody's visits on the day that it is now in Denver. */
async function visitsToday() {
  const { from, to } = dayBounds(localDateAt(world.clock.now(), 'America/Denver'), 'America/Denver')
  return read()
    .select()
    .from(jobs)
    .where(and(isNotNull(jobs.workerId), gte(jobs.scheduledStart, from), lt(jobs.scheduledStart, to)))
}

test('on a later day the demo has visits that are done, running and to come, and none left from before', async () => {
  world.clock.set('2026-03-11T12:20:00-06:00')
  expect(await visitsToday()).toEqual([])
  await refreshToday(world.deps)
  const states = new Set((await visitsToday()).map(({ status }) => status))
  expect(states.isSupersetOf(new Set(['completed', 'in_progress', 'scheduled']))).toBe(true)
  const yesterday = world.clock.now() - 24 * 3_600_000
  const open = inArray(jobs.status, ['scheduled', 'en_route', 'in_progress'])
  expect(
    await read().$count(jobs, and(open, isNotNull(jobs.workerId), lt(jobs.scheduledEnd, yesterday))),
  ).toBe(0)
})

test('it happens once a day, and not on the day the demo was added', async () => {
  const first = await countJobs()
  await refreshToday(world.deps)
  expect(await countJobs()).toBe(first)
  world.clock.set('2026-03-03T12:20:00-07:00')
  await refreshToday(world.deps)
  const second = await countJobs()
  expect(second).toBeGreaterThan(first)
  await refreshToday(world.deps)
  expect(await countJobs()).toBe(second)
})

test('nobody has two visits at once after a week of days, and each timeline matches its visit', async () => {
  for (let date = 3; date <= 10; date++) {
    world.clock.set(`2026-03-${String(date).padStart(2, '0')}T16:40:00-07:00`)
    await refreshToday(world.deps)
  }
  const all = await read().select().from(jobs).where(isNotNull(jobs.workerId))
  for (const crew of Map.groupBy(all, ({ workerId }) => workerId).values()) {
    const inOrder = crew.toSorted((a, b) => a.scheduledStart! - b.scheduledStart!)
    for (const [at, visit] of inOrder.slice(1).entries())
      expect(visit.scheduledStart!).toBeGreaterThanOrEqual(inOrder[at]!.busyUntil!)
  }
  const events = await read().select().from(jobEvents).orderBy(jobEvents.id)
  const timelines = Map.groupBy(events, ({ jobId }) => jobId)
  for (const job of all) {
    const rebuilt = rebuildState(timelines.get(job.id) ?? [])
    for (const field of stateFields)
      expect([job.id, field, rebuilt[field]]).toEqual([job.id, field, job[field]])
  }
})
