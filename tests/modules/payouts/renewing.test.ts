import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activity, franchises } from '../../../db/schema'
import { signLink } from '../../../src/tokens/signed-link'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { startStripeStub, type StripeStub } from '../../support/stripe-stub'

let stub: StripeStub
let money: MoneyTest
let franchiseId: string
beforeEach(async () => {
  stub = await startStripeStub()
  money = await startMoneyTest({ STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url })
  franchiseId = await money.franchise()
})
afterEach(async () => {
  await money.close()
  stub.close()
})

const links = () => stub.calls.filter(({ path }) => path === '/v1/account_links').map(({ params }) => params)

/** The address the processor sends a franchisee to when HQ's link has expired. */
async function renewingPath(): Promise<string> {
  expectStatus(await money.hq('POST', '/api/payments/connect/onboard', { franchiseId }), 200)
  return new URL(links().at(-1)?.refresh_url ?? '').pathname
}

test('a franchisee with an expired link is sent on with a new one for the same account', async () => {
  const path = await renewingPath()
  const [first] = links()
  expect(first?.return_url).toContain('/api/payments/connect/return?account_id=')
  const answer = await money.open('GET', path)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `https://connect.example/${first?.account}`,
  ])
  expect(links()[1]).toMatchObject({ account: first?.account, refresh_url: first?.refresh_url })
  const types = (await money.deps.store.read.select().from(activity)).map(({ type }) => type)
  expect(types).toContain('franchise.link-renewed')
})

test('the address works for a week, however often it was used', async () => {
  const path = await renewingPath()
  money.clock.advance(6 * 86_400_000)
  expect((await money.open('GET', path)).status).toBe(303)
  expect(new URL(links().at(-1)?.refresh_url ?? '').pathname).toBe(path)
  money.clock.advance(86_400_000)
  const late = await money.open('GET', path)
  expect(late.status).toBe(404)
  expect(late.text).toContain('Ask headquarters to send you a new one')
})

test('nobody else gets a link: not with another account, another purpose or another signature', async () => {
  const path = await renewingPath()
  const [account] = stub.books.all('account')
  const until = money.clock.now() + 60_000
  const subject = JSON.stringify([franchiseId, account?.id])
  const wrong = [
    path.slice(0, -1),
    path.replace(/\.\w+\./, '.zzzzzzzzz.'),
    `/onboarding/${signLink(money.deps, 'card link', subject, until)}`,
    `/onboarding/${signLink({ secrets: { ...money.deps.secrets, linkSecret: 'another-secret' } }, 'onboarding link', subject, until)}`,
    `/onboarding/${signLink(money.deps, 'onboarding link', JSON.stringify([franchiseId, 'acct_other']), until)}`,
    `/onboarding/${signLink(money.deps, 'onboarding link', JSON.stringify(['nobody', account?.id]), until)}`,
  ]
  const before = links().length
  for (const address of wrong)
    expect({ address, status: (await money.open('GET', address)).status }).toEqual({ address, status: 404 })
  expect(links()).toHaveLength(before)
})

test('a franchisee who has finished is sent back without a new link', async () => {
  const path = await renewingPath()
  await money.deps.store.write((tx) =>
    tx.update(franchises).set({ detailsSubmitted: true }).where(eq(franchises.id, franchiseId)),
  )
  const answer = await money.open('GET', path)
  expect(answer.headers.get('location')).toContain('/api/payments/connect/return')
  expect(links()).toHaveLength(1)
})

test('when the processor fails, a page asks to try again', async () => {
  const path = await renewingPath()
  stub.trouble({ status: 500, text: '{}', headers: { 'stripe-should-retry': 'false' } })
  const answer = await money.open('GET', path, { headers: { 'accept-language': 'es' } })
  expect(answer.status).toBe(502)
  expect(answer.text).toContain('Abra este enlace de nuevo')
})
