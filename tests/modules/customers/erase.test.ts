import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import {
  billingSchedules,
  cancellations,
  customers,
  invoiceDocuments,
  invoices,
  jobs,
  outbox,
  outboxFiles,
  refunds,
} from '../../../db/schema'
import { brokenConstraint, type Db } from '../../../db/store'
import { receiveText } from '../../../src/modules/messages/inbound'
import { expectStatus } from '../../support/admin'
import { failureOf } from '../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let world: MoneyTest
let read: Db
beforeEach(async () => {
  world = await startMoneyTest({ BUSINESS_TIMEZONE: 'UTC' })
  read = world.deps.store.read
})
afterEach(() => world.close())

const person = {
  customerName: 'Zebulon Quackenbush',
  customerEmail: 'Zeb@Quackenbush.dev',
  customerPhone: '303-867-5309',
  address: '77 Larkspur Lane, Denver, CO 80202',
}
const traces = ['quackenbush', 'zebulon', '3038675309', 'larkspur', 'cus_zeb']

const post = async (path: string, body: unknown = {}, status = 200) =>
  expectStatus(await world.hq('POST', path, body), status).body.data
const erase = (id: string) => post(`/api/admin/customers/${id}/erase`)
const cancel = (id: string) => post(`/api/admin/jobs/${id}/cancel`)

async function runRecurring(at?: string): Promise<void> {
  if (at !== undefined) world.clock.set(at)
  const token = world.deps.secrets.cronSecret
  expectStatus(await world.open('GET', '/api/cron/recurring-jobs', { token }), 200)
  await world.rest()
}

const addSchedule = (changes: Record<string, unknown>) =>
  post(
    '/api/billing/recurring',
    {
      recurringScheduleId: 'yearly-17',
      customerId: 'unheard-of',
      customerName: person.customerName,
      customerEmail: person.customerEmail,
      serviceType: 'Gutter cleaning',
      intervalMonths: 1,
      price: 100,
      autoCharge: true,
      paymentsCustomerId: 'cus_zeb',
      nextBillingDate: '2026-03-05',
      ...changes,
    },
    201,
  )

async function sendInvoice(jobId: string, method = 'email'): Promise<string> {
  const { invoice } = await post('/api/invoices/generate', { jobId }, 201)
  await post('/api/invoices/send', { invoiceId: invoice.id, method })
  return invoice.id
}

