import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { startRecurring } from '../recurring/world'
import { deskOf, type Desk } from './desk'

let money: MoneyTest
let desk: Desk
beforeEach(async () => {
  money = await startMoneyTest()
  desk = deskOf(money)
})
afterEach(() => money.close())

const tasksToSend = () =>
  money.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'invoice.to-send'))

describe('a new price', () => {
  test('appears on the draft, even once the job is paid', async () => {
    const job = await money.job()
    const { invoice } = await desk.make(job.id)
    await desk.reprice(job.id, 300)
    expect((await desk.detail(invoice.id)).invoiceData).toMatchObject({
      totalCents: 30_000,
      balanceCents: 30_000,
    })
    await money.pay(job.id)
    expect(await desk.invoicesOf(job.id)).toMatchObject([
      { id: invoice.id, totalCents: 30_000, paidAt: money.clock.now() },
    ])
    expect(await tasksToSend()).toEqual([])
  })

  test('replaces an invoice sent with another total, and asks HQ to send it', async () => {
    const job = await money.job()
    const old = await desk.sent(job.id)
    await desk.reprice(job.id, 150)
    const [before, after] = await desk.invoicesOf(job.id)
    expect(before).toMatchObject({ id: old.id, status: 'void', number: 'HQ-2026-0001', totalCents: 19_999 })
    expect(after).toMatchObject({ status: 'draft', number: null, totalCents: 15_000, paidAt: null })
    expect(await tasksToSend()).toMatchObject([{ subject: job.id, state: 'open' }])
    expect((await money.open('GET', old.path)).text).not.toContain('Pay now')

    expectStatus(await desk.send(after!.id), 200)
    expect(await tasksToSend()).toMatchObject([{ state: 'done', doneBy: 'truckroll' }])
    const { invoiceData } = await desk.detail(after!.id)
    expect(invoiceData).toMatchObject({ number: 'HQ-2026-0002', balanceCents: 15_000 })
    const path = new URL(invoiceData.payUrl).pathname
    expect((await money.open('POST', `${path}/pay`, { raw: '' })).status).toBe(303)
  })

  test('needs no new invoice once the job was paid in another way', async () => {
    const job = await money.job()
    await desk.sent(job.id)
    await desk.reprice(job.id, 150)
    await desk.reprice(job.id, 140)
    expect(await tasksToSend()).toHaveLength(1)
    await money.pay(job.id)
    expect((await desk.invoicesOf(job.id))[1]).toMatchObject({
      totalCents: 14_000,
      paidAt: money.clock.now(),
    })
    expect(await tasksToSend()).toMatchObject([{ state: 'done' }])
  })

  test('leaves a sent invoice alone when the total stays the same', async () => {
    const job = await money.job({ price: 200 })
    const { id } = await desk.sent(job.id)
    expectStatus(
      await money.hq('POST', `/api/admin/jobs/${job.id}/reprice`, { price: 210, discount: 10 }),
      200,
    )
    expect(await desk.invoicesOf(job.id)).toMatchObject([{ id, status: 'sent' }])
  })

  test('is due on an invoice that was free before', async () => {
    const job = await money.job({ price: 0 })
    const { id } = await desk.sent(job.id)
    await desk.reprice(job.id, 150)
    expect(await desk.invoicesOf(job.id)).toMatchObject([
      { id, status: 'void' },
      { status: 'draft', totalCents: 15_000, paidAt: null },
    ])
  })
})

describe('the invoice of a recurring schedule', () => {
  test('stays the one for its period when its price changes, and is void when its job is canceled', async () => {
    const world = await startRecurring()
    try {
      const recurringScheduleId = await world.template()
      const scheduleId = await world.schedule({ recurringScheduleId, nextBillingDate: '2026-03-10' })
      world.clock.set('2026-03-10T06:00:00Z')
      await world.run()
      const [job] = await world.rows.jobs()
      expectStatus(await world.post(`/api/admin/jobs/${job!.id}/reprice`, { price: 80 }), 200)
      const [old, fresh] = await world.rows.invoices()
      expect(old).toMatchObject({ status: 'void', number: 'HQ-2026-0001', scheduleId: null })
      expect(fresh).toMatchObject({
        status: 'draft',
        totalCents: 8_000,
        scheduleId,
        period: '2026-03-10',
        content: { period: '2026-03-10' },
      })
      expect(await world.run()).toMatchObject({ invoicesCreated: 0 })

      expectStatus(await world.post('/api/invoices/send', { invoiceId: fresh!.id, method: 'email' }), 200)
      expectStatus(await world.post(`/api/admin/jobs/${job!.id}/cancel`), 200)
      expect((await world.rows.invoices())[1]).toMatchObject({ status: 'void', number: 'HQ-2026-0002' })
    } finally {
      await world.close()
    }
  })

  test('is due once a free one gets a price', async () => {
    const world = await startRecurring()
    try {
      await world.schedule({ price: 0 })
      await world.run()
      const [job] = await world.rows.jobs()
      expectStatus(await world.post(`/api/admin/jobs/${job!.id}/reprice`, { price: 80 }), 200)
      expect(await world.rows.invoices()).toMatchObject([{ totalCents: 8_000, paidAt: null }])
    } finally {
      await world.close()
    }
  })
})
