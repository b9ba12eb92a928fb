import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestApp } from '../../support/app'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

async function openPage(): Promise<{ path: string; jobId: string }> {
  const job = await money.job({ type: 'Gutters <b>& more</b>' })
  const body = { amount: 19_999, jobId: job.id }
  const answer = await money.open('POST', '/api/payments/checkout', { body })
  return { path: new URL(answer.body.data.url).pathname, jobId: job.id }
}
const pay = (path: string, card: string) => money.open('POST', path, { raw: new URLSearchParams({ card }) })

describe('the demo checkout page', () => {
  test('works without scripts and allows none', async () => {
    const { path } = await openPage()
    const page = await money.open('GET', path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form method="post">')
    expect(page.text).not.toContain('<script')
    expect(page.text).toContain('value="4242 4242 4242 4242"')
    expect(page.text).toContain('>4000 0000 0000 9995<')
    expect(page.text).toContain('>3782 822463 10005<')
    expect(page.text).toContain('Gutters &lt;b>&amp; more&lt;/b>')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('accepts a test card, and charges it once when submitted twice', async () => {
    const { path, jobId } = await openPage()
    const first = await pay(path, '4242 4242 4242 4242')
    expect([first.status, first.headers.get('location')]).toEqual([303, 'http://localhost/checkout/done'])
    const second = await pay(path, '4242424242424242')
    expect(second.status).toBe(303)
    await money.rest()
    expect(await money.paymentsOf(jobId)).toHaveLength(1)
    expect((await money.readJob(jobId)).paymentState).toBe('paid')
    expect((await money.open('GET', path)).status).toBe(303)
  })

  test('says why a card was declined, and so does the job until another card pays', async () => {
    const { path, jobId } = await openPage()
    const declined = await pay(path, '4000000000009995')
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('Your card doesn’t have enough funds.')
    expect(declined.text).not.toContain('value="4242')
    await money.rest()
    expect((await money.readJob(jobId)).paymentState).toBe('failed')
    await pay(path, '4242424242424242')
    await money.rest()
    expect((await money.readJob(jobId)).paymentState).toBe('paid')
  })

  test('accepts no real card', async () => {
    const { path } = await openPage()
    const answer = await pay(path, '4111111111111111')
    expect(answer.status).toBe(402)
    expect(answer.text).toContain('Only the test cards')
  })

  test('is closed once the job is canceled', async () => {
    const { path, jobId } = await openPage()
    await money.open('POST', '/api/customer/cancel', { body: { jobId } })
    await money.rest()
    expect((await money.open('GET', path)).status).toBe(410)
    expect((await pay(path, '4242424242424242')).status).toBe(410)
  })

  test('says when a checkout or account is unknown', async () => {
    expect((await money.open('GET', '/demo/checkout/cs_unknown')).status).toBe(404)
    expect((await pay('/demo/checkout/cs_unknown', '4242424242424242')).status).toBe(404)
    expect((await money.open('GET', '/demo/onboarding/acct_unknown')).status).toBe(404)
    expect((await money.open('POST', '/demo/onboarding/acct_unknown', { raw: '' })).status).toBe(404)
  })

  test('refuses an oversized form', async () => {
    const { path } = await openPage()
    expect((await pay(path, '4'.repeat(5_000))).status).toBe(400)
  })

  test("thanks a customer who comes back, and reassures one who didn't pay", async () => {
    expect((await money.open('GET', '/checkout/done')).text).toContain('Thank you')
    expect((await money.open('GET', '/checkout/cancelled')).text).toContain('Nothing was charged')
  })
})

test('with a real processor there are no demo pages', async () => {
  const real = await startTestApp({
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_7Kq2vXc9TzR4mWb8LpYd3Nf6',
    STRIPE_API_URL: 'http://127.0.0.1:9',
  })
  expect((await real.call('GET', '/demo/checkout/cs_1')).status).toBe(404)
  expect((await real.call('POST', '/demo/onboarding/acct_1', { raw: '' })).status).toBe(404)
  await real.close()
})
