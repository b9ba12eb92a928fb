import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { deliverDue } from '../../../src/modules/messages/queue'
import { marcus, sofia } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const first = { start: '2026-03-09T16:00:00Z', workerId: marcus }
const second = { start: '2026-03-10T18:00:00Z', workerId: sofia }

/** A job with a visit the customer knows about. */
async function visit(): Promise<string> {
  const id = await office.bookOne()
  await change(id, 'schedule', { ...first, tellCustomer: false })
  office.clock.advance(60_000)
  return id
}

const change = async (id: string, step: string, body: object) => {
  const { status, body: answer } = await office.hq('POST', `/jobs/${id}/${step}`, body)
  return { status, error: answer.error, job: answer.data }
}
const move = (id: string, to: object) => change(id, 'schedule', { ...to, undoable: true })
const undo = (id: string, revision: number) => change(id, 'undo', { revision })

/** The messages about the visit, each with its state. */
const news = async () =>
  (await office.deps.store.read.select().from(outbox).orderBy(asc(outbox.id)))
    .filter(({ template, channel }) => channel === 'email' && template !== 'booked')
    .map(({ template, state, data }) => [template, state, data.start ?? null])

async function deliver(): Promise<void> {
  await deliverDue(office.deps)
  await office.deps.background.idle()
}

describe('undoing a change of a visit', () => {
  test('takes back the visit and its message, which never goes out', async () => {
    const id = await visit()
    const moved = await move(id, second)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'queued', Date.parse(second.start)]])
    const { status, job } = await undo(id, moved.job.revision)
    expect(status).toBe(200)
    expect([job.workerId, job.scheduledStart]).toEqual([marcus, '2026-03-09T16:00:00.000Z'])
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(second.start)]])
    const { body } = await office.hq('GET', `/jobs/${id}`)
    expect(body.data.timeline.at(-1)).toMatchObject({ kind: 'undone' })
  })

  test('without it, the message goes out once the time to undo is over', async () => {
    const id = await visit()
    const moved = await move(id, second)
    office.clock.advance(11_999)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'queued', Date.parse(second.start)]])
    office.clock.advance(1)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'sent', Date.parse(second.start)]])
    const late = await undo(id, moved.job.revision)
    expect([late.status, late.error]).toEqual([
      409,
      "It's too late to undo this change. Move the visit back instead.",
    ])
    expect((await office.hq('GET', `/jobs/${id}`)).body.data.job.workerId).toBe(sofia)
  })

  test('is refused when the message has already left, even within the time', async () => {
    const id = await visit()
    const moved = await change(id, 'schedule', second)
    await deliver()
    const { status, error } = await undo(id, moved.job.revision)
    expect([status, error]).toEqual([409, 'The customer already got a message about this change'])
    expect((await office.hq('GET', `/jobs/${id}`)).body.data.job.workerId).toBe(sofia)
  })

  test('is refused when someone changed the job since, and works only once', async () => {
    const id = await visit()
    const moved = await move(id, second)
    const again = await move(id, { ...second, start: '2026-03-11T18:00:00Z' })
    expect((await undo(id, moved.job.revision)).status).toBe(409)
    const undone = await undo(id, again.job.revision)
    expect(undone.status).toBe(200)
    expect((await undo(id, again.job.revision)).error).toStartWith('This job has changed in the meantime')
    expect((await undo(id, undone.job.revision)).error).toBe("This change can't be undone")
  })

  test('puts an unscheduled visit back', async () => {
    const id = await visit()
    const off = await change(id, 'move', { to: 'pending', undoable: true })
    expect(off.job.status).toBe('pending')
    expect(await news()).toEqual([['unscheduled', 'queued', null]])
    const { job } = await undo(id, off.job.revision)
    expect([job.status, job.workerId, job.scheduledEnd]).toEqual([
      'scheduled',
      marcus,
      '2026-03-09T17:15:00.000Z',
    ])
    expect(await news()).toEqual([['unscheduled', 'cancelled', null]])
  })

  test("can't put a visit back where another one is by now", async () => {
    const id = await visit()
    const moved = await move(id, second)
    await change(await office.bookOne(), 'schedule', { ...first, tellCustomer: false })
    const { status, error } = await undo(id, moved.job.revision)
    expect([status, error]).toEqual([409, 'This technician has another visit at that time'])
    expect(await news()).toEqual([['scheduled', 'queued', Date.parse(second.start)]])
  })
})

describe('a second change while the first message waits', () => {
  const third = { ...second, start: '2026-03-11T18:00:00Z' }

  test('sends one message about the visit as it is in the end', async () => {
    const id = await visit()
    await move(id, second)
    await move(id, { ...third, tellCustomer: false })
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([
      ['scheduled', 'cancelled', Date.parse(second.start)],
      ['scheduled', 'sent', Date.parse(third.start)],
    ])
  })

  test('sends nothing when the visit is back where it was', async () => {
    const id = await visit()
    await move(id, second)
    await move(id, first)
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(second.start)]])
  })

  test('lets the first message go when the second change is undone', async () => {
    const id = await visit()
    await move(id, second)
    const again = await move(id, third)
    await undo(id, again.job.revision)
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([
      ['scheduled', 'sent', Date.parse(second.start)],
      ['scheduled', 'cancelled', Date.parse(third.start)],
    ])
  })

  test('says nothing about a visit that was scheduled and unscheduled again', async () => {
    const id = await office.bookOne()
    await move(id, first)
    await change(id, 'move', { to: 'pending', undoable: true })
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(first.start)]])
  })

  test('says only that the job is canceled when it is', async () => {
    const id = await visit()
    await move(id, second)
    await change(id, 'cancel', {})
    office.clock.advance(60_000)
    await deliver()
    expect((await news()).map(([template, state]) => [template, state])).toEqual([
      ['scheduled', 'cancelled'],
      ['cancelled', 'sent'],
    ])
  })
})

describe('deciding again whether the customer is notified', () => {
  const notify = (id: string, revision: number, tellCustomer: boolean) =>
    change(id, 'notify', { revision, tellCustomer })

  test('holds the message back, and lets it go again', async () => {
    const id = await visit()
    const { revision } = (await move(id, second)).job
    expect((await notify(id, revision, false)).status).toBe(200)
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(second.start)]])
    await notify(id, revision, true)
    expect(await news()).toEqual([['scheduled', 'queued', Date.parse(second.start)]])
    await notify(id, revision, false)
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(second.start)]])
    expect((await notify(id, revision, true)).status).toBe(409)
  })

  test('queues a message for a change that was made without one', async () => {
    const id = await visit()
    const later = { ...first, start: '2026-03-09T18:00:00Z' }
    const { revision } = (await move(id, { ...later, tellCustomer: false })).job
    expect(await news()).toEqual([])
    await notify(id, revision, true)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'queued', Date.parse(later.start)]])
    await undo(id, revision)
    office.clock.advance(60_000)
    await deliver()
    expect(await news()).toEqual([['scheduled', 'cancelled', Date.parse(later.start)]])
  })
})

test('resizing a visit keeps its start, its technician and its buffer', async () => {
  const id = await visit()
  const { job } = await move(id, { ...first, end: '2026-03-09T18:30:00Z', tellCustomer: false })
  expect([job.scheduledStart, job.scheduledEnd, job.busyUntil, job.workerId]).toEqual([
    '2026-03-09T16:00:00.000Z',
    '2026-03-09T18:30:00.000Z',
    '2026-03-09T18:45:00.000Z',
    marcus,
  ])
  expect(await news()).toEqual([])
})
