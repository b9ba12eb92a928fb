import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from 'bun:sqlite'
import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { invoiceDocuments, jobs, outbox, outboxFiles } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { readReminderReply } from '../../../src/modules/jobs/reminder-replies'
import { receiveText } from '../../../src/modules/messages/inbound'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { testServer } from '../../support/store'
import { headquarters, person } from '../accounts/erasure'

let world: MoneyTest
let read: Db
let hq: ReturnType<typeof headquarters>
beforeEach(async () => {
  world = await startMoneyTest({ BUSINESS_TIMEZONE: 'UTC' })
  read = world.deps.store.read
  hq = headquarters(world)
})
afterEach(() => world.close())

const traces = ['quackenbush', 'zebulon', '3038675309', 'larkspur', 'cus_zeb']

/** Everything a person can leave behind, except what is documented to stay. */
async function livedHere(): Promise<{ id: string; jobs: string[] }> {
  const wishes = { addOns: ['Zebulon’s shed'], preferredTime: 'when Zebulon is in' }
  const first = await world.job({ ...person, notes: 'Zebulon has a dog', paymentId: 'pi_claimed' })
  const id = first.customerId!
  await hq.post(`/api/admin/jobs/${first.id}/notes`, { text: 'Call Zebulon first' }, 201)
  const checkout = { amount: first.totalCents, jobId: first.id, customerName: person.customerName }
  await world.open('POST', '/api/payments/checkout', {
    body: { ...checkout, customerEmail: person.customerEmail },
  })
  const own = await world.job({ ...person, ...wishes, type: 'Zebulon’s own idea' })
  const keyed = {
    body: { ...person, type: 'Gutter cleaning', price: 100 },
    headers: { 'idempotency-key': 'zeb-1' },
  }
  const { job: again } = expectStatus(await world.open('POST', '/api/jobs/create', keyed), 201).body.data
  await hq.post(
    '/api/admin/tasks',
    { title: 'Call back', detail: 'ZEBULON QUACKENBUSH, (303) 867 5309' },
    201,
  )
  await hq.post('/api/admin/tasks', { title: 'Look at 77 Larkspur Lane' }, 201)
  const event = { type: 'call', actor: 'dana', summary: 'Spoke to zeb@quackenbush.dev' }
  await hq.post('/api/dev/activity', event)
  await hq.post('/api/dev/activity', { ...event, summary: 'Spoke', metadata: { who: person.customerName } })
  await hq.post('/api/dev/errors', { message: 'Cannot show Zebulon Quackenbush', metadata: {} })
  const notice = { type: 'handoff', to: 'office@example.com', data: { summary: 'Zebulon Quackenbush waits' } }
  await hq.post('/api/dev/notify', notice)
  await hq.sendInvoice(first.id)
  await world.pay(first.id)
  await hq.post(`/api/admin/jobs/${first.id}/refund`, { amount: 20, reason: 'Zebulon was not happy' }, 201)
  const second = await world.job({ ...person, customerEmail: undefined })
  await hq.post(`/api/admin/customers/${second.customerId}/merge`, { into: id })
  await hq.sendInvoice(second.id, 'sms')
  const third = await world.job({ ...person, customerEmail: 'old@quackenbush.dev' })
  await hq.post(`/api/admin/customers/${third.customerId}/merge`, { into: id })
  const { invoice } = await hq.post('/api/invoices/generate', { jobId: third.id }, 201)
  await hq.post(`/api/admin/invoices/${invoice.id}/void`, { reason: 'Zebulon asked for it' })
  const { nextBillingDate: _, ...template } = { ...person, nextBillingDate: '' }
  await hq.post(
    '/api/admin/templates',
    { ...template, type: 'Gutter cleaning', price: 90, intervalMonths: 12, anchorDate: '2026-09-10' },
    201,
  )
  await hq.addSchedule({ paymentsCustomerId: 'cus_zeb_declined', nextBillingDate: '2026-03-02' })
  await hq.addSchedule({
    recurringScheduleId: 'yearly-18',
    customerId: third.customerId,
    customerEmail: undefined,
  })
  await hq.runRecurring()
  for (const email of ['zeb@quackenbush.dev', 'old@quackenbush.dev']) await askForPlan(email)
  await receiveText(
    world.deps,
    { from: '+13038675309', text: 'This is Zebulon', id: null, handled: false },
    readReminderReply,
  )
  const page = `/api/admin/customers/${id}`
  const note = { text: 'Zebulon has a dog' }
  await world.hq('POST', `${page}/notes`, note, { 'idempotency-key': 'zeb-note' })
  await hq.post(`${page}/tags`, { add: ['Zebulon’s friends'] })
  await hq.post(`${page}/messages`, { channel: 'email', text: 'Hi Zebulon' }, 201)
  expectStatus(await world.hq('PUT', `${page}/addresses`, { address: '9 Quackenbush Ct' }), 200)
  await hq.post('/api/dev/notify', { type: 'handoff', to: '3038675309', channel: 'sms', data: {} })
  await world.hq('GET', '/api/admin/jobs?q=quackenbush')
  await world.hq('GET', '/api/admin/customers?q=zeb')
  await world.rest()
  return { id, jobs: [first.id, second.id, third.id, own.id, again.id] }
}

