import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { checkoutSessions, franchises } from '../../../../db/schema'
import { newId } from '../../../../db/store'
import { signBody } from '../../../../src/providers/payments/signature'
import { startMoneyTest } from '../../../support/money'

const money = await startMoneyTest()
afterAll(() => money.close())
const { deps, clock } = money

/** Events at a connected account are signed like our own, and name that account. */
async function eventOf(account: string | null, type: string, object: Record<string, unknown>) {
  const id = `evt_${newId()}`
  const raw = JSON.stringify({ id, type, account, data: { object } })
  const signature = signBody(raw, deps.secrets.webhookSecrets[0] ?? '', clock.now())
  const answer = await money.open('POST', '/api/payments-webhook', {
    raw,
    headers: { 'payments-signature': signature },
  })
  await money.rest()
  expect([answer.status, answer.body]).toEqual([200, { received: true, eventId: id }])
  const kept = await money.hq('GET', `/api/admin/webhooks/${id}`)
  return kept.body.data as { state: string; attempts: number }
}

const done = expect.objectContaining({ state: 'done', attempts: 1 })

describe("a franchise's own sale at the processor", () => {
  test.each(['payment_intent.succeeded', 'payment_intent.payment_failed'])(
    'pays none of our jobs, whatever it names: %s',
    async (type) => {
      const job = await money.job({ franchiseId: await money.franchise({ onboarded: true }) })
      const intent = { id: `pi_own_${newId()}`, amount: job.totalCents, metadata: { jobId: job.id } }
      expect(await eventOf('acct_franchise', type, intent)).toEqual(done)
      expect((await money.readJob(job.id)).paymentState).toBe('unpaid')
      expect(await money.paymentsOf(job.id)).toEqual([])
      expect(await money.transfersOf(job.id)).toEqual([])
    },
  )

  test("fails no job that doesn't exist", async () => {
    const intent = { id: 'pi_own', amount: 100, metadata: { jobId: newId() } }
    expect(await eventOf('acct_franchise', 'payment_intent.succeeded', intent)).toEqual(done)
  })

  const disputes = ['created', 'updated', 'funds_withdrawn', 'closed'].map((word) => `charge.dispute.${word}`)
  test.each(['charge.refunded', ...disputes])('takes nothing back from one of our jobs: %s', async (type) => {
    const job = await money.job({ franchiseId: await money.franchise({ onboarded: true }) })
    const paymentId = await money.pay(job.id)
    const before = await money.transfersOf(job.id)
    money.break({
      listRefunds: () =>
        Promise.resolve([{ id: 're_own', amountCents: 5_000, status: 'succeeded' } as never]),
    })
    const object = {
      id: `dp_${newId()}`,
      payment_intent: paymentId,
      amount: job.totalCents,
      amount_refunded: job.totalCents,
      status: type.endsWith('closed') ? 'lost' : 'needs_response',
    }
    expect(await eventOf('acct_franchise', type, object)).toEqual(done)
    money.mend()
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await money.refundsOf(job.id)).toEqual([])
    expect(await money.transfersOf(job.id)).toEqual(before)
  })

  test.each(['completed', 'expired'])('closes none of our checkouts: %s', async (word) => {
    const job = await money.job()
    const body = { amount: job.totalCents, jobId: job.id }
    const opened = await money.open('POST', '/api/payments/checkout', { body })
    const { sessionId } = opened.body.data as { sessionId: string }
    expect(await eventOf('acct_franchise', `checkout.session.${word}`, { id: sessionId })).toEqual(done)
    const [session] = await deps.store.read
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.sessionId, sessionId))
    expect(session?.state).toBe('open')
  })
})

describe('an event about the connected account', () => {
  test('makes us fetch and store its capabilities', async () => {
    const franchiseId = await money.franchise({ onboarded: true })
    const status = async () =>
      (await money.hq('GET', `/api/payments/connect/status?franchiseId=${franchiseId}`)).body.data
    const { accountId, payoutsEnabled } = await status()
    expect(payoutsEnabled).toBe(true)
    const account = await deps.providers.payments.findAccount(accountId)
    money.break({ findAccount: () => Promise.resolve({ ...account!, payoutsEnabled: false }) })
    expect(await eventOf(accountId, 'account.updated', { id: accountId })).toEqual(done)
    const [kept] = await deps.store.read.select().from(franchises).where(eq(franchises.id, franchiseId))
    money.mend()
    expect(kept?.payoutsEnabled).toBe(false)
  })
})

describe('one of our own events', () => {
  test('counts as before, even when it names no account', async () => {
    const job = await money.job()
    const intent = { id: `pi_${newId()}`, amount: job.totalCents, metadata: { jobId: job.id } }
    expect(await eventOf(null, 'payment_intent.succeeded', intent)).toEqual(done)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })
})
