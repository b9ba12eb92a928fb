import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { loadConfig } from '../../src/config'
import { hqTokens } from '../../src/tokens/hq'
import { probeApp } from '../contract/probe'
import { send, startTestApp } from '../support/app'
import { FixedClock } from '../support/clock'
import {
  adminClaims,
  reasonOf,
  signWithOwnKey,
  signWithSecret,
  unsigned,
  type Claims,
} from '../support/tokens'
import { algorithms, startIdentityProvider } from './identity-provider'

const provider = await startIdentityProvider()
afterAll(() => provider.stop())
const clock = new FixedClock()
const isRevoked = async () => false
const claims = (changes: Claims = {}) => adminClaims(clock.now(), changes)

function tokensFor(env: Record<string, string> = {}, secret: string | null = null) {
  const { hq, publicUrl } = loadConfig({ HQ_JWKS_URL: provider.url, ...env })
  return hqTokens({ hq, publicUrl, secret, clock, isRevoked })
}

let tokens: ReturnType<typeof tokensFor>
beforeEach(() => {
  provider.answer = undefined
  provider.fetches = 0
  tokens = tokensFor()
})

const subjectOf = (token: string, of = tokens) =>
  of.subjectOf(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }))

async function refused(token: string | Promise<string>, of = tokens): Promise<void> {
  expect(await reasonOf(subjectOf(await token, of))).toBe('unauthorised')
}

describe("an identity provider's token", () => {
  test.each(algorithms)('signed with %s is accepted', async (algorithm) => {
    expect(await subjectOf(await provider.sign(algorithm, claims()))).toBe('user-1')
  })

  test('is checked against keys that were fetched once', async () => {
    for (const algorithm of algorithms) await subjectOf(await provider.sign(algorithm, claims()))
    expect(provider.fetches).toBe(1)
  })

  test('under an unknown key name is refused', async () => {
    await refused(provider.sign('RS256', claims(), 'somebody-else'))
  })

  test('under the name of another key is refused', async () => {
    await refused(provider.sign('RS256', claims(), 'ES256-1'))
  })

  test('made with another key of the same kind is refused', async () => {
    for (const algorithm of algorithms) await refused(signWithOwnKey(claims(), algorithm))
  })

  test("must not be expired, nameless, timeless or an ordinary user's", async () => {
    const past = Math.floor(clock.now() / 1000) - 1
    for (const changes of [
      { exp: past },
      { exp: undefined },
      { sub: undefined },
      { role: 'user' },
      { nbf: past + 99 },
    ])
      await refused(provider.sign('ES256', claims(changes)))
  })

  test('signed with the text of the public key as a secret is refused', async () => {
    const key = provider.publicKey('RS256')
    for (const text of [JSON.stringify(key), key.n ?? '']) {
      await refused(signWithSecret(claims(), text))
      await refused(signWithSecret(claims(), text), tokensFor({}, 'an-hq-secret-0123456789abcdef'))
    }
  })

  test('without a signature is refused', async () => {
    await refused(unsigned(claims()))
  })
})

describe('an HQ secret besides the provider', () => {
  test('lets both kinds of token in', async () => {
    const both = tokensFor({}, 'an-hq-secret-0123456789abcdef')
    expect(await subjectOf((await both.issue('user-9', 'owner', 60_000)) ?? '', both)).toBe('user-9')
    expect(await subjectOf(await provider.sign('EdDSA', claims()), both)).toBe('user-1')
  })

  test("doesn't exist unless it's set: then nothing is issued and no HS256 token is valid", async () => {
    expect(await tokens.issue('user-9', 'owner', 60_000)).toBeNull()
    for (const secret of ['null', 'undefined', ' ']) await refused(signWithSecret(claims(), secret))
  })
})

describe('issuer and audience', () => {
  const strict = () => tokensFor({ HQ_JWT_ISSUER: 'https://id.example.com/', HQ_JWT_AUDIENCE: 'truckroll' })
  const right = { iss: 'https://id.example.com/', aud: 'truckroll' }

  test('must match the configuration', async () => {
    expect(await subjectOf(await provider.sign('RS256', claims(right)), strict())).toBe('user-1')
    const list = { ...right, aud: ['billing', 'truckroll'] }
    expect(await subjectOf(await provider.sign('RS256', claims(list)), strict())).toBe('user-1')
    for (const wrong of [
      {},
      { iss: right.iss },
      { aud: right.aud },
      { ...right, iss: 'https://id.example.com' },
    ])
      await refused(provider.sign('RS256', claims(wrong)), strict())
    await refused(provider.sign('RS256', claims({ ...right, aud: 'billing' })), strict())
  })

  test('are checked on HS256 tokens too, and written into those we issue', async () => {
    const secret = 'an-hq-secret-0123456789abcdef'
    const own = tokensFor({ HQ_JWT_ISSUER: right.iss, HQ_JWT_AUDIENCE: right.aud }, secret)
    expect(await subjectOf((await own.issue('user-9', 'hq', 60_000)) ?? '', own)).toBe('user-9')
    await refused(signWithSecret(claims(), secret), own)
  })
})

describe('a failing identity provider', () => {
  const outages: [string, () => Response][] = [
    ['answers 500', () => new Response('broken', { status: 500 })],
    ['answers 404', () => new Response('moved', { status: 404 })],
    ['redirects', () => Response.redirect('http://127.0.0.1:1/elsewhere')],
    ['sends a page instead of keys', () => new Response('<html>')],
    ['sends something other than a key set', () => Response.json({ keys: 'none' })],
  ]
  test.each(outages)('that %s is at fault, not the caller', async (_, answer) => {
    provider.answer = answer
    const token = await provider.sign('RS256', claims())
    expect(await reasonOf(subjectOf(token))).toBe('upstream')
  })

  test("that can't be reached is at fault too", async () => {
    const nowhere = tokensFor({ HQ_JWKS_URL: 'http://127.0.0.1:1/jwks.json' })
    expect(await reasonOf(subjectOf(await provider.sign('RS256', claims()), nowhere))).toBe('upstream')
  })

  test('is reported as a 502 in the envelope', async () => {
    const service = await startTestApp({ HQ_JWKS_URL: 'http://127.0.0.1:1/jwks.json' })
    const token = await provider.sign('RS256', claims())
    const answer = await send(probeApp(service.deps), 'POST', '/probe/hq', { token, raw: '{"broken":' })
    await service.close()
    expect([answer.status, answer.body]).toEqual([
      502,
      { ok: false, error: "The identity provider isn't working right now. Try again in a few minutes." },
    ])
  })

  test("doesn't lock out callers whose keys are known already", async () => {
    const token = await provider.sign('RS256', claims())
    await subjectOf(token)
    provider.answer = () => new Response('broken', { status: 500 })
    expect(await subjectOf(token)).toBe('user-1')
  })

  test("isn't asked about text that can't be one of its tokens", async () => {
    provider.answer = () => new Response('broken', { status: 500 })
    for (const token of [
      'garbage',
      'a.b.c',
      unsigned(claims()),
      await signWithSecret(claims(), 'x'.repeat(32)),
    ])
      await refused(token)
    expect(provider.fetches).toBe(0)
  })
})
