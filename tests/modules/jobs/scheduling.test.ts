import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { failureOf } from '../../support/failure'
import { denver, marcus, sofia } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const hq: Office['hq'] = (...call) => office.hq(...call)
const bookOne: Office['bookOne'] = (overrides) => office.bookOne(overrides)

describe('scheduling a visit', () => {
  test('takes the duration from the service type and keeps the buffer after it', async () => {
    const id = await bookOne()
    const { status, body } = await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-09T16:00:00Z',
      workerId: marcus,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'scheduled',
      workerId: marcus,
      // 45 + 0.15 × 100 ft × 2 stories
      scheduledEnd: '2026-03-09T17:15:00.000Z',
      busyUntil: '2026-03-09T17:30:00.000Z',
    })
  })

  test("notifies the customer in the franchise's time zone, and again when the visit moves", async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-10T16:00:00Z', workerId: marcus })
    await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-11T16:00:00Z',
      workerId: marcus,
      tellCustomer: false,
    })
    const told = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'scheduled'))
    expect(told.map(({ about, data }) => [about.split(':')[1], data.moved])).toEqual([
      [id, false],
      [id, true],
    ])
    const { body } = await hq('GET', `/jobs/${id}`)
    expect(
      body.data.timeline
        .map((line: { kind: string }) => line.kind)
        .filter((kind: string) => kind !== 'placed'),
    ).toEqual(['booked', 'scheduled', 'rescheduled', 'rescheduled'])
  })

  test('tells the customer about a new technician, and sends nothing when nothing changed', async () => {
    const id = await bookOne()
    const visit = { start: '2026-03-09T16:00:00Z', workerId: marcus }
    await hq('POST', `/jobs/${id}/schedule`, visit)
    await hq('POST', `/jobs/${id}/schedule`, { ...visit, locked: true })
    // Customers aren't told when a visit ends.
    await hq('POST', `/jobs/${id}/schedule`, { ...visit, end: '2026-03-09T20:00:00Z', locked: true })
    await hq('POST', `/jobs/${id}/assign`, { workerId: sofia })
    const told = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'scheduled'))
    expect(told.map(({ data }) => [data.moved, data.kept, data.workerName])).toEqual([
      [false, false, 'Marcus Lee'],
      [false, true, 'Sofia Reyes'],
    ])
  })

  test("records yesterday's visit without a message, and refuses anything earlier", async () => {
    const id = await bookOne()
    const schedule = (start: string) => hq('POST', `/jobs/${id}/schedule`, { start, workerId: marcus })
    const { status, body } = await schedule('2026-03-01T14:59:59Z')
    expect([status, body.details]).toEqual([400, ['start: must not be more than a day in the past']])
    expect((await schedule('2026-03-01T15:00:00Z')).status).toBe(200)
    const told = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'scheduled'))
    expect(told).toEqual([])
  })

  test('needs an end when the service type has no duration', async () => {
    const id = await bookOne({ type: 'Something new' })
    const { status, body } = await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z' })
    expect([status, body.details]).toEqual([400, ['end: is required, because this service has no duration']])
    const end = '2026-03-09T18:00:00Z'
    expect((await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', end })).status).toBe(
      200,
    )
    for (const earlier of ['2026-03-09T16:00:00Z', end]) {
      const backwards = await hq('POST', `/jobs/${id}/schedule`, { start: end, end: earlier })
      expect([backwards.status, backwards.body.details]).toEqual([400, ['end: must be after start']])
    }
  })

  test("refuses a worker or a job that doesn't exist", async () => {
    const id = await bookOne()
    expect(
      (await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: 'nobody' }))
        .status,
    ).toBe(404)
    expect((await hq('POST', '/jobs/none/schedule', { start: '2026-03-09T16:00:00Z' })).status).toBe(404)
  })

  test('lets one of fifty simultaneous requests have a worker at overlapping times', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => bookOne()))
    const start = Date.parse('2026-03-09T16:00:00Z')
    const answers = await Promise.all(
      ids.map((id, index) =>
        // Spread over an hour: each overlaps every other, some only through their buffers.
        hq('POST', `/jobs/${id}/schedule`, {
          start: new Date(start + index * 60_000).toISOString(),
          workerId: marcus,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  })

  test('gives back-to-back visits to one worker, and the same time to another', async () => {
    const [one, two, three] = [await bookOne(), await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    expect(
      (await hq('POST', `/jobs/${two}/schedule`, { start: '2026-03-09T17:30:00Z', workerId: marcus })).status,
    ).toBe(200)
    expect(
      (await hq('POST', `/jobs/${three}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus }))
        .status,
    ).toBe(409)
    expect(
      (await hq('POST', `/jobs/${three}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: sofia }))
        .status,
    ).toBe(200)
    expect((await hq('POST', `/jobs/${three}/assign`, { workerId: marcus })).status).toBe(409)
    expect((await hq('POST', `/jobs/${two}/assign`, { workerId: sofia })).body.data.workerId).toBe(sofia)
  })

  test('is refused by the schema itself, not only by code', async () => {
    const [one, two] = [await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    const steal = office.deps.store.write((tx) =>
      tx.run(sql`UPDATE jobs SET worker_id = ${marcus}, status = 'scheduled', scheduled_start = ${Date.parse('2026-03-09T17:20:00Z')},
        scheduled_end = ${Date.parse('2026-03-09T18:00:00Z')}, busy_until = ${Date.parse('2026-03-09T18:00:00Z')} WHERE id = ${two}`),
    )
    expect(brokenConstraint(await failureOf(steal))).toBe('truckroll:overlap')
  })
})

describe('a job changed since someone looked', () => {
  const visit = { start: '2026-03-09T16:00:00Z', workerId: marcus }
  const look = async (id: string) => {
    await office.deps.background.idle()
    return (await hq('GET', `/jobs/${id}`)).body.data.job
  }

  test('is neither scheduled nor assigned based on the old state', async () => {
    const id = await bookOne()
    const { revision } = await look(id)
    const { body } = await hq('POST', `/jobs/${id}/schedule`, { ...visit, revision })
    expect(body.data.revision).toBe(revision + 1)
    const stale = await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-10T16:00:00Z',
      workerId: sofia,
      revision,
    })
    expect([stale.status, stale.body.error]).toEqual([
      409,
      'This job has changed in the meantime: Marcus Lee has it on Monday, March 9 at 10:00 AM',
    ])
    expect((await hq('POST', `/jobs/${id}/assign`, { workerId: sofia, revision })).status).toBe(409)
    expect(await look(id)).toMatchObject({ workerId: marcus, scheduledStart: '2026-03-09T16:00:00.000Z' })
    const told = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'scheduled'))
    expect(told).toHaveLength(1)
  })

  test("is accepted as it is when the caller doesn't say what they saw", async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, visit)
    expect((await hq('POST', `/jobs/${id}/schedule`, { ...visit, workerId: sofia })).status).toBe(200)
  })

  test("says that it's waiting for a time again", async () => {
    const id = await bookOne()
    await look(id)
    await hq('POST', `/jobs/${id}/schedule`, visit)
    const { revision } = await look(id)
    await hq('POST', `/jobs/${id}/move`, { to: 'pending', tellCustomer: false })
    const { body } = await hq('POST', `/jobs/${id}/schedule`, { ...visit, revision })
    expect(body.error).toBe('This job has changed in the meantime: it is waiting to be scheduled')
  })

  test("doesn't count as changed after being located on the map", async () => {
    const id = await bookOne({ franchiseId: denver })
    const job = await look(id)
    expect(job).toMatchObject({ placeState: 'placed', revision: 1 })
    expect((await hq('POST', `/jobs/${id}/schedule`, { ...visit, revision: 0 })).status).toBe(200)
    expect((await hq('POST', `/jobs/${id}/schedule`, { ...visit, revision: 0 })).status).toBe(409)
  })
})