describe('an erased customer', () => {
  test.each([
    ['by id', (customerId: string) => ({ customerId })],
    ['by e-mail address', () => ({ customerEmail: 'zeb@quackenbush.DEV' })],
  ])('named %s in a schedule is not billed, charged or stored anew', async (_, named) => {
    const job = await world.job(person)
    await addSchedule(named(job.customerId!))
    await cancel(job.id)
    await erase(job.customerId!)
    await runRecurring('2026-03-05T06:00:00Z')
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

  test('is on no invoice any more, whose numbers and sums stay', async () => {
    const job = await world.job(person)
    const id = await sendInvoice(job.id)
    await world.pay(job.id)
    await post(`/api/admin/jobs/${job.id}/refund`, { amount: 50 }, 201)
    await world.rest()
    const before = await read.select().from(invoices).orderBy(invoices.id)
    expect(before).toHaveLength(2)
    const [message] = await read.select().from(outbox).where(eq(outbox.template, 'invoice'))
    const page = new URL(String(message!.data.url)).pathname
    expect((await world.open('GET', page)).text).toContain('Quackenbush')
    await cancel(job.id)
    await erase(job.customerId!)
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
    const shown = [
      (await world.open('GET', page)).text,
      (await world.hq('GET', `/api/admin/invoices/${id}/html`)).text,
      (await world.hq('GET', `/api/admin/invoices/${id}`)).text,
    ]
    for (const text of shown) {
      expect(text).toContain('199.99')
      expect(text).not.toMatch(/quackenbush|larkspur/i)
    }
    expectStatus(await world.hq('GET', `/api/admin/invoices/${id}/pdf`), 200)
  })

  test('hears of no refund or cancellation that is still to come', async () => {
    const job = await world.job(person)
    await world.pay(job.id)
    world.break({ refund: () => Promise.reject(new Error('The processor is away')) })
    await world.open('POST', '/api/customer/cancel', {
      body: { jobId: job.id, email: 'other@quackenbush.dev', phone: '720-867-5309' },
    })
    await world.deps.store.write((tx) => tx.update(refunds).set({ tellCustomer: true }))
    await erase(job.customerId!)
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

  test('is no obstacle to what was billed without a visit', async () => {
    await addSchedule({ nextBillingDate: '2026-03-02' })
    await runRecurring()
    const [customer] = await read.select().from(customers)
    await erase(customer!.id)
    expect(await read.select().from(jobs)).toMatchObject([
      { customerName: 'Erased', paymentState: 'paid', totalCents: 10_000 },
    ])
  })

  test('leaves the documents of everybody else alone', async () => {
    const job = await world.job(person)
    const other = await world.job({ customerEmail: 'somebody@else.dev' })
    await sendInvoice(job.id)
    await sendInvoice(other.id)
    await cancel(job.id)
    await erase(job.customerId!)
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

/** Everything a person can leave behind, short of what is said to stay. */
async function livedHere(): Promise<{ id: string; jobs: string[] }> {
  const first = await world.job({ ...person, notes: 'Zebulon has a dog', paymentId: 'pi_claimed' })
  const id = first.customerId!
  await post(`/api/admin/jobs/${first.id}/notes`, { text: 'Call Zebulon first' }, 201)
  const checkout = { amount: first.totalCents, jobId: first.id, customerName: person.customerName }
  await world.open('POST', '/api/payments/checkout', {
    body: { ...checkout, customerEmail: person.customerEmail },
  })
  await sendInvoice(first.id)
  await world.pay(first.id)
  await post(`/api/admin/jobs/${first.id}/refund`, { amount: 20, reason: 'Zebulon was not happy' }, 201)
  const second = await world.job({ ...person, customerEmail: undefined })
  await post(`/api/admin/customers/${second.customerId}/merge`, { into: id })
  await sendInvoice(second.id, 'sms')
  const third = await world.job({ ...person, customerEmail: 'old@quackenbush.dev' })
  await post(`/api/admin/customers/${third.customerId}/merge`, { into: id })
  const { invoice } = await post('/api/invoices/generate', { jobId: third.id }, 201)
  await post(`/api/admin/invoices/${invoice.id}/void`, { reason: 'Zebulon asked for it' })
  const { nextBillingDate: _, ...template } = { ...person, nextBillingDate: '' }
  await post(
    '/api/admin/templates',
    { ...template, type: 'Gutter cleaning', price: 90, intervalMonths: 12, anchorDate: '2026-09-10' },
    201,
  )
  await addSchedule({ paymentsCustomerId: 'cus_zeb_declined', nextBillingDate: '2026-03-02' })
  await addSchedule({
    recurringScheduleId: 'yearly-18',
    customerId: third.customerId,
    customerEmail: undefined,
  })
  await runRecurring()
  for (const email of ['zeb@quackenbush.dev', 'old@quackenbush.dev']) await askForPlan(email)
  await receiveText(world.deps, { from: '+13038675309', text: 'This is Zebulon', handled: false })
  await post('/api/dev/notify', { type: 'handoff', to: '3038675309', channel: 'sms', data: {} })
  await world.hq('GET', '/api/admin/jobs?q=quackenbush')
  await world.hq('GET', '/api/admin/customers?q=zeb')
  await world.rest()
  return { id, jobs: [first.id, second.id, third.id] }
}

async function askForPlan(email: string): Promise<void> {
  await world.open('POST', '/api/customer/verify', { body: { email } })
  const token = await world.deps.tokens.proof.issue(email)
  const { customerName: name, address } = person
  const body = { name, address, serviceType: 'Gutter cleaning', intervalMonths: 6, phone: '303 867 5309' }
  expectStatus(
    await world.open('POST', '/api/maintenance-plans', { token, body: { ...body, notes: 'Zebulon' } }),
    201,
  )
}

/** Where a trace is left, in any text of any table. */
async function tracesLeft(): Promise<string[]> {
  const tables = await read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const left: string[] = []
  for (const { name } of tables)
    for (const row of await read.all<Record<string, unknown>>(sql`SELECT * FROM ${sql.identifier(name)}`))
      for (const [column, value] of Object.entries(row))
        for (const trace of traces) if (holds(value, trace)) left.push(`${name}.${column}: ${trace}`)
  return [...new Set(left)].toSorted()
}

/** In whatever case, and a number however it is written. */
function holds(value: unknown, trace: string): boolean {
  if (typeof value !== 'string') return false
  const text = value.toLowerCase()
  return text.includes(trace) || text.replaceAll(/[\s()+-]/g, '').includes(trace)
}

/** What stays on purpose, or is another's. */
const kept = [
  // The demo processor is somebody else: what it keeps of its own customers is not ours to erase.
  'demo_intents.customer_id: cus_zeb',
  'demo_events.payload: cus_zeb',
  // Events are what the processor said; those that are done are swept after 90 days.
  'webhook_events.payload: cus_zeb',
]

describe('after an erase', () => {
  test('no table holds a name, an address, a number or a card of the person any more', async () => {
    const { id, jobs: own } = await livedHere()
    expect(new Set((await tracesLeft()).map((trace) => trace.split('.')[0]))).toEqual(
      new Set([
        'billing_charges',
        'billing_schedules',
        'customers',
        'demo_events',
        'demo_intents',
        'hq_tasks',
        'invoices',
        'job_notes',
        'job_search',
        'job_search_content',
        'job_templates',
        'jobs',
        'maintenance_plans',
        'outbox',
        'refunds',
        'webhook_events',
      ]),
    )
    for (const job of own) await cancel(job)
    await world.rest()
    await erase(id)
    expect((await tracesLeft()).filter((trace) => !kept.includes(trace))).toEqual([])
    expect(await read.select().from(outboxFiles)).toEqual([])
    expect(await read.select().from(invoiceDocuments)).toEqual([])
  })

  test('nothing of the person comes back with the runs of a year', async () => {
    const { id, jobs: own } = await livedHere()
    for (const job of own) await cancel(job)
    await erase(id)
    const [{ count } = { count: 0 }] = await read.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM jobs`,
    )
    const messages = (await read.select().from(outbox)).length
    for (const day of ['2026-03-05', '2026-03-09', '2026-04-02', '2026-09-01', '2027-03-02'])
      await runRecurring(`${day}T06:00:00Z`)
    expect((await read.select().from(jobs)).length).toBe(count)
    expect((await read.select().from(outbox)).length).toBe(messages)
    expect((await tracesLeft()).filter((trace) => !kept.includes(trace))).toEqual([])
  })
})
