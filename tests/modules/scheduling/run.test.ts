import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  activity,
  customers,
  franchises,
  franchiseZips,
  jobs,
  serviceTypes,
  workers,
} from '../../../db/schema'
import { denver, marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

describe('a dispatch run', () => {
  test('gives a job to the worker who fits best, says why, and who would have been next', async () => {
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: 'morning' })
    const run = await company.dispatch()
    expect(run).toEqual({
      success: true,
      assigned: 1,
      escalated: 0,
      skipped: 0,
      actions: [
        {
          type: 'assigned',
          jobId: id,
          worker: marcus,
          second: null,
          reason: 'best_fit',
          detail: 'Best fit of all available technicians.',
          score: expect.any(Number),
          travel: 8,
          runnerUp: { worker: sofia, score: expect.any(Number), travel: 8, drawback: null },
          start: '2026-03-03T15:05:00.000Z',
          end: '2026-03-03T15:50:00.000Z',
          revision: 1,
          basis: expect.any(String),
          notifies: true,
          from: null,
          remedies: [],
        },
      ],
      moved: 0,
      moves: [],
      todos: 0,
      timestamp: '2026-03-02T15:00:00.000Z',
    })
    expect(await company.job(id)).toMatchObject({
      status: 'scheduled',
      workerId: marcus,
      scheduledStart: Date.parse('2026-03-03T15:05:00Z'),
      scheduledEnd: Date.parse('2026-03-03T15:50:00Z'),
      busyUntil: Date.parse('2026-03-03T16:05:00Z'),
      locked: false,
    })
  })

  test('notifies the customer once, even when it runs again', async () => {
    const id = await company.waiting()
    await company.dispatch()
    expect(await company.dispatch()).toMatchObject({ assigned: 0, escalated: 0, skipped: 0, actions: [] })
    expect(await company.messagesAbout(id)).toBe(1)
  })

  test('leaves a line in the timeline and in the activity', async () => {
    const id = await company.waiting()
    await company.dispatch()
    const { body } = await company.get(`/api/admin/jobs/${id}`)
    expect(body.data.timeline.at(-1)).toMatchObject({ kind: 'scheduled', actor: 'dispatch' })
    const lines = await company.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'dispatch.run'))
    expect(lines).toMatchObject([{ metadata: { assigned: 1, escalated: 0, skipped: 0 } }])
  })

  test('with dryRun says the same and does nothing', async () => {
    const id = await company.waiting()
    const stuck = await company.waiting({ type: 'Chimney sweeping' })
    const dry = await company.dispatch('?dryRun=1')
    expect(dry).toMatchObject({ assigned: 1, escalated: 1, skipped: 0 })
    expect((await company.job(id)).status).toBe('pending')
    expect(await company.openTasks()).toEqual([])
    expect(await company.messagesAbout(id)).toBe(0)
    expect(await company.dispatch()).toEqual(dry)
    expect(await company.openTasks()).toEqual([`dispatch.no-duration ${stuck}`])
  })

  test('counts every waiting job exactly once', async () => {
    await company.waiting()
    await company.waiting({ held: true })
    await company.waiting({ placeState: 'unknown', lat: null, lng: null })
    await company.waiting({ preferredDate: '2026-06-01' })
    await company.visit(marcus, '2026-03-04T16:00:00Z')
    const { assigned, escalated, skipped, actions } = await company.dispatch()
    expect({ assigned, escalated, skipped, actions: actions.length }).toEqual({
      assigned: 1,
      escalated: 1,
      skipped: 2,
      actions: 4,
    })
  })

  test('answers a HEAD with 404 and a stranger with 401, and does nothing for either', async () => {
    const id = await company.waiting()
    const path = '/api/cron/auto-dispatch'
    expect((await company.call('HEAD', path, { token: company.deps.secrets.cronSecret })).status).toBe(404)
    expect((await company.call('GET', path)).status).toBe(401)
    expect((await company.call('GET', path, { token: company.token })).status).toBe(401)
    const strange = await company.call('GET', `${path}?dryRun=perhaps`, {
      token: company.deps.secrets.cronSecret,
    })
    expect([strange.status, strange.body.details]).toEqual([400, [expect.stringContaining('dryRun')]])
    expect((await company.job(id)).status).toBe('pending')
  })

  test('keeps existing visits where they are', async () => {
    const visit = await company.visit(marcus, '2026-03-02T16:00:00Z')
    const before = await company.job(visit)
    for (let count = 0; count < 12; count += 1) await company.waiting({ preferredDate: '2026-03-02' })
    const { assigned } = await company.dispatch()
    expect(assigned).toBeGreaterThan(8)
    expect(await company.job(visit)).toEqual(before)
  })

  test('sends the previous worker when that costs little', async () => {
    const { store, clock } = company.deps
    const customer = { id: 'customer-1', name: 'Jordan', createdAt: clock.now(), updatedAt: clock.now() }
    await store.write((tx) => tx.insert(customers).values(customer))
    const done = { customerId: customer.id }
    const first = await company.visit(sofia, '2026-02-02T16:00:00Z', done)
    await store.write((tx) => tx.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, first)))
    const again = await company.waiting(done)
    expect(actionFor(await company.dispatch(), again).worker).toBe(sofia)
  })

  test('shows driving separately from other factors', async () => {
    const { store, clock } = company.deps
    const customer = { id: 'customer-1', name: 'Jordan', createdAt: clock.now(), updatedAt: clock.now() }
    await store.write((tx) => tx.insert(customers).values(customer))
    const first = await company.visit(sofia, '2026-02-02T16:00:00Z', { customerId: customer.id })
    await store.write((tx) => tx.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, first)))
    const again = await company.waiting({ customerId: customer.id })
    const { travel, score, runnerUp } = actionFor(await company.dispatch(), again)
    expect({ travel, runnerUp }).toMatchObject({
      travel: 8,
      runnerUp: { worker: marcus, travel: 8, drawback: 'new_to_customer' },
    })
    // Eight minutes of driving minus eight for a known face.
    expect(score).toBeLessThan(1)
  })

  test('considers urgent jobs first when not everything fits', async () => {
    await company.deps.store.write((tx) => tx.update(workers).set({ maxJobsPerDay: 1 }))
    const wish = { preferredDate: '2026-03-03' }
    await company.waiting(wish)
    const pressing = await company.waiting({ ...wish, priority: 10 })
    const urgent = await company.waiting({ ...wish, priority: 8 })
    const run = await company.dispatch()
    expect(run.assigned).toBe(2)
    for (const id of [pressing, urgent]) expect(actionFor(run, id).type).toBe('assigned')
  })
})

