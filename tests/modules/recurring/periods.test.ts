import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { demoIntents } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const intents = () => world.deps.store.read.select().from(demoIntents)

/** A planned visit on the 10th, and the schedule that bills it. */
async function visitBilledOn(nextBillingDate: string) {
  const template = await world.template({ anchorDate: '2026-03-10' })
  const schedule = await world.schedule({
    recurringScheduleId: template,
    nextBillingDate,
    autoCharge: true,
    paymentsCustomerId: 'cus_jordan',
  })
  await world.run()
  const [visit] = await world.rows.jobs()
  return { schedule, id: visit!.id, amount: visit!.totalCents }
}

async function billingOn(date: string) {
  world.clock.set(`${date}T06:00:00Z`)
  return world.run()
}

async function pay(jobId: string, amount: number): Promise<void> {
  const { url } = expectStatus(
    await world.call('POST', '/api/payments/checkout', { body: { jobId, amount } }),
    200,
  ).body.data
  await world.call('POST', new URL(String(url)).pathname, {
    raw: new URLSearchParams({ card: '4242424242424242' }),
  })
  await world.deps.background.idle()
}

async function sendInvoice(jobId: string): Promise<string> {
  const made = expectStatus(await world.post('/api/invoices/generate', { jobId }), 201)
  const invoiceId: string = made.body.data.invoice.id
  expectStatus(await world.post('/api/invoices/send', { invoiceId, method: 'email' }), 200)
  return invoiceId
}

/** Without the visits the run plans for later months. */
const jobsOfMarch = async () =>
  (await world.rows.jobs()).filter(({ templatePeriod }) => templatePeriod! < '2026-04')

describe.each(['2026-03-10', '2026-03-15'])('a March 10 visit billed on %s', (date) => {
  test("isn't charged again when it was paid", async () => {
    const visit = await visitBilledOn(date)
    await pay(visit.id, visit.amount)
    await billingOn(date)
    expect(await jobsOfMarch()).toMatchObject([{ id: visit.id, paymentState: 'paid' }])
    expect(await intents()).toHaveLength(1)
    expect(await world.rows.charges()).toEqual([])
    expect(await world.rows.invoices()).toMatchObject([{ scheduleId: visit.schedule, period: date }])
  })

  test('has one invoice when it was sent by hand, and that one is charged', async () => {
    const visit = await visitBilledOn(date)
    const invoiceId = await sendInvoice(visit.id)
    expect(await billingOn(date)).toMatchObject({ invoicesCreated: 0 })
    expect(await jobsOfMarch()).toMatchObject([{ id: visit.id, paymentState: 'paid' }])
    expect(await world.rows.invoices()).toMatchObject([
      { id: invoiceId, scheduleId: visit.schedule, period: date },
    ])
    expect(await intents()).toMatchObject([{ jobId: visit.id }])
  })

  test("isn't billed when it was canceled, and HQ gets a to-do", async () => {
    const visit = await visitBilledOn(date)
    expectStatus(await world.post(`/api/admin/jobs/${visit.id}/cancel`, {}), 200)
    expect(await billingOn(date)).toMatchObject({ invoicesCreated: 0 })
    expect(await jobsOfMarch()).toMatchObject([{ id: visit.id, status: 'cancelled' }])
    expect(await intents()).toEqual([])
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('billing.left-out')
  })

  test('owes nothing after its payment was refunded', async () => {
    const visit = await visitBilledOn(date)
    await pay(visit.id, visit.amount)
    expectStatus(await world.post(`/api/admin/jobs/${visit.id}/refund`, {}), 201)
    await world.deps.background.idle()
    await billingOn(date)
    const live = (await world.rows.invoices()).filter(({ status }) => status !== 'void')
    expect(live.map(({ paidAt, postAt }) => [typeof paidAt, postAt])).toEqual(
      live.map(() => ['number', null]),
    )
    expect(await intents()).toHaveLength(1)
    expect(await world.rows.messages('invoice')).toEqual([])
  })

  test('owes nothing when it was paid and its invoice voided', async () => {
    const visit = await visitBilledOn(date)
    await pay(visit.id, visit.amount)
    const [invoice] = await world.rows.invoices()
    expectStatus(await world.post(`/api/admin/invoices/${invoice!.id}/void`, {}), 200)
    await billingOn(date)
    const live = (await world.rows.invoices()).filter(({ status }) => status !== 'void')
    expect(live).toMatchObject([{ jobId: visit.id, paidAt: expect.any(Number), period: date }])
  })
})

describe('the visits in a longer period:', () => {
  test('one of them is billed, whatever happened to the others', async () => {
    const template = await world.template({ anchorDate: '2026-03-10' })
    await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-06-05', intervalMonths: 3 })
    for (const date of ['2026-03-02', '2026-04-02', '2026-05-02']) await billingOn(date)
    const visits = await world.rows.jobs()
    await pay(visits[0]!.id, visits[0]!.totalCents)
    expectStatus(await world.post(`/api/admin/jobs/${visits[2]!.id}/cancel`, {}), 200)
    await billingOn('2026-06-05')
    const billed = (await world.rows.invoices()).filter(({ period }) => period !== null)
    expect(billed).toMatchObject([{ jobId: visits[1]!.id, period: '2026-06-05' }])
  })

  test('a visit is billed for one period only, even when months are short', async () => {
    const template = await world.template({ anchorDate: '2026-05-31', intervalMonths: 6 })
    await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-05-31' })
    for (const date of ['2026-05-02', '2026-05-31', '2026-06-30']) await billingOn(date)
    const invoices = await world.rows.invoices()
    expect(invoices.map(({ period }) => period)).toEqual(['2026-05-31', '2026-06-30'])
    expect(new Set(invoices.map(({ jobId }) => jobId)).size).toBe(2)
  })
})

describe('a job billed without a visit', () => {
  test("is over once it's billed, and nobody is asked how it went", async () => {
    await world.schedule()
    await world.run()
    const [job] = await world.rows.jobs()
    expect(job).toMatchObject({ status: 'completed', workerId: null, paymentState: 'unpaid' })
    const detail = expectStatus(await world.get(`/api/admin/jobs/${job!.id}`), 200).body.data
    expect(detail.job).toMatchObject({ status: 'completed' })
    const [invoice] = await world.rows.invoices()
    expect(invoice!.content.serviceDate).toBe('2026-03-02')
    world.clock.set('2026-03-06T09:00:00Z')
    const token = world.deps.secrets.cronSecret
    expectStatus(await world.call('GET', '/api/cron/onboarding-emails', { token }), 200)
    expect(await world.rows.messages('follow-up')).toEqual([])
  })

  test('can be paid like any other job', async () => {
    await world.schedule()
    await world.run()
    const [job] = await world.rows.jobs()
    await pay(job!.id, job!.totalCents)
    expect((await world.rows.jobs())[0]).toMatchObject({ paymentState: 'paid', status: 'completed' })
  })
})
