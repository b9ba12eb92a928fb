import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  billingCharges,
  checkoutSessions,
  demoEvents,
  demoIntents,
  demoSessions,
  invoices,
  ledgerTransactions,
  outbox,
  payments,
  transfers,
  workers,
} from '../../db/schema'
import { createLog } from '../../src/lib/log'
import { resumePayments } from '../../src/modules/payments/events/retry'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { addWorld, booking, denver, marcus } from '../support/world'

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://book.example.com' }

let app: MoneyTest
let logged = ''
beforeEach(async () => {
  app = await startMoneyTest(production)
  logged = ''
  app.deps.log = createLog('debug', app.clock, (text) => (logged += text))
  await addWorld(app)
})
afterEach(() => app.close())

const charged = { ...booking, paymentId: 'pi_made_up', paymentStatus: 'charged' }
const jobOf = async (id: string) => (await app.hq('GET', `/api/admin/jobs/${id}`)).body.data.job
const cron = async (task: string) => {
  const answer = await app.open('GET', `/api/cron/${task}`, { token: app.deps.secrets.cronSecret })
  await app.rest()
  return answer
}

/** Everything a processor, ours or any other, would leave behind. */
async function tracesOfMoney(): Promise<string[]> {
  const tables = {
    payments,
    checkoutSessions,
    transfers,
    ledgerTransactions,
    demoIntents,
    demoSessions,
    demoEvents,
  }
  const found: string[] = []
  for (const [name, table] of Object.entries(tables))
    if ((await app.deps.store.read.$count(table)) > 0) found.push(name)
  return found
}