async function askForPlan(email: string): Promise<void> {
  await world.open('POST', '/api/customer/verify', { body: { email } })
  const token = await world.deps.tokens.proof.issue(email)
  const { customerName: name, address } = person
  const body = { name, address, serviceType: 'Zebulon’s roof', intervalMonths: 6, phone: '303 867 5309' }
  expectStatus(
    await world.open('POST', '/api/maintenance-plans', { token, body: { ...body, notes: 'Zebulon' } }),
    201,
  )
}

/** Every trace left, in any text of any table. */
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

/** In any case, and a number in any format. */
function holds(value: unknown, trace: string): boolean {
  if (typeof value !== 'string') return false
  const text = value.toLowerCase()
  return text.includes(trace) || text.replaceAll(/[\s()+-]/g, '').includes(trace)
}

/** Rows that stay on purpose, or belong to someone else. */
const kept = [
  // The demo processor is a third party: data about its own customers isn't ours to erase.
  'demo_intents.customer_id: cus_zeb',
  'demo_events.payload: cus_zeb',
  // Events are the processor's words; finished ones are swept after 90 days.
  'webhook_events.payload: cus_zeb',
]

describe('after a customer is erased', () => {
  test('no table contains a name, address, number or card of theirs', async () => {
    const { id, jobs: own } = await livedHere()
    expect(new Set((await tracesLeft()).map((trace) => trace.split('.')[0]))).toEqual(
      new Set([
        'activity',
        'billing_charges',
        'billing_schedules',
        'client_errors',
        'customer_addresses',
        'customer_notes',
        'customer_tags',
        'customer_search',
        'customer_search_content',
        'customers',
        'demo_events',
        'demo_intents',
        'hq_tasks',
        'idempotency_keys',
        'inbound_messages',
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
    for (const job of own) await hq.cancel(job)
    await world.rest()
    await hq.erase(id)
    expect((await tracesLeft()).filter((trace) => !kept.includes(trace))).toEqual([])
    expect(await read.select().from(outboxFiles)).toEqual([])
    expect(await read.select().from(invoiceDocuments)).toEqual([])
  })

  test('a year of scheduled tasks brings nothing of theirs back', async () => {
    const { id, jobs: own } = await livedHere()
    for (const job of own) await hq.cancel(job)
    await hq.erase(id)
    const [{ count } = { count: 0 }] = await read.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM jobs`,
    )
    const messages = (await read.select().from(outbox)).length
    for (const day of ['2026-03-05', '2026-03-09', '2026-04-02', '2026-09-01', '2027-03-02'])
      await hq.runRecurring(`${day}T06:00:00Z`)
    expect((await read.select().from(jobs)).length).toBe(count)
    expect((await read.select().from(outbox)).length).toBe(messages)
    expect((await tracesLeft()).filter((trace) => !kept.includes(trace))).toEqual([])
  })

  test.if(testServer === null)('nothing of theirs can be read in the file or its log', async () => {
    const { id, jobs: own } = await livedHere()
    // Other rows come before and after, so pages split and rows move.
    for (let nth = 0; nth < 40; nth++) {
      const customerName = `${'Abcdefghijklm'[nth % 13]}ohn Doe ${nth}`
      await world.job({
        customerName,
        customerEmail: `${nth * 7919}@example.com`,
        notes: 'n'.repeat(nth * 20),
      })
    }
    await world.hq('GET', '/api/admin/jobs?q=doe')
    for (const job of own) await hq.cancel(job)
    await world.rest()
    expect(rawTraces()).not.toEqual([])
    await hq.erase(id)
    expect(rawTraces()).toEqual([])
  })
})

/** Everything a thief of the disk would find. The demo processor's names for cards are a third party's. */
function rawTraces(): string[] {
  const [{ file } = { file: '' }] = (world.deps.store as unknown as { connection: Database }).connection
    .query('PRAGMA database_list')
    .all() as { file: string }[]
  const numbers = ['303-867-5309', '303 867 5309', '3038675309']
  const wanted = [...traces.filter((trace) => !/cus_|\d{10}/.test(trace)), ...numbers]
  return ['', '-wal'].flatMap((suffix) => {
    const text = readFileSync(file + suffix, 'latin1').toLowerCase()
    return wanted.filter((trace) => text.includes(trace)).map((trace) => `${suffix}: ${trace}`)
  })
}
