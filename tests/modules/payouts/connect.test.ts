import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoAccounts, franchises } from '../../../db/schema'
import { upstream, upstreamTimeout } from '../../../src/lib/errors'
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
  test("opens one account per franchise, however often it's requested", async () => {
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

  test('of an unknown franchise is a 404, and so is its status; its dashboard is empty', async () => {
    expect((await onboard('nobody')).status).toBe(404)
    expect((await status('nobody')).status).toBe(404)
    expect((await dashboard('nobody')).body.data).toEqual({
      transfers: [],
      totalPaid: 0,
      totalPending: 0,
      balance: 0,
    })
  })

  test('is a 502 when the processor fails, and nothing is stored', async () => {
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

describe('the account status', () => {
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

  test('comes from the processor and is stored', async () => {
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

describe('returning from the processor', () => {
  test('says complete, pending or error, as the processor reports', async () => {
    const franchiseId = await money.franchise()
    await onboard(franchiseId)
    const query = `?account_id=${await accountOf(franchiseId)}`
    expect(await comeBack(query)).toBe('/admin?tab=franchise&connect=pending')
    const done = await complete(franchiseId)
    expect(done.headers.get('location')).toBe(`http://localhost/api/payments/connect/return${query}`)
    expect(await comeBack(query)).toBe('/admin?tab=franchise&connect=complete')
  })

  test('with no account, an unknown one, or while the processor is down is an error', async () => {
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

describe('the payout dashboard', () => {
  test('comes from the processor and the ledger', async () => {
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
