import { afterEach, expect, test } from 'bun:test'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { franchises, jobEvents, jobs } from '../../db/schema'
import { seedDemo } from '../../db/seed'
import { dayBounds, localDateAt } from '../../src/lib/calendar'
import { rebuildState, stateFields } from '../../src/modules/jobs/timeline'
import { startDemo } from '../support/demo'
import { startTestApp, type TestApp } from '../support/app'

let world: TestApp
afterEach(() => world.close())

/** Denver's visits today, of a company that starts at this local time. */
async function denverToday(at: string) {
  world = await startTestApp()
  world.clock.set(new Date(at).toISOString())
  await seedDemo(world.deps.store, world.clock.now(), { today: true })
  const zone = 'America/Denver'
  const { from, to } = dayBounds(localDateAt(world.clock.now(), zone), zone)
  const rows = await world.deps.store.read
    .select({ job: jobs })
    .from(jobs)
    .innerJoin(franchises, eq(franchises.id, jobs.franchiseId))
    .where(and(eq(franchises.timeZone, zone), gte(jobs.scheduledStart, from), lt(jobs.scheduledStart, to)))
  return rows.map(({ job }) => job)
}

const late = (visits: { status: string; scheduledStart: number | null }[]) =>
  visits.filter(({ status, scheduledStart }) => status === 'scheduled' && scheduledStart! < world.clock.now())
const having = (visits: { status: string }[], status: string) =>
  visits.filter((visit) => visit.status === status).length

test.each([
  ['a Monday morning', '2026-03-02T10:10:00-07:00'],
  ['a Wednesday noon', '2026-03-04T12:20:00-07:00'],
  ['a Friday afternoon', '2026-03-06T14:35:00-07:00'],
  ['a Sunday noon', '2026-03-01T12:20:00-07:00'],
])('on %s the demo has visits that are done, running, late and to come', async (_, at) => {
  const visits = await denverToday(at)
  expect(having(visits, 'completed')).toBeGreaterThan(0)
  expect(having(visits, 'in_progress') + having(visits, 'en_route')).toBeGreaterThan(0)
  expect(late(visits)).toHaveLength(1)
  expect(having(visits, 'scheduled')).toBeGreaterThan(1)
  expect(new Set(visits.map(({ workerId }) => workerId)).size).toBeGreaterThan(1)
})

test('before work everything is to come, and at night one visit is left that nobody started', async () => {
  const early = await denverToday('2026-03-03T05:00:00-07:00')
  expect(early.length).toBeGreaterThan(8)
  expect(having(early, 'scheduled')).toBe(early.length)
  expect(late(early)).toEqual([])
  await world.close()
  const night = await denverToday('2026-03-03T22:30:00-07:00')
  expect(late(night)).toHaveLength(1)
  expect(having(night, 'completed')).toBe(night.length - 1)
})

test('nobody has two visits at once at any hour, and each timeline matches its visit', async () => {
  for (const hour of [0, 11, 19, 23]) {
    world = await startTestApp()
    world.clock.set(`2026-03-03T${String(hour).padStart(2, '0')}:40:00Z`)
    await seedDemo(world.deps.store, world.clock.now(), { today: true })
    const { read } = world.deps.store
    const clashes = await read.all(sql`
      SELECT one.id FROM jobs one JOIN jobs other ON one.worker_id = other.worker_id AND one.id < other.id
      WHERE one.scheduled_start < other.busy_until AND other.scheduled_start < one.busy_until
        AND one.status <> 'cancelled' AND other.status <> 'cancelled'`)
    expect([hour, clashes]).toEqual([hour, []])
    const running = await read.select().from(jobs).where(eq(jobs.status, 'in_progress'))
    for (const job of running) {
      const events = await read
        .select()
        .from(jobEvents)
        .where(eq(jobEvents.jobId, job.id))
        .orderBy(jobEvents.id)
      const rebuilt = rebuildState(events)
      for (const field of stateFields) expect([field, rebuilt[field]]).toEqual([field, job[field]])
    }
    if (hour !== 23) await world.close()
  }
})

test('a first start has visits today', async () => {
  world = await startDemo()
  const running = await world.deps.store.read.select().from(jobs).where(eq(jobs.status, 'in_progress'))
  expect(running.length).toBeGreaterThan(0)
})