describe('in production without a payment key', () => {
  test('a whole job leaves nothing that looks like money moved', async () => {
    const job = await app.job(charged)
    expect(job).toMatchObject({ paymentState: 'unpaid', paymentId: 'pi_made_up', paymentStatus: 'charged' })
    const amount = job.totalCents

    const checkout = await app.open('POST', '/api/payments/checkout', { body: { amount, jobId: job.id } })
    expect([checkout.status, checkout.body]).toEqual([
      502,
      {
        ok: false,
        error:
          'Online payments aren’t set up, so nothing was charged. Call the office to pay, or pay after the visit.',
      },
    ])
    for (const path of ['/demo/checkout/cs_demo_1', '/demo/onboarding/acct_demo_1'])
      expect((await app.open('GET', path)).status).toBe(404)

    const forged = await app.event('payment_intent.succeeded', {
      id: 'pi_made_up',
      amount,
      amount_received: amount,
      currency: 'usd',
      metadata: { jobId: job.id },
    })
    expect(forged.status).toBe(401)
    expect((await cron('webhook-retry')).body.data).toMatchObject({ processed: 0 })
    expect(await jobOf(job.id)).toMatchObject({ paymentState: 'unpaid' })

    const dropped = await app.job(charged)
    const cancelled = await app.open('POST', '/api/customer/cancel', {
      body: { jobId: dropped.id, paymentId: 'pi_made_up', paymentStatus: 'charged', amount: 206.2 },
    })
    expect([cancelled.status, cancelled.body.data.refunded]).toEqual([200, false])
    expect(cancelled.body.data.refundId).toBeUndefined()

    const scheduled = { start: '2026-03-09T16:00:00Z', end: '2026-03-09T17:00:00Z', workerId: marcus }
    expect((await app.hq('POST', `/api/admin/jobs/${job.id}/schedule`, scheduled)).status).toBe(200)
    for (const to of ['en_route', 'in_progress', 'completed'])
      expect((await app.hq('POST', `/api/admin/jobs/${job.id}/move`, { to })).status).toBe(200)
    await app.rest()
    expect(await jobOf(job.id)).toMatchObject({ status: 'completed', paymentState: 'unpaid' })

    const generated = await app.hq('POST', '/api/invoices/generate', { jobId: job.id })
    expect(generated.body.data.invoice).toMatchObject({ paidAt: null })
    expect(generated.body.data.html).not.toContain('pay online')
    const sent = await app.hq('POST', '/api/invoices/send', {
      invoiceId: generated.body.data.invoice.id,
      method: 'email',
    })
    expect([sent.status, sent.body.error]).toEqual([502, expect.any(String)])

    const metrics = (await app.hq('GET', '/api/dev/metrics')).body.data
    expect(metrics.revenue).toEqual({ total: 0, completedJobs: 1 })
    for (const type of ['pnl', 'revenue']) {
      const { data } = (await app.open('GET', `/api/reports?type=${type}`)).body.data
      expect(numbersIn(data, /revenue|gross|net|paid|fee|refund|payout|share|tax/i)).toEqual([])
    }
    expect((await app.hq('GET', '/api/dev/payments')).body.data).toMatchObject({
      balance: { available: [], pending: [] },
      revenue: { today: 0, week: 0, allTime: 0 },
      recentEvents: [],
      chargeCount: 0,
    })
    const onboarding = await app.hq('POST', '/api/payments/connect/onboard', { franchiseId: denver })
    expect([onboarding.status, onboarding.body.error]).toEqual([
      502,
      expect.stringContaining('STRIPE_SECRET_KEY'),
    ])
    const dashboard = await app.hq('GET', `/api/payments/connect/dashboard?franchiseId=${denver}`)
    expect(dashboard.body.data).toEqual({ transfers: [], totalPaid: 0, totalPending: 0, balance: 0 })

    expect(await tracesOfMoney()).toEqual([])
    const templates = (await app.deps.store.read.select().from(outbox)).map(({ template }) => template)
    expect(templates.filter((name) => ['receipt', 'refunded'].includes(name))).toEqual([])
    expect(JSON.stringify(await app.deps.store.read.select().from(outbox))).not.toContain('"paid":true')
  })

  test('recurring billing creates invoices, charges no card and asks HQ once to set up payments', async () => {
    for (const recurringScheduleId of ['RS-1', 'RS-2'])
      await app.hq('POST', '/api/billing/recurring', {
        recurringScheduleId,
        customerId: `C-${recurringScheduleId}`,
        customerName: 'Jordan Rivera',
        customerEmail: 'jordan@example.com',
        serviceType: 'Gutter cleaning',
        intervalMonths: 1,
        price: 100,
        autoCharge: true,
        paymentsCustomerId: 'cus_jordan',
        nextBillingDate: '2026-03-02',
      })
    const run = await cron('recurring-jobs')
    expect(run.body.data).toMatchObject({ success: true, invoicesCreated: 2 })
    await cron('recurring-jobs')
    const charges = await app.deps.store.read.select().from(billingCharges)
    expect(charges.map(({ state, asked }) => [state, asked])).toEqual([
      ['intended', 0],
      ['intended', 0],
    ])
    expect((await app.deps.store.read.select().from(invoices)).map(({ paidAt }) => paidAt)).toEqual([
      null,
      null,
    ])
    const asked = (await app.tasks()).filter(({ kind }) => kind === 'payment.not-set-up')
    expect(asked).toMatchObject([{ detail: expect.stringContaining('STRIPE_SECRET_KEY') }])
    expect(await tracesOfMoney()).toEqual([])
  })

  test('health is degraded and says why, and insights name the missing keys', async () => {
    const { status, checks } = (await app.open('GET', '/api/dev/health')).body.data
    expect(status).toBe('degraded')
    expect(checks.payments).toEqual({
      status: 'degraded',
      latencyMs: null,
      detail: "Payments aren't set up, so customers can't pay online.",
    })
    expect(checks.email).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining("aren't delivered"),
    })
    expect(checks.sms).toMatchObject({ status: 'off', detail: expect.stringContaining("aren't delivered") })
    const { insights } = (await app.hq('GET', '/api/dev/insights')).body.data
    const about = insights.find(({ title }: { title: string }) => title === "Payments aren't set up")
    expect(about).toMatchObject({ severity: 'high', action: expect.stringContaining('STRIPE_SECRET_KEY') })
  })

  test('no code, link or message text reaches the log, which says that nothing was delivered', async () => {
    const verify = await app.open('POST', '/api/customer/verify', { body: { email: 'jordan@acme.test' } })
    expect([verify.status, verify.body.error]).toEqual([502, expect.stringContaining("We couldn't send")])
    await app.deps.store.write((tx) =>
      tx.update(workers).set({ email: 'marcus@acme.test' }).where(eq(workers.id, marcus)),
    )
    const link = await app.hq('POST', `/api/admin/workers/${marcus}/tokens`, { sendBy: 'email' })
    await app.job()
    await app.rest()
    app.deps.log.flush()
    expect(link.status).toBe(201)
    expect(logged).toContain('not delivered, since no provider is set')
    expect(logged).not.toMatch(/\b\d{6}\b(?!\d*Z)/)
    expect(logged).not.toMatch(/#token|#code/)
    expect(logged).not.toContain('"text"')
    expect(logged).not.toContain('jordan@')
    const states = (await app.deps.store.read.select().from(outbox)).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['dead']))
  })

  test('the pages offer no online payment and say how to pay', async () => {
    const job = await app.job(booking)
    const { invoice } = (await app.hq('POST', '/api/invoices/generate', { jobId: job.id })).body.data
    await app.hq('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'email' })
    const [letter] = (await app.deps.store.read.select().from(outbox)).filter(
      ({ template }) => template === 'invoice',
    )
    const path = new URL(String(letter?.data.url)).pathname
    const page = await app.open('GET', path)
    expect(page.text).not.toContain('Pay now')
    expect(page.text).toMatch(/To pay, (?:please )?call/)
    const paying = await app.open('POST', `${path}/pay`, { raw: '' })
    expect(paying.status).toBe(502)
    expect(paying.text).toContain('Please call us to pay')
    expect((await app.open('GET', '/my')).text).toContain('&quot;paysOnline&quot;:false')
    expect((await app.open('GET', '/book')).text).not.toContain('Pay now or after the visit')
  })

  test("a real processor's signed event is refused until there is a key, so it's sent again", async () => {
    await app.close()
    const secret = 'whsec_kX4vTq9ZbW2mRf7LsYh3NpDc8JgA5uEe'
    app = await startMoneyTest({ ...production, STRIPE_WEBHOOK_SECRET: secret })
    app.deps.secrets.webhookSecrets = [secret]
    const answer = await app.event('payment_intent.succeeded', { id: 'pi_1', metadata: {} })
    expect([answer.status, answer.body.error]).toEqual([502, expect.stringContaining('STRIPE_SECRET_KEY')])
    expect(await tracesOfMoney()).toEqual([])
  })
})

describe('once payments are set up', () => {
  test('the to-do disappears at the next start', async () => {
    await app.hq('POST', '/api/billing/recurring', {
      recurringScheduleId: 'RS-1',
      customerId: 'C-1',
      customerName: 'Jordan Rivera',
      serviceType: 'Gutter cleaning',
      intervalMonths: 1,
      price: 100,
      autoCharge: true,
      paymentsCustomerId: 'cus_jordan',
      nextBillingDate: '2026-03-02',
    })
    await cron('recurring-jobs')
    const isAsked = async () => (await app.tasks()).some(({ kind }) => kind === 'payment.not-set-up')
    expect(await isAsked()).toBe(true)
    resumePayments(app.deps)
    await app.rest()
    expect(await isAsked()).toBe(true)
    app.deps.providers.payments = { ...app.deps.providers.payments, name: 'stripe' }
    resumePayments(app.deps)
    await app.rest()
    expect(await isAsked()).toBe(false)
  })
})

/** Paths to nonzero amounts of money. */
function numbersIn(value: unknown, about: RegExp, path = ''): string[] {
  if (typeof value === 'number') return value !== 0 && about.test(path) ? [`${path}: ${value}`] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => numbersIn(inner, about, `${path}.${name}`))
}
