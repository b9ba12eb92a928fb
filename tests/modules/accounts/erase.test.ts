import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import {
  billingSchedules,
  cancellations,
  customers,
  hqTasks,
  invoiceDocuments,
  invoices,
  jobs,
  outbox,
  refunds,
} from '../../../db/schema'
import { brokenConstraint, type Db } from '../../../db/store'
import { expectStatus } from '../../support/admin'
import { failureOf } from '../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { headquarters, person } from './erasure'

let world: MoneyTest
let read: Db
let hq: ReturnType<typeof headquarters>
beforeEach(async () => {
  world = await startMoneyTest({ BUSINESS_TIMEZONE: 'UTC' })
  read = world.deps.store.read
  hq = headquarters(world)
})
afterEach(() => world.close())

describe('an erased customer', () => {
  test.each([
    ['by id', (customerId: string) => ({ customerId })],
    ['by email address', () => ({ customerEmail: 'zeb@quackenbush.DEV' })],
  ])("named %s in a schedule isn't billed, charged or stored again", async (_, named) => {
    const job = await world.job(person)
    await hq.addSchedule(named(job.customerId!))
    await hq.cancel(job.id)
    await hq.erase(job.customerId!)
    await hq.runRecurring('2026-03-05T06:00:00Z')
    expect(await read.select().from(customers)).toHaveLength(1)
    expect(await read.select().from(jobs)).toHaveLength(1)
    expect(await read.select().from(billingSchedules)).toMatchObject([
      {
        status: 'ended',
        autoCharge: false,
        customerName: 'Erased',
        customerEmail: null,
        paymentsCustomerId: null,
      },
    ])
    expect(await world.outbox()).not.toContainEqual(expect.objectContaining({ template: 'receipt' }))
  })

  test('is removed from invoices, whose numbers and sums stay', async () => {
    const job = await world.job(person)
    const id = await hq.sendInvoice(job.id)
    await world.pay(job.id)
    await hq.post(`/api/admin/jobs/${job.id}/refund`, { amount: 50 }, 201)
    await world.rest()
    const before = await read.select().from(invoices).orderBy(invoices.id)
    expect(before).toHaveLength(2)
    const [message] = await read.select().from(outbox).where(eq(outbox.template, 'invoice'))
    const page = new URL(String(message!.data.url)).pathname
    expect((await world.open('GET', page)).text).toContain('Quackenbush')
    await hq.cancel(job.id)
    await hq.erase(job.customerId!)
    const after = await read.select().from(invoices).orderBy(invoices.id)
    for (const [index, row] of before.entries()) {
      const { number, totalCents, issuedOn, dueOn, status } = row
      expect(after[index]).toMatchObject({ number, totalCents, issuedOn, dueOn, status })
      expect(after[index]!.content).toEqual({
        ...row.content,
        customer: { name: 'Erased', email: null, phone: null, address: '' },
      })
    }
    expect(await read.select().from(invoiceDocuments)).toEqual([])
    expect((await world.open('GET', page)).status).toBe(410)
    const shown = [
      (await world.hq('GET', `/api/admin/invoices/${id}/html`)).text,
      (await world.hq('GET', `/api/admin/invoices/${id}`)).text,
    ]
    for (const text of shown) {
      expect(text).toContain('199.99')
      expect(text).not.toMatch(/quackenbush|larkspur/i)
    }
    expectStatus(await world.hq('GET', `/api/admin/invoices/${id}/pdf`), 200)
  })

  test('gets no message about later refunds or cancellations', async () => {
    const job = await world.job(person)
    await world.pay(job.id)
    world.break({ refund: () => Promise.reject(new Error('The processor is away')) })
    await world.open('POST', '/api/customer/cancel', {
      body: { jobId: job.id, email: 'other@quackenbush.dev', phone: '720-867-5309' },
    })
    await world.deps.store.write((tx) => tx.update(refunds).set({ tellCustomer: true }))
    await hq.erase(job.customerId!)
    expect(await read.select().from(cancellations)).toMatchObject([
      { email: null, phone: null, tellCustomer: false },
    ])
    const sent = (await world.outbox()).length
    world.mend()
    world.clock.advance(3_600_000)
    await world.cron()
    expect(await world.refundsOf(job.id)).toMatchObject([{ state: 'done' }])
    expect(await world.outbox()).toHaveLength(sent)
  })

  test("doesn't block jobs billed without a visit", async () => {
    await hq.addSchedule({ nextBillingDate: '2026-03-02' })
    await hq.runRecurring()
    const [customer] = await read.select().from(customers)
    await hq.erase(customer!.id)
    expect(await read.select().from(jobs)).toMatchObject([
      { customerName: 'Erased', paymentState: 'paid', totalCents: 10_000 },
    ])
  })

  test("isn't named in to-dos about recurring visits", async () => {
    const { customerName, customerEmail, address } = person
    const terms = { type: 'Gutter cleaning', price: 90, intervalMonths: 12, anchorDate: '2026-09-10' }
    const template = { customerName, customerEmail, address, ...terms }
    await hq.post('/api/admin/templates', template, 201)
    await hq.runRecurring('2028-09-11T06:00:00Z')
    const [customer] = await read.select().from(customers)
    const skipped = () => read.select().from(hqTasks).where(eq(hqTasks.kind, 'template.skipped'))
    expect(await skipped()).toMatchObject([{ title: `Recurring visits were missed: ${customerName}` }])
    for (const job of await read.select().from(jobs)) await hq.cancel(job.id)
    await hq.erase(customer!.id)
    expect(await skipped()).toMatchObject([{ title: 'Recurring visits were missed' }])
  })

  test("isn't named in a to-do about the plan they asked for", async () => {
    const job = await world.job(person)
    const proof = await world.deps.tokens.proof.issue(person.customerEmail)
    const plan = { name: 'Jo from next door', serviceType: 'Gutter cleaning', intervalMonths: 6 }
    const body = { ...plan, address: person.address }
    expectStatus(await world.call('POST', '/api/maintenance-plans', { token: proof, body }), 201)
    const asked = () => read.select().from(hqTasks).where(eq(hqTasks.kind, 'plan.price'))
    expect(await asked()).toMatchObject([{ title: 'Jo from next door asked for a maintenance plan' }])
    await hq.cancel(job.id)
    await hq.erase(job.customerId!)
    expect(await asked()).toMatchObject([{ title: 'A customer asked for a maintenance plan', detail: null }])
  })

  test("leaves everyone else's documents alone", async () => {
    const job = await world.job(person)
    const other = await world.job({ customerEmail: 'somebody@else.dev' })
    await hq.sendInvoice(job.id)
    await hq.sendInvoice(other.id)
    await hq.cancel(job.id)
    await hq.erase(job.customerId!)
    const kept = await read.select().from(invoiceDocuments)
    expect(kept).toHaveLength(1)
    for (const change of [
      world.deps.store.write((tx) => tx.delete(invoiceDocuments)),
      world.deps.store.write((tx) =>
        tx.update(invoices).set({ content: sql`json_set(content, '$.customer.name', 'Impostor')` }),
      ),
    ])
      expect(brokenConstraint(await failureOf(change))).toBe('truckroll:append-only')
  })
})
