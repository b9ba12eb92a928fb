import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoices, jobs, outbox, serviceTypes } from '../../../db/schema'
import { marcus } from '../../support/world'
import { startOffice, type Office } from '../jobs/office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const hq: Office['hq'] = (...call) => office.hq(...call)

async function finish(id: string, days = 0): Promise<void> {
  const start = new Date(Date.parse('2026-03-09T16:00:00Z') + days * 86_400_000).toISOString()
  await hq('POST', `/jobs/${id}/schedule`, { start, workerId: marcus })
  for (const to of ['en_route', 'in_progress', 'completed'])
    expect((await hq('POST', `/jobs/${id}/move`, { to })).status).toBe(200)
  await office.deps.background.idle()
}
const invoicesOf = (jobId: string) =>
  office.deps.store.read.select().from(invoices).where(eq(invoices.jobId, jobId))
const messagesOf = (jobId: string) =>
  office.deps.store.read
    .select({ template: outbox.template, data: outbox.data })
    .from(outbox)
    .where(eq(outbox.jobId, jobId))
const openTasks = async () =>
  (await hq('GET', '/tasks')).body.data.items.map(({ kind, subject }: Record<string, string>) => [
    kind,
    subject,
  ])

describe('a finished, unpaid job', () => {
  test('sends its invoice automatically when the customer chose to pay later', async () => {
    const id = await office.bookOne()
    await finish(id)
    expect(await invoicesOf(id)).toMatchObject([{ status: 'sent', paidAt: null, postAt: null }])
    const told = await messagesOf(id)
    expect(told.find(({ template }) => template === 'completed')?.data).toMatchObject({ invoiced: true })
    const { data } = told.find(({ template }) => template === 'invoice')!
    const url = new URL((data as { url: string }).url)
    expect((await office.app.handle(new Request(`http://localhost${url.pathname}`))).status).toBe(200)
    expect(await openTasks()).toEqual([])
  })

  test('booked by HQ gets a draft, and a to-do to send it', async () => {
    const { body } = await hq('POST', '/jobs', {
      customerName: 'Erin',
      customerEmail: 'erin@example.com',
      address: '1420 Larimer St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 100,
    })
    const id = body.data.job.id as string
    await finish(id)
    expect(await invoicesOf(id)).toMatchObject([{ status: 'draft', postAt: null }])
    expect(await openTasks()).toContainEqual(['invoice.to-send', id])
    const told = await messagesOf(id)
    expect(told.find(({ template }) => template === 'completed')?.data).toMatchObject({ invoiced: false })
  })

  test("with a payment of its own doesn't ask for money automatically", async () => {
    const id = await office.bookOne({ paymentId: 'pi_elsewhere', paymentStatus: 'pending' })
    await finish(id)
    const [invoice] = await invoicesOf(id)
    expect(invoice?.status ?? 'paid').not.toBe('sent')
  })

  test('keeps the one invoice made before', async () => {
    const id = await office.bookOne()
    await office.call('POST', '/api/invoices/generate', {
      token: await office.hqToken(),
      body: { jobId: id },
    })
    const [made] = await invoicesOf(id)
    await finish(id)
    expect(await invoicesOf(id)).toMatchObject([{ id: made!.id, status: 'sent' }])
  })

  test('is left to the schedule that bills its visits', async () => {
    const id = await office.bookOne()
    const recurringScheduleId = 'template-1'
    await office.deps.store.write((tx) =>
      tx
        .update(jobs)
        .set({ templateId: recurringScheduleId, templatePeriod: '2026-03-09' })
        .where(eq(jobs.id, id)),
    )
    const schedule = await office.call('POST', '/api/billing/recurring', {
      token: await office.hqToken(),
      body: {
        recurringScheduleId,
        customerId: 'somebody',
        customerName: 'Ada Park',
        serviceType: 'Gutter cleaning',
        intervalMonths: 3,
        price: 189.5,
        nextBillingDate: '2026-03-31',
      },
    })
    expect(schedule.status).toBeLessThan(300)
    await finish(id)
    expect(await invoicesOf(id)).toEqual([])
    expect(await openTasks()).not.toContainEqual(['invoice.to-send', id])
  })

  test('is finished together with its invoice, or not at all', async () => {
    const id = await office.bookOne()
    await office.deps.store.write((tx) =>
      tx.run(
        `CREATE TRIGGER no_invoices BEFORE INSERT ON invoices BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
      ),
    )
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const to of ['en_route', 'in_progress']) await hq('POST', `/jobs/${id}/move`, { to })
    expect((await hq('POST', `/jobs/${id}/move`, { to: 'completed' })).status).toBe(500)
    const [job] = await office.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
    expect(job?.status).toBe('in_progress')
    expect((await messagesOf(id)).some(({ template }) => template === 'completed')).toBe(false)
  })
})

describe('a job without a price', () => {
  beforeEach(() => office.deps.store.write((tx) => tx.update(serviceTypes).set({ listPriceCents: null })))

  test('asks HQ for one from the booking until it has one', async () => {
    const id = await office.bookOne({ price: 0 })
    expect(await openTasks()).toContainEqual(['job.no-price', id])
    expect((await hq('POST', `/jobs/${id}/reprice`, { price: 120 })).status).toBe(200)
    expect(await openTasks()).toEqual([])
  })

  test("stops asking once it's canceled", async () => {
    const id = await office.bookOne({ price: 0 })
    expect((await hq('POST', `/jobs/${id}/cancel`, {})).status).toBe(200)
    expect(await openTasks()).toEqual([])
  })

  test('is invoiced when the price is set after the visit', async () => {
    const id = await office.bookOne({ price: 0 })
    await finish(id)
    expect(await invoicesOf(id)).toEqual([])
    expect(await openTasks()).toContainEqual(['job.no-price', id])
    expect((await hq('POST', `/jobs/${id}/reprice`, { price: 120 })).status).toBe(200)
    await office.deps.background.idle()
    expect(await invoicesOf(id)).toMatchObject([{ status: 'sent', totalCents: expect.any(Number) }])
  })
})
