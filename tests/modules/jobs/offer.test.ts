import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { marcus } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const offers = () => office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'new-time'))
const offer = (id: string, body: object) => office.hq('POST', `/jobs/${id}/offer`, body)
const window = { date: '2026-03-10', window: '08:00-10:00' }

test('an offer of another time goes to the customer once, and is noted on the job', async () => {
  const id = await office.bookOne()
  expect((await offer(id, window)).body.data).toEqual({ sent: true })
  expect((await offer(id, window)).body.data).toEqual({ sent: false })
  expect(await offers()).toMatchObject([
    { channel: 'email', jobId: id, data: { offeredDate: '2026-03-10', offeredWindow: '08:00-10:00' } },
  ])
  const { body } = await office.hq('GET', `/jobs/${id}`)
  expect(body.data.jobNotes.map(({ text }: { text: string }) => text)).toEqual([
    'Offered Tuesday, March 10, 8–10 AM by email.',
  ])
})

test('a customer can be asked for any time, and by text where there is no email', async () => {
  const id = await office.bookOne({ customerEmail: undefined })
  expect((await offer(id, {})).body.data).toEqual({ sent: true })
  expect(await offers()).toMatchObject([{ channel: 'sms', data: { offeredDate: null } }])
})

test('an offer needs a job that waits, a window customers can book, and someone to send it to', async () => {
  const id = await office.bookOne()
  expect((await offer(id, { ...window, window: '08:00-09:00' })).status).toBe(400)
  expect((await offer(id, { date: '2026-03-10' })).status).toBe(400)
  await office.hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
  expect((await offer(id, window)).status).toBe(409)
  const unreachable = await office.bookOne({ customerEmail: undefined, customerPhone: undefined })
  const { status, body } = await offer(unreachable, window)
  expect([status, body.error]).toEqual([
    409,
    "We don't have an email address or a phone number of this customer",
  ])
})
