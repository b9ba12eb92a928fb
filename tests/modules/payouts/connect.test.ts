import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoAccounts, demoTransfers, franchises } from '../../../db/schema'
import { upstream, upstreamTimeout } from '../../../src/lib/errors'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const onboard = (franchiseId: string) => money.hq('POST', '/api/payments/connect/onboard', { franchiseId })
const status = (franchiseId: string) =>
  money.hq('GET', `/api/payments/connect/status?franchiseId=${franchiseId}`)
const dashboard = (franchiseId: string) =>
  money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)
const comeBack = async (query: string) =>
  (await money.open('GET', `/api/payments/connect/return${query}`)).headers.get('location')
const accountOf = async (franchiseId: string) =>
  (await money.deps.store.read.select().from(franchises).where(eq(franchises.id, franchiseId)))[0]
    ?.accountId ?? ''
const complete = async (franchiseId: string) => {
  const { body } = await onboard(franchiseId)
  return money.open('POST', new URL(body.data.url).pathname, { raw: '' })
}

describe('onboarding', () => {
  test('opens one account per franchise, however often it is asked for', async () => {
    const franchiseId = await money.franchise()
    const links = await Promise.all([onboard(franchiseId), onboard(franchiseId)])
    links.push(await onboard(franchiseId))
    expect(links.map((link) => link.status)).toEqual([200, 200, 200])
    const accounts = await money.deps.store.read
      .select()
      .from(demoAccounts)
      .where(eq(demoAccounts.franchiseId, franchiseId))
    expect(accounts).toHaveLength(1)
    expect(await accountOf(franchiseId)).toBe(accounts[0]!.id)
  })

  test('of an unknown franchise is 404, and so is its status; its dashboard is empty', async () => {
    expect((await onboard('nobody')).status).toBe(404)
    expect((await status('nobody')).status).toBe(404)
    expect((await dashboard('nobody')).body.data).toEqual({
      transfers: [],
      totalPaid: 0,
      totalPending: 0,
      balance: 0,
    })
  })

  test('that the processor fails is a 502, and nothing is kept', async () => {
    const franchiseId = await money.franchise()
    money.break({
      ensureAccount: async () => {
        throw upstream('The payment processor')
      },
    })
    expect((await onboard(franchiseId)).status).toBe(502)
    money.mend()
    expect(await accountOf(franchiseId)).toBe('')
  })
})

describe('the status', () => {
  test('of a franchise without an account says so', async () => {
    expect((await status(await money.franchise())).body.data).toEqual({
      connected: false,
      accountId: null,
      chargesEnabled: false,
      payoutsEnabled: false,
      detailsSubmitted: false,
      onboardingComplete: false,
    })
  })

  test('is the processor’s, and is kept', async () => {
    const franchiseId = await money.franchise()
    await onboard(franchiseId)
    const accountId = await accountOf(franchiseId)
    expect((await status(franchiseId)).body.data).toMatchObject({
      connected: true,
      accountId,
      onboardingComplete: false,
    })
    const flags = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }
    await money.deps.store.write((tx) =>
      tx.update(demoAccounts).set(flags).where(eq(demoAccounts.id, accountId)),
    )
    expect((await status(franchiseId)).body.data).toMatchObject({ ...flags, onboardingComplete: true })
    expect((await money.hq('GET', `/api/admin/franchises/${franchiseId}`)).body.data).toMatchObject(flags)
  })

  test('of an account the processor no longer knows is not connected', async () => {
    const franchiseId = await money.franchise({ onboarded: true })
    money.break({ findAccount: async () => null })
    expect((await status(franchiseId)).body.data).toMatchObject({ connected: false, payoutsEnabled: false })
    money.mend()
    await status(franchiseId)
  })
})

describe('coming back', () => {
  test('says complete, pending or error by what the processor says', async () => {
    const franchiseId = await money.franchise()
    await onboard(franchiseId)
    const query = `?account_id=${await accountOf(franchiseId)}`
    expect(await comeBack(query)).toBe('/admin?tab=franchise&connect=pending')
    const done = await complete(franchiseId)
    expect(done.headers.get('location')).toBe(`http://localhost/api/payments/connect/return${query}`)
    expect(await comeBack(query)).toBe('/admin?tab=franchise&connect=complete')
  })

  test('with no account, an unknown one, or while the processor is away is an error', async () => {
    const error = '/admin?tab=franchise&connect=error'
    expect(await comeBack('')).toBe(error)
    expect(await comeBack(`?account_id=${'a'.repeat(5_000)}`)).toBe(error)
    expect(await comeBack('?account_id=')).toBe(error)
    expect(await comeBack('?account_id=acct_unknown')).toBe(error)
    const franchiseId = await money.franchise({ onboarded: true })
    money.break({
      findAccount: async () => {
        throw upstreamTimeout('The payment processor')
      },
    })
    expect(await comeBack(`?account_id=${await accountOf(franchiseId)}&connect=complete`)).toBe(error)
    money.mend()
  })
})

