import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, jobs, secondWorkers, workers } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { isoTime } from '../../../src/lib/clock'
import { failureOf } from '../../support/failure'
import { denver, marcus, sofia } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
const priya = 'worker-priya'

beforeEach(async () => {
  office = await startOffice()
  const stamps = { createdAt: 0, updatedAt: 0 }
  await office.deps.store.write((tx) =>
    tx.insert(workers).values({ id: priya, name: 'Priya Shah', franchiseId: denver, ...stamps }),
  )
})
afterEach(() => office.close())

const start = '2026-03-09T16:00:00Z'
const change = async (id: string, step: string, body: object) => {
  const { status, body: answer } = await office.hq('POST', `/jobs/${id}/${step}`, body)
  return { status, error: answer.error, details: answer.details, job: answer.data }
}
const schedule = (id: string, body: object) => change(id, 'schedule', { start, ...body })
const technicians = async (id: string) => {
  const { job } = (await office.hq('GET', `/jobs/${id}`)).body.data
  return [job.workerId, job.secondWorkerId]
}

/** A visit of Marcus with Priya. */
async function visit(): Promise<string> {
  const id = await office.bookOne()
  const { status } = await schedule(id, { workerId: marcus, secondWorkerId: priya })
  expect(status).toBe(200)
  return id
}

test('a coming visit that needs two and has one is a to-do until a second is found', async () => {
  const todo = async () =>
    (await office.deps.store.read.select().from(hqTasks)).filter(({ kind }) => kind === 'job.second-missing')
  const needs = (count: number) => office.hq('PATCH', `/jobs/${id}`, { technicians: count })
  const id = await office.bookOne()
  await needs(2)
  expect(await todo()).toEqual([])
  await schedule(id, { workerId: marcus })
  expect(await todo()).toMatchObject([
    { subject: id, state: 'open', title: 'Gutter cleaning needs a second technician' },
  ])
  await change(id, 'assign', { workerId: marcus, secondWorkerId: priya })
  expect(await todo()).toMatchObject([{ state: 'done' }])
  await change(id, 'assign', { workerId: marcus, secondWorkerId: null })
  expect(await todo()).toMatchObject([{ state: 'done' }, { state: 'open' }])
  await needs(1)
  expect((await todo()).map(({ state }) => state)).toEqual(['done', 'done'])
})

