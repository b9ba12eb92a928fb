import { describe, expect, test } from 'bun:test'
import { loadConfig } from '../../src/config'
import { hqTokens } from '../../src/tokens/hq'
import { FixedClock } from '../support/clock'
import { adminClaims, reasonOf, signWithSecret, type Claims } from '../support/tokens'

const secret = 'an-hq-secret-0123456789abcdef'
const clock = new FixedClock()
const isRevoked = async () => false
const tokensFor = (env: Record<string, string> = {}) => {
  const { hq, publicUrl } = loadConfig({ PUBLIC_URL: 'https://book.example.com', ...env })
  return hqTokens({ hq, publicUrl, secret, clock, isRevoked })
}
const tokens = tokensFor()
const signed = (changes: Claims = {}) => signWithSecret(adminClaims(clock.now(), changes), secret)

const request = (headers: Record<string, string>, method = 'GET') =>
  new Request('https://book.example.com/api/dev/metrics', { method, headers })
const ask = (headers: Record<string, string>, method?: string, of = tokens) =>
  of.subjectOf(request(headers, method))
async function refused(headers: Record<string, string>, method?: string, of = tokens): Promise<void> {
  expect(await reasonOf(ask(headers, method, of))).toBe('unauthorised')
}

describe('an administrator', () => {
  const places: [string, Claims][] = [
    ['role', { role: 'owner' }],
    ['roles', { role: undefined, roles: ['reader', 'hq'] }],
    ['roles with a lesser role', { role: 'authenticated', roles: ['admin'] }],
    ['app_metadata.role', { role: 'authenticated', app_metadata: { role: 'admin' } }],
    ['app_metadata.roles', { role: undefined, app_metadata: { provider: 'email', roles: ['admin'] } }],
  ]
  test.each(places)('can be named in %s', async (_, changes) => {
    expect(await ask({ authorization: `Bearer ${await signed(changes)}` })).toBe('user-1')
  })

  const elsewhere: [string, Claims][] = [
    ['user_metadata', { role: undefined, user_metadata: { role: 'admin', roles: ['admin'] } }],
    [
      'user_metadata next to app_metadata',
      { role: 'user', user_metadata: { role: 'admin' }, app_metadata: {} },
    ],
    ['a text that contains a role', { role: 'admin,owner' }],
    ['another claim', { role: undefined, groups: ['admin'], admin: true }],
    ['an app_metadata that is not an object', { role: undefined, app_metadata: 'admin' }],
    ['a role that is not text', { role: undefined, app_metadata: { role: { name: 'admin' } } }],
  ]
  test.each(elsewhere)("isn't created by %s", async (_, changes) => {
    await refused({ authorization: `Bearer ${await signed(changes)}` })
  })

  test('is anyone with one of the configured roles', async () => {
    const own = tokensFor({ HQ_ADMIN_ROLES: 'dispatcher, boss' })
    expect(await ask({ authorization: `Bearer ${await signed({ role: 'boss' })}` }, 'GET', own)).toBe(
      'user-1',
    )
    await refused({ authorization: `Bearer ${await signed({ role: 'admin' })}` }, 'GET', own)
  })

  test('has a name that is text', async () => {
    const odd = { sub: 42 } as unknown as Claims
    await refused({ authorization: `Bearer ${await signed(odd)}` })
  })
})

describe('a token we issue', () => {
  test('works until it expires', async () => {
    const token = (await tokens.issue('user-9', 'admin', 3_600_000)) ?? ''
    expect(await ask({ authorization: `Bearer ${token}` })).toBe('user-9')
    const later = new FixedClock()
    later.advance(3_600_000)
    const { hq, publicUrl } = loadConfig({})
    await refused(
      { authorization: `Bearer ${token}` },
      'GET',
      hqTokens({ hq, publicUrl, secret, clock: later, isRevoked }),
    )
  })

  test("opens nothing when its role isn't an administrator's", async () => {
    await refused({ authorization: `Bearer ${await tokens.issue('user-9', 'reader', 3_600_000)}` })
  })
})

describe('a session cookie', () => {
  test('is read when there is no Authorization header', async () => {
    expect(await ask({ cookie: `theme=dark; session=${await signed()}; lang=en` })).toBe('user-1')
    const own = tokensFor({ HQ_SESSION_COOKIE: 'hq_session' })
    expect(await ask({ cookie: `hq_session=${await signed()}` }, 'GET', own)).toBe('user-1')
    await refused({ cookie: `session=${await signed()}` }, 'GET', own)
  })

  test('is ignored when the header is there but invalid', async () => {
    await refused({ cookie: `session=${await signed()}`, authorization: 'Bearer garbage' })
    await refused({ cookie: `session=${await signed()}`, authorization: '' })
  })

  test('is checked like a token', async () => {
    await refused({ cookie: 'session=garbage' })
    await refused({ cookie: `session=${await signed({ role: 'user' })}` })
    await refused({ cookie: 'session=' })
  })

  const ours: Record<string, string>[] = [
    { origin: 'https://book.example.com' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://book.example.com', 'sec-fetch-site': 'same-origin' },
  ]
  test('may write from our own pages', async () => {
    const cookie = `session=${await signed()}`
    for (const headers of ours) expect(await ask({ cookie, ...headers }, 'POST')).toBe('user-1')
  })

  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'http://book.example.com' },
    { origin: 'https://book.example.com:8443' },
    { origin: 'https://book.example.com.evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { referer: 'https://book.example.com/admin' },
  ]
  test('may not write from anywhere else', async () => {
    const cookie = `session=${await signed()}`
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const headers of foreign) await refused({ cookie, ...headers }, method)
  })

  test('may read from anywhere, and a header may write from anywhere', async () => {
    expect(await ask({ cookie: `session=${await signed()}`, origin: 'https://evil.example' })).toBe('user-1')
    const authorization = `Bearer ${await signed()}`
    expect(await ask({ authorization, origin: 'https://evil.example' }, 'POST')).toBe('user-1')
  })
})
