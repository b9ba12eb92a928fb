import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { outbox } from '../../../db/schema'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
const ada = 'ada@example.com'
const ben = 'ben@example.com'
beforeAll(async () => {
  money = await startMoneyTest()
  for (const customerEmail of [ada, ben]) await money.job({ customerEmail })
})
afterAll(() => money.close())

const proofOf = (email: string) => money.deps.tokens.proof.issue(email)
const languageOf = async (email: string) =>
  (await money.open('GET', '/api/account', { token: await proofOf(email) })).body.data.language
const choose = async (email: string, body: unknown, query = '') =>
  money.open('POST', `/api/account/language${query}`, { token: await proofOf(email), body })

describe('a customer’s language', () => {
  test('is unknown until they choose one, and theirs alone from then on', async () => {
    expect(await languageOf(ada)).toBeNull()
    const stored = await choose(ada, { language: 'es' })
    expect([stored.status, stored.body]).toEqual([200, { ok: true, data: { language: 'es' } }])
    expect(await languageOf(ada)).toBe('es')
    expect(await languageOf(ben)).toBeNull()
    const found = (await money.hq('GET', `/api/admin/customers?q=${ada}`)).body.data.items
    expect(found).toEqual([expect.objectContaining({ email: ada, language: 'es' })])
    await choose(ada, { language: 'en' })
    expect(await languageOf(ada)).toBe('en')
  })

  test('needs the proof, and says so before it looks at the body', async () => {
    for (const token of [undefined, 'cvp_nonsense', await money.hqToken()])
      for (const body of [{ language: 'es' }, { language: 'fr' }, {}]) {
        const options = { body, ...(token !== undefined && { token }) }
        expect((await money.open('POST', '/api/account/language', options)).status).toBe(401)
      }
  })

  test.each([[{}], [{ language: 'fr' }], [{ language: null }], [{ language: 'ES' }], [{ language: ['es'] }]])(
    'is not changed by %j',
    async (body) => {
      const before = await languageOf(ben)
      const refused = await choose(ben, body)
      expect(refused.status).toBe(400)
      expect(refused.body.details[0]).toStartWith('language: ')
      expect(await languageOf(ben)).toBe(before)
    },
  )

  test('can’t be set for another person’s account', async () => {
    for (const name of ['email', 'customerEmail']) {
      expect((await choose(ada, { language: 'es', [name]: ben })).status).toBe(403)
      expect((await choose(ada, { language: 'es' }, `?${name}=${ben}`)).status).toBe(403)
    }
    expect(await languageOf(ben)).toBeNull()
    expect((await choose(ada, { language: 'es', email: 'ADA@example.com' })).status).toBe(200)
  })

  test('stays unknown for an address without bookings', async () => {
    const answer = await choose('nobody@example.com', { language: 'es' })
    expect([answer.status, answer.body.data]).toEqual([200, { language: null }])
    expect(await languageOf('nobody@example.com')).toBeNull()
  })
})

describe('a sign-in code', () => {
  const codeIn = async (email: string, headers: Record<string, string>) => {
    await money.open('POST', '/api/customer/verify', { body: { email }, headers })
    const rows = await money.deps.store.read.select().from(outbox)
    return rows.find(({ template, recipient }) => template === 'verify-code' && recipient === email)?.language
  }

  test('is written in the language of the page that asked for it', async () => {
    expect(await codeIn('es@example.com', { 'accept-language': 'es' })).toBe('es')
    expect(await codeIn('en@example.com', { 'accept-language': 'en-US,en;q=0.9,es;q=0.5' })).toBe('en')
  })

  test('is written in the customer’s own language where the caller names none', async () => {
    expect(await codeIn('any@example.com', {})).toBeNull()
  })
})