describe('a visit for two technicians', () => {
  test('keeps both busy, as the lead and as the second technician of another visit', async () => {
    await visit()
    const other = await office.bookOne()
    const refused = 'This technician has another visit at that time'
    const second = 'The second technician has another visit at that time'
    expect(await schedule(other, { workerId: priya })).toMatchObject({ status: 409, error: refused })
    expect(await schedule(other, { workerId: marcus })).toMatchObject({ status: 409, error: refused })
    for (const secondWorkerId of [marcus, priya])
      expect(await schedule(other, { workerId: sofia, secondWorkerId })).toMatchObject({
        status: 409,
        error: second,
      })
    expect(await technicians(other)).toEqual([null, null])
    expect((await schedule(other, { workerId: sofia })).status).toBe(200)
  })

  test('moves with both, unless the second technician is taken then', async () => {
    const id = await visit()
    const later = '2026-03-09T20:00:00Z'
    const taken = await office.bookOne()
    await schedule(taken, { start: later, workerId: priya })
    expect(await schedule(id, { start: later, workerId: marcus })).toMatchObject({
      status: 409,
      error: 'The second technician has another visit at that time',
    })
    expect(await schedule(id, { start: '2026-03-10T16:00:00Z', workerId: marcus })).toMatchObject({
      status: 200,
      job: { workerId: marcus, secondWorkerId: priya },
    })
    const [row] = await office.deps.store.read.select().from(secondWorkers)
    expect(isoTime(row!.start)).toBe('2026-03-10T16:00:00.000Z')
    // Her morning is free again.
    expect((await schedule(await office.bookOne(), { workerId: priya })).status).toBe(200)
  })

  test("can't be moved onto another visit of the second technician by any statement", async () => {
    const id = await visit()
    const taken = await office.bookOne()
    await schedule(taken, { start: '2026-03-09T20:00:00Z', workerId: priya })
    const [other] = await office.deps.store.read.select().from(jobs).where(eq(jobs.id, taken))
    const { scheduledStart, scheduledEnd, busyUntil } = other!
    const failure = await failureOf(
      office.deps.store.write((tx) =>
        tx.update(jobs).set({ scheduledStart, scheduledEnd, busyUntil }).where(eq(jobs.id, id)),
      ),
    )
    expect(brokenConstraint(failure)).toBe('truckroll:second-overlap')
  })

  test('keeps its second technician when the lead changes, and the two can change places', async () => {
    const id = await visit()
    await change(id, 'assign', { workerId: sofia })
    expect(await technicians(id)).toEqual([sofia, priya])
    await change(id, 'assign', { workerId: priya })
    expect(await technicians(id)).toEqual([priya, sofia])
    expect(await change(id, 'assign', { workerId: priya, secondWorkerId: priya })).toMatchObject({
      status: 400,
      details: ['secondWorkerId: must be someone else than the lead'],
    })
    await change(id, 'assign', { workerId: priya, secondWorkerId: null })
    expect(await technicians(id)).toEqual([priya, null])
  })

  test('frees both when it is unassigned, unscheduled or canceled', async () => {
    for (const end of [
      (id: string) => change(id, 'assign', { workerId: null }),
      (id: string) => change(id, 'move', { to: 'pending' }),
      (id: string) => change(id, 'cancel', {}),
    ]) {
      const id = await visit()
      expect((await end(id)).status).toBe(200)
      const next = await office.bookOne()
      expect((await schedule(next, { workerId: priya, secondWorkerId: marcus })).status).toBe(200)
      await change(next, 'cancel', {})
    }
  })

  test('can be undone with both, and the timeline says who came along', async () => {
    const id = await visit()
    const { job } = await change(id, 'assign', { workerId: sofia, secondWorkerId: null, undoable: true })
    expect((await change(id, 'undo', { revision: job.revision })).status).toBe(200)
    expect(await technicians(id)).toEqual([marcus, priya])
    const off = await change(id, 'move', { to: 'pending', undoable: true })
    await change(id, 'undo', { revision: off.job.revision })
    expect(await technicians(id)).toEqual([marcus, priya])
    const { timeline } = (await office.hq('GET', `/jobs/${id}`)).body.data
    const seconds = timeline.flatMap((line: { after: object }) =>
      'secondWorkerId' in line.after ? [line.after.secondWorkerId] : [],
    )
    expect(seconds).toEqual([priya, null, priya, null, priya])
  })

  test('asks about the visit when the second technician takes time off', async () => {
    await visit()
    const off = { startsAt: '2026-03-09T06:00:00Z', endsAt: '2026-03-10T06:00:00Z' }
    expect((await office.hq('POST', `/workers/${priya}/time-off`, off)).status).toBe(201)
    const [todo] = await office.deps.store.read
      .select({ title: hqTasks.title })
      .from(hqTasks)
      .where(eq(hqTasks.subject, priya))
    expect(todo?.title).toBe('Priya Shah has time off: 1 visit affected')
  })

  test("is in the lists of both, and in nobody's booking answer", async () => {
    const id = await visit()
    for (const workerId of [marcus, priya]) {
      const { items } = (await office.hq('GET', `/jobs?workerId=${workerId}`)).body.data
      expect(items).toMatchObject([{ id, workerId: marcus, secondWorkerId: priya, technicians: 1 }])
    }
    const booked = (
      await office.call('POST', '/api/jobs/create', {
        body: { customerName: 'Kim', address: '1 Main St', type: 'Gutter cleaning', price: 200 },
        from: '203.0.113.9',
      })
    ).body.data.job
    expect(Object.keys(booked)).not.toContain('secondWorkerId')
    expect(Object.keys(booked)).not.toContain('technicians')
  })
})

describe('the number of technicians', () => {
  test('comes from the service, unless the job says otherwise', async () => {
    const id = await office.bookOne()
    const needed = async () => (await office.hq('GET', `/jobs/${id}`)).body.data.job.technicians
    expect(await needed()).toBe(1)
    await office.hq('PATCH', '/services/service-cleaning', { technicians: 2 })
    expect(await needed()).toBe(2)
    await office.hq('PATCH', `/jobs/${id}`, { technicians: 1 })
    expect(await needed()).toBe(1)
    await office.hq('PATCH', `/jobs/${id}`, { technicians: null })
    expect(await needed()).toBe(2)
    expect((await office.hq('PATCH', `/jobs/${id}`, { technicians: 3 })).status).toBe(400)
  })
})