describe('a franchise’s share', () => {
  test('waits for the account and goes out as soon as it is ready', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    expect((await dashboard(franchiseId)).body.data).toMatchObject({
      totalPaid: 0,
      totalPending: 80,
      balance: 80,
    })
    await onboard(franchiseId)
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'pending' }])
    await complete(franchiseId)
    await money.rest()
    const { data } = (await dashboard(franchiseId)).body
    expect(data).toMatchObject({ totalPaid: 80, totalPending: 0, balance: 0 })
    expect(data.transfers).toMatchObject([{ jobId: job.id, amount: 80, state: 'done' }])
    const listed = await money.hq('GET', `/api/admin/transfers?franchiseId=${franchiseId}&state=done`)
    expect(listed.body.data.items).toEqual(data.transfers)
  })

  test('is what was in effect when the payment came', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    const job = await money.job({ price: 100, franchiseId })
    money.clock.advance(60_000)
    await money.hq('POST', `/api/admin/franchises/${franchiseId}/splits`, { sharePercent: 50 })
    await money.pay(job.id)
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 5_000 }])
    money.clock.advance(60_000)
    await money.hq('POST', `/api/admin/franchises/${franchiseId}/splits`, { sharePercent: 90 })
    await complete(franchiseId)
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 5_000, state: 'done' }])
  })

  test('whose sending is in doubt is looked for before it is sent again', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const processor = money.deps.providers.payments
    let calls = 0
    money.break({
      async transfer(order) {
        calls++
        await processor.transfer(order)
        throw upstreamTimeout('The payment processor')
      },
    })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    await money.cron()
    money.mend()
    expect(calls).toBe(1)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', attempts: 2 }])
    const made = await money.deps.store.read
      .select()
      .from(demoTransfers)
      .where(eq(demoTransfers.transferGroup, job.id))
    expect(made).toHaveLength(1)
  })

  test('that an account cannot take yet goes back to waiting, and is sent anew under a key of its own', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const accountId = await accountOf(franchiseId)
    const payouts = (payoutsEnabled: boolean) =>
      money.deps.store.write((tx) =>
        tx.update(demoAccounts).set({ payoutsEnabled }).where(eq(demoAccounts.id, accountId)),
      )
    await payouts(false)
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    expect(await money.transfersOf(job.id)).toMatchObject([
      { state: 'pending', refusals: 1, refusal: 'account-not-ready' },
    ])
    await payouts(true)
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done' }])
  })

  test('that is refused for another reason is for HQ, who can send it again', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    money.break({
      transfer: async () => {
        throw new PaymentRefused('no-funds')
      },
    })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    money.mend()
    const [refused] = await money.transfersOf(job.id)
    expect(refused).toMatchObject({ state: 'refused', refusal: 'no-funds' })
    expect((await money.tasks()).map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'transfer.refused',
      refused!.id,
    ])
    const sent = await money.hq('POST', `/api/admin/transfers/${refused!.id}/resend`)
    expect(sent.body.data).toMatchObject({ state: 'done', amount: 50 })
    expect((await money.hq('POST', `/api/admin/transfers/${refused!.id}/resend`)).status).toBe(409)
    expect((await money.hq('POST', '/api/admin/transfers/unknown/resend')).status).toBe(404)
  })

  test('of a job without a known franchise is nobody’s: all is headquarters’', async () => {
    const job = await money.job({ franchiseId: 'never heard of' })
    await money.pay(job.id)
    expect(await money.transfersOf(job.id)).toEqual([])
    expect(await money.paymentsOf(job.id)).toMatchObject([{ franchiseId: null, franchiseCents: 0 }])
  })
})

describe('how the money stands', () => {
  test('is told by the processor and the ledger', async () => {
    const before = (await money.hq('GET', '/api/dev/payments')).body.data
    const job = await money.job({ price: 100 })
    await money.pay(job.id)
    const after = (await money.hq('GET', '/api/dev/payments')).body.data
    for (const span of ['today', 'week', 'allTime'])
      expect(after.revenue[span] - before.revenue[span]).toBeCloseTo(100, 5)
    expect(after.chargeCount - before.chargeCount).toBe(1)
    expect(after.balance.available[0].amount - before.balance.available[0].amount).toBeCloseTo(96.8, 5)
    expect(after.recentEvents.map(({ type }: { type: string }) => type)).toContain('payment_intent.succeeded')
    money.break({
      balance: async () => {
        throw upstream('The payment processor')
      },
    })
    expect((await money.hq('GET', '/api/dev/payments')).status).toBe(502)
    money.mend()
  })
})