describe('HQ', () => {
  test('runs dispatch and sees what it would do', async () => {
    const id = await company.waiting()
    const dry = await company.post('/api/admin/dispatch/run', { dryRun: true })
    expect([dry.status, dry.body.data.assigned]).toEqual([200, 1])
    expect((await company.job(id)).status).toBe('pending')
    const run = await company.post('/api/admin/dispatch/run')
    expect([run.status, run.body.data.assigned]).toEqual([200, 1])
    const { body } = await company.get(`/api/admin/jobs/${id}`)
    expect(body.data.timeline.at(-1).actor).toBe('hq:admin@example.com')
  })

  test('gets the same answer again for the same Idempotency-Key', async () => {
    await company.waiting()
    const key = { 'idempotency-key': 'once' }
    const first = await company.post('/api/admin/dispatch/run', {}, key)
    await company.waiting()
    expect((await company.post('/api/admin/dispatch/run', {}, key)).body).toEqual(first.body)
    expect((await company.dispatch()).assigned).toBe(1)
  })

  test('needs an HQ token', async () => {
    expect((await company.call('POST', '/api/admin/dispatch/run', { body: {} })).status).toBe(401)
  })
})

describe('franchises', () => {
  test('without workers, inactive or unknown get nothing, and HQ gets a to-do', async () => {
    const { store, clock } = company.deps
    const stamps = { timeZone: 'America/Denver', createdAt: clock.now(), updatedAt: clock.now() }
    await store.write((tx) =>
      tx.insert(franchises).values([
        { id: 'closed', name: 'Closed', active: false, ...stamps },
        { id: 'empty', name: 'Empty', ...stamps },
      ]),
    )
    const ids = {
      closed: await company.waiting({ franchiseId: 'closed' }),
      empty: await company.waiting({ franchiseId: 'empty' }),
      unknown: await company.waiting({ franchiseId: 'no-such-franchise' }),
      none: await company.waiting({ franchiseId: null }),
    }
    const run = await company.dispatch()
    const told = (id: string) => {
      const { type, reason, detail } = actionFor(run, id)
      return { type, reason, detail }
    }
    expect(told(ids.closed)).toEqual({
      type: 'escalated',
      reason: 'out_of_area',
      detail: "Its franchise isn't active.",
    })
    expect(told(ids.empty)).toEqual({
      type: 'escalated',
      reason: 'no_skill',
      detail: 'The franchise has no active technician.',
    })
    expect(told(ids.unknown)).toMatchObject({
      reason: 'out_of_area',
      detail: expect.stringContaining("doesn't exist"),
    })
    expect(told(ids.none)).toMatchObject({
      reason: 'out_of_area',
      detail: expect.stringContaining('every service area'),
    })
    expect(await company.openTasks()).toEqual(
      [
        `dispatch.out-of-area ${ids.closed}`,
        `dispatch.no-skill ${ids.empty}`,
        `job.unknown-franchise ${ids.unknown}`,
        `job.no-franchise ${ids.none}`,
      ].toSorted(),
    )
  })

  test("leave jobs without a franchise to HQ's own workers", async () => {
    await company.deps.store.write((tx) =>
      tx.update(workers).set({ franchiseId: null }).where(eq(workers.id, sofia)),
    )
    const id = await company.waiting({ franchiseId: null })
    expect(actionFor(await company.dispatch(), id)).toMatchObject({
      worker: sofia,
      reason: 'only_fit',
      runnerUp: null,
    })
  })

  test('serve a polygon or ZIP codes, and everywhere without either', async () => {
    const { store } = company.deps
    const far = { lat: 40.4, lng: -104.7 }
    const outside = await company.waiting(far)
    const byZip = await company.waiting({ ...far, zip: '80202' })
    const run = await company.dispatch()
    expect(actionFor(run, outside)).toMatchObject({ type: 'escalated', reason: 'out_of_area' })
    expect(actionFor(run, byZip)).toMatchObject({ type: 'assigned' })
    await store.write(async (tx) => {
      await tx.update(franchises).set({ areaPolygon: null }).where(eq(franchises.id, denver))
      await tx.delete(franchiseZips)
    })
    expect(actionFor(await company.dispatch(), outside)).toMatchObject({ type: 'assigned' })
  })
})

test('skills are the same in any case', async () => {
  await company.deps.store.write((tx) => tx.update(serviceTypes).set({ skills: ['GUTTER '] }))
  await company.waiting()
  expect((await company.dispatch()).assigned).toBe(1)
})
