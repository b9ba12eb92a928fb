import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { billingCharges, demoIntents, jobs, payments } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { upstreamTimeout } from '../../../src/lib/errors'
import { checkLedger } from '../../../src/modules/ledger/check'
import { chargeDue } from '../../../src/modules/recurring/billing/charge'
import type { Payments } from '../../../src/providers/payments/types'
import { expectStatus } from '../../support/admin'
import { failureOf } from '../../support/failure'
import { addWorld, denver } from '../../support/world'
import { startRecurring, type Recurring } from './world'

let world: Recurring
let whole: Payments
beforeEach(async () => {
  world = await startRecurring()
  whole = world.deps.providers.payments
})
afterEach(() => world.close())

const charged = (changes: Record<string, unknown> = {}) =>
  world.schedule({ autoCharge: true, paymentsCustomerId: 'cus_jordan', ...changes })
const intents = () => world.deps.store.read.select().from(demoIntents)
const breakPayments = (broken: Partial<Payments>) =>
  void (world.deps.providers.payments = { ...whole, ...broken })
const rest = () => world.deps.background.idle()

describe('a schedule with automatic charging', () => {
  test('charges the stored card once, and the job is paid like any other', async () => {
    await addWorld(world)
    const id = await charged({ franchiseId: denver })
    expect(await world.run()).toMatchObject({ invoicesCreated: 1, generated: 0, projectedRevenue: 0 })
    const [job] = await world.rows.jobs()
    expect(job).toMatchObject({
      paymentState: 'paid',
      totalCents: 10_881,
      status: 'completed',
      source: 'recurring',
      templatePeriod: '2026-03-02',
    })
    expect(await world.rows.invoices()).toMatchObject([
      { scheduleId: id, period: '2026-03-02', paidAt: world.clock.now(), jobId: job!.id },
    ])
    expect(await world.rows.charges()).toMatchObject([
      { id: `${id}:2026-03-02:1`, state: 'done', cents: 10_881 },
    ])
    expect(await intents()).toMatchObject([
      { amountCents: 10_881, customerId: 'cus_jordan', jobId: job!.id, state: 'succeeded' },
    ])
    expect(await world.deps.store.read.select().from(payments)).toMatchObject([
      { franchiseId: denver, franchiseCents: 7_000, taxCents: 881 },
    ])
    expect(await world.rows.messages('receipt')).toHaveLength(1)
    expect(await world.rows.messages('invoice')).toHaveLength(0)
    expect(await checkLedger(world.deps.store.read)).toEqual([])
    expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
    expect(await intents()).toHaveLength(1)
  })

  test('retries on days 3 and 7, each with its own key, tells the customer each time, then asks HQ', async () => {
    const id = await charged({ paymentsCustomerId: 'cus_jordan_declined', intervalMonths: 6 })
    const attempts: string[][] = []
    for (let day = 0; day <= 9; day++) {
      world.clock.set(`2026-03-${String(2 + day).padStart(2, '0')}T06:00:00Z`)
      await world.run()
      await world.run()
      attempts.push((await world.rows.charges()).map(({ attempt, state }) => `${attempt} ${state}`))
    }
    expect(attempts.map((list) => list.join(', '))).toEqual([
      ...Array.from({ length: 3 }, () => '1 refused, 2 intended'),
      ...Array.from({ length: 4 }, () => '1 refused, 2 refused, 3 intended'),
      ...Array.from({ length: 3 }, () => '1 refused, 2 refused, 3 refused'),
    ])
    expect((await intents()).map(({ chargeKey }) => chargeKey)).toEqual(
      [1, 2, 3].map((attempt) => `${id}:2026-03-02:${attempt}`),
    )
    const notices = await world.rows.messages('charge-failed')
    expect(notices.map(({ data }) => data.nextTry)).toEqual([
      Date.parse('2026-03-05'),
      Date.parse('2026-03-09'),
      null,
    ])
    const raised = (await world.rows.tasks()).filter(({ kind }) => kind === 'billing.charge-failed')
    expect(raised).toHaveLength(1)
    expect(raised[0]!.detail).toContain('We tried 3 times')
  })

  test('stops retrying once the customer has paid in another way', async () => {
    await charged({ paymentsCustomerId: 'cus_jordan_declined' })
    await world.run()
    const [notice] = await world.rows.messages('charge-failed')
    const page = new URL(String(notice!.data.url)).pathname
    const led = await world.call('POST', `${page}/pay`, { raw: '' })
    await world.call('POST', new URL(led.headers.get('location')!).pathname, {
      raw: new URLSearchParams({ card: '4242424242424242' }),
    })
    await rest()
    world.clock.set('2026-03-05T06:00:00Z')
    await world.run()
    expect((await world.rows.charges()).map(({ state }) => state)).toEqual(['refused', 'dropped'])
    expect(await world.rows.invoices()).toMatchObject([{ paidAt: expect.any(Number) }])
    expect(await world.rows.messages('charge-failed')).toHaveLength(1)
  })

  test('looks up a charge with an unknown outcome before repeating it', async () => {
    let asked = 0
    breakPayments({
      async chargeStoredCard(order) {
        asked++
        // Without the job's id, so no event reveals what the answer didn't.
        await whole.chargeStoredCard({ ...order, jobId: null })
        throw upstreamTimeout('The payment processor')
      },
    })
    await charged()
    await world.run()
    expect(await world.rows.charges()).toMatchObject([{ state: 'intended', asked: 1 }])
    world.clock.advance(10 * 60_000)
    expect(await chargeDue(world.deps)).toBe(1)
    await rest()
    expect(asked).toBe(1)
    expect(await world.rows.charges()).toMatchObject([{ state: 'done' }])
    expect(await intents()).toHaveLength(1)
    expect((await world.rows.jobs())[0]!.paymentState).toBe('paid')
    expect(await checkLedger(world.deps.store.read)).toEqual([])
  })

  test('repeats with the same key when the charge never arrived, and asks for help after a while', async () => {
    const keys: string[] = []
    breakPayments({
      async chargeStoredCard(order) {
        keys.push(order.key)
        throw upstreamTimeout('The payment processor')
      },
    })
    await charged()
    await world.run()
    for (let hour = 0; hour < 30; hour++) {
      world.clock.advance(3_600_000)
      await chargeDue(world.deps)
    }
    expect(new Set(keys).size).toBe(1)
    expect(keys.length).toBeGreaterThan(5)
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('billing.charge-open')
    world.deps.providers.payments = whole
    world.clock.advance(7 * 3_600_000)
    await chargeDue(world.deps)
    await rest()
    expect((await world.rows.jobs())[0]!.paymentState).toBe('paid')
    const open = (await world.rows.tasks()).filter(
      ({ kind, state }) => kind === 'billing.charge-open' && state === 'open',
    )
    expect(open).toEqual([])
  })

  test("doesn't charge again when the job was canceled while a charge was open", async () => {
    breakPayments({ chargeStoredCard: () => Promise.reject(upstreamTimeout('The payment processor')) })
    await charged()
    await world.run()
    await world.deps.store.write((tx) => tx.update(jobs).set({ status: 'cancelled' }))
    world.deps.providers.payments = whole
    world.clock.advance(3_600_000)
    await chargeDue(world.deps)
    expect(await world.rows.charges()).toMatchObject([{ state: 'dropped' }])
    expect(await intents()).toHaveLength(0)
  })

  test('waits while a bank takes its time', async () => {
    breakPayments({
      chargeStoredCard: async (order) => ({ ...(await whole.chargeStoredCard(order)), status: 'processing' }),
    })
    await charged()
    await world.run()
    expect(await world.rows.charges()).toMatchObject([{ state: 'intended' }])
    world.deps.providers.payments = whole
    world.clock.advance(3_600_000)
    await chargeDue(world.deps)
    expect(await world.rows.charges()).toMatchObject([{ state: 'done' }])
    expect(await intents()).toHaveLength(1)
  })

  test('sends the invoice and asks HQ when there is no stored card', async () => {
    await charged({ paymentsCustomerId: null })
    await world.run()
    expect(await world.rows.charges()).toEqual([])
    expect(await world.rows.messages('invoice')).toHaveLength(1)
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('billing.no-card')
  })

  test('keeps to the amount and card of the first attempt', async () => {
    breakPayments({ chargeStoredCard: () => Promise.reject(upstreamTimeout('The payment processor')) })
    await charged()
    await world.run()
    const [charge] = await world.rows.charges()
    const failure = await failureOf(
      world.deps.store.write((tx) =>
        tx.update(billingCharges).set({ cents: 1 }).where(eq(billingCharges.id, charge!.id)),
      ),
    )
    expect(brokenConstraint(failure)).toBe('truckroll:append-only')
  })
})

describe('a schedule without charging', () => {
  test('sends the invoice, numbered and with its PDF', async () => {
    await world.schedule()
    await world.run()
    const [invoice] = await world.rows.invoices()
    expect(invoice).toMatchObject({
      status: 'sent',
      number: 'HQ-2026-0001',
      sentVia: 'email',
      postAt: null,
      paidAt: null,
    })
    expect(await world.rows.messages('invoice')).toMatchObject([
      { recipient: 'jordan@example.com', state: 'sent' },
    ])
    expect(
      expectStatus(await world.get(`/api/admin/invoices/${invoice!.id}`), 200).body.data.documents,
    ).toHaveLength(1)
  })

  test("asks HQ when the customer can't be reached", async () => {
    await world.schedule({ customerEmail: undefined })
    await world.run()
    expect(await world.rows.invoices()).toMatchObject([{ status: 'draft', number: null, postAt: null }])
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('invoice.no-contact')
  })

  test('sends no invoice for a zero amount', async () => {
    await world.schedule({ price: 0 })
    await world.run()
    expect(await world.rows.invoices()).toMatchObject([
      { totalCents: 0, paidAt: world.clock.now(), postAt: null },
    ])
    expect(await world.rows.messages('invoice')).toEqual([])
  })
})
