import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose'
import { activity, signInCodes, staff, staffSessions } from '../../../db/schema'
import { createLog } from '../../../src/lib/log'
import { usualLimits } from '../../../src/providers/delivery'
import { createIdentity } from '../../../src/providers/identity'
import { staffToken } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { startTestApp, type TestApp } from '../../support/app'
import { FixedClock } from '../../support/clock'
import { client, startOidc, type OidcServer } from '../../support/oidc'
import { reasonOf } from '../../support/tokens'

const minute = 60_000
const verified = { email: 'Dana@Example.com', email_verified: true, name: 'Dana Reyes' }

let provider: OidcServer
let app: TestApp
let logged: string
let callers = 0
beforeEach(async () => {
  provider = await startOidc(() => app.clock.now())
  provider.claims = verified
  logged = ''
  app = await start()
})
afterEach(async () => {
  await app.close()
  await provider.stop()
})

const start = (env: Record<string, string> = {}) =>
  startTestApp(
    {
      HQ_OIDC_ISSUER: provider.issuer,
      HQ_OIDC_CLIENT_ID: client.id,
      HQ_OIDC_CLIENT_SECRET: client.secret,
      ...env,
    },
    { log: createLog('debug', new FixedClock(), (text) => (logged += text)) },
  )
const post = (path: string, body?: unknown) =>
  app.call('POST', path, { body, from: `198.51.100.${++callers % 250}` })
const addDana = (changes: Partial<typeof staff.$inferInsert> = {}) =>
  staffToken(app.deps, { id: 'dana', email: 'dana@example.com', ...changes })
const begin = async () => expectStatus(await post('/api/sign-in/sso'), 200).body.data
const finish = (body: unknown) => post('/api/sign-in/sso/finish', body)

/** The whole way: to the provider, back, and the exchange. */
async function signIn(changes: Record<string, string> = {}) {
  const { url, key } = await begin()
  return finish({ key, ...provider.signIn(url), ...changes })
}
const people = () => app.deps.store.read.select().from(staff)

describe('continuing with SSO', () => {
  test('sends the browser to the provider with a state, a nonce and a PKCE challenge', async () => {
    const { url, key } = await begin()
    const page = new URL(url)
    expect(page.origin + page.pathname).toBe(`${provider.issuer}/authorize`)
    expect(Object.fromEntries(page.searchParams)).toEqual({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: 'http://localhost/admin/sso',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(url).not.toContain(key)
    const [stored] = await app.deps.store.read.select().from(signInCodes)
    expect(JSON.stringify(stored)).not.toContain(key)
    expect(stored?.expiresAt).toBe(app.clock.now() + 10 * minute)
  })

  test('opens the same kind of session as a code does, for someone on the staff', async () => {
    await addDana({ role: 'dispatcher' })
    const { data } = expectStatus(await signIn(), 200).body
    expect(data).toEqual({
      as: 'hq',
      token: expect.any(String),
      expiresAt: '2026-03-02T16:00:00.000Z',
      renewal: expect.stringMatching(/^[\w-]{43}$/),
    })
    const me = () => app.call('GET', '/api/admin/session', { token: data.token })
    expect(expectStatus(await me(), 200).body.data).toMatchObject({
      id: 'dana',
      role: 'dispatcher',
      method: 'sso',
    })
    await app.deps.store.write((tx) => tx.update(staff).set({ active: false }).where(eq(staff.id, 'dana')))
    expectStatus(await me(), 401)
  })

  test('refuses people who are not on the staff, and deactivated people, with the same words', async () => {
    const stranger = expectStatus(await signIn(), 403).body
    expect(stranger.error).toBe("Your email address isn't on the staff here. Ask an owner to invite you.")
    await addDana({ active: false })
    expect(expectStatus(await signIn(), 403).body).toEqual(stranger)
    provider.claims = { ...verified, roles: ['admin'] }
    expect(expectStatus(await signIn(), 403).body).toEqual(stranger)
    expect((await people()).map(({ id, active }) => [id, active])).toEqual([['dana', false]])
  })

  test("makes someone with an administrator's role at the provider an owner, once", async () => {
    provider.claims = { ...verified, roles: ['admin'] }
    expectStatus(await signIn(), 200)
    expectStatus(await signIn(), 200)
    const [owner, ...others] = await people()
    expect(others).toEqual([])
    expect(owner).toMatchObject({
      email: 'dana@example.com',
      name: 'Dana Reyes',
      role: 'owner',
      active: true,
    })
    const noted = await app.deps.store.read.select().from(activity).where(eq(activity.type, 'staff.joined'))
    expect(noted).toHaveLength(1)
    provider.claims = { ...verified, email: 'sam@example.com', user_metadata: { role: 'admin' } }
    expectStatus(await signIn(), 403)
  })

  test('leaves the role of someone on the staff as the list has it', async () => {
    await addDana({ role: 'bookkeeper' })
    provider.claims = { ...verified, roles: ['admin'] }
    expectStatus(await signIn(), 200)
    expect((await people()).map(({ role }) => role)).toEqual(['bookkeeper'])
  })

  test.each([
    ['is not verified', { email_verified: false }, 403],
    ['is not said to be verified', { email_verified: undefined }, 403],
    ['is verified by Microsoft', { email_verified: undefined, xms_edov: true }, 200],
    ['is denied by the one claim and verified by the other', { email_verified: false, xms_edov: true }, 403],
    ['is missing', { email: undefined }, 403],
    ['is not an address', { email: 'dana' }, 403],
  ])('with an email address that %s', async (_, claims, status) => {
    await addDana()
    provider.claims = { ...verified, ...claims }
    expectStatus(await signIn(), status)
    expect(await app.deps.store.read.select().from(staffSessions)).toHaveLength(status === 200 ? 2 : 1)
  })

  test('asks for the email address where the ID token has none', async () => {
    await addDana()
    provider.document = { userinfo_endpoint: `${provider.issuer}/userinfo` }
    provider.claims = {}
    provider.profile = verified
    expectStatus(await signIn(), 200)
    provider.profile = { ...verified, sub: 'someone-else' }
    expectStatus(await signIn(), 401)
  })

  test('works once, within 10 minutes, in the browser that started it', async () => {
    await addDana()
    const { url, key } = await begin()
    const returned = provider.signIn(url)
    const other = await begin()
    expectStatus(await finish({ ...returned, key: other.key }), 401)
    expectStatus(await finish({ ...returned, key, state: 'x'.repeat(64) }), 401)
    expectStatus(await finish({ ...returned, key }), 200)
    expectStatus(await finish({ ...returned, key }), 401)
    const late = await begin()
    app.clock.advance(10 * minute)
    expectStatus(await finish({ ...provider.signIn(late.url), key: late.key }), 401)
    expect(provider.asked.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('takes a crowd of the same answer once', async () => {
    await addDana()
    const { url, key } = await begin()
    const body = { key, ...provider.signIn(url) }
    const answers = await Promise.all(Array.from({ length: 8 }, () => finish(body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ])
  })

  test('sends the secret in the form if the provider wants it there', async () => {
    await addDana()
    provider.document = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    expectStatus(await signIn(), 200)
  })

  test('is not offered without a provider', async () => {
    const plain = await startTestApp()
    try {
      expectStatus(await plain.call('POST', '/api/sign-in/sso'), 404)
      const body = { key: 'k', code: 'c', state: 's' }
      expectStatus(await plain.call('POST', '/api/sign-in/sso/finish', { body }), 404)
      expect((await plain.call('GET', '/admin')).text).toContain('&quot;sso&quot;:false')
    } finally {
      await plain.close()
    }
    expect((await app.call('GET', '/admin')).text).toContain('&quot;sso&quot;:true')
    expectStatus(await app.call('GET', '/admin/sso?code=c&state=s'), 200)
  })
})

describe('an ID token', () => {
  const faults: Record<string, () => unknown> = {
    'from another issuer': () => (provider.claims = { ...verified, iss: 'https://evil.example' }),
    'for another client': () => (provider.claims = { ...verified, aud: 'someone-else' }),
    'for several clients': () => (provider.claims = { ...verified, aud: [client.id, 'someone-else'] }),
    'of another sign-in': () => (provider.claims = { ...verified, nonce: 'another' }),
    'without a nonce': () => (provider.claims = { ...verified, nonce: undefined }),
    'that has expired': () => (provider.claims = { ...verified, exp: app.clock.now() / 1000 - 61 }),
    'that is not valid yet': () => (provider.claims = { ...verified, nbf: app.clock.now() / 1000 + 120 }),
    'without a subject': () => (provider.claims = { ...verified, sub: undefined }),
    'for another access token': () => (provider.accessToken = 'another-access-token'),
    'without a signature': () => (provider.sign = async (claims) => new UnsecuredJWT(claims).encode()),
    'without a signature, though the provider allows it': () => {
      provider.document = { id_token_signing_alg_values_supported: ['none', 'RS256'] }
      provider.sign = async (claims) => new UnsecuredJWT(claims).encode()
    },
    'signed with our own secret': () => {
      provider.document = { id_token_signing_alg_values_supported: ['HS256', 'RS256'] }
      provider.sign = (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(client.secret.padEnd(32, '0')))
    },
    'signed with a key the provider does not publish': () =>
      (provider.sign = async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256' })
          .sign((await generateKeyPair('RS256')).privateKey)),
    'under an unknown key name': () =>
      (provider.sign = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'another' }).sign(provider.key)),
  }

  test.each(Object.keys(faults))('%s lets nobody in', async (name) => {
    await addDana()
    faults[name]!()
    const { error } = expectStatus(await signIn(), 401).body
    expect(error).toStartWith("We couldn't confirm your sign-in with your identity provider.")
    expect(await app.deps.store.read.select().from(staffSessions)).toHaveLength(1)
    expectNoSecrets()
  })

  test('is not even asked for if the answer names another issuer', async () => {
    await addDana()
    expectStatus(await signIn({ iss: 'https://evil.example' }), 401)
    expect(provider.asked).not.toContain('/token')
  })

  test('must come with the issuer if the provider says it sends it', async () => {
    await addDana()
    provider.document = { authorization_response_iss_parameter_supported: true }
    expectStatus(await signIn(), 401)
    expectStatus(await signIn({ iss: provider.issuer }), 200)
  })
})

const huge = () =>
  new Response(`{"a":"${'x'.repeat(300 * 1024)}"}`, { headers: { 'content-type': 'application/json' } })
const broken = {
  'answers 500': () => new Response('<h1>Oops</h1>', { status: 500 }),
  'answers with a page': () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
  'answers with broken JSON': () =>
    new Response('{"a":', { headers: { 'content-type': 'application/json' } }),
  'answers without an end': huge,
  'sends us elsewhere': () => Response.redirect('http://127.0.0.1:1/', 307),
}

describe('a provider that', () => {
  test.each(Object.keys(broken) as (keyof typeof broken)[])('%s gets a plain 502', async (name) => {
    await addDana()
    provider.answers['/.well-known/openid-configuration'] = broken[name]
    const { error } = expectStatus(await post('/api/sign-in/sso'), 502).body
    expect(error).toBe("The identity provider isn't working right now. Try again in a few minutes.")
    provider.answers = { '/token': broken[name] }
    expectStatus(await signIn(), 502)
    provider.answers = { '/jwks': broken[name] }
    expectStatus(await signIn(), 502)
    provider.answers = {}
    expectStatus(await signIn(), 200)
    expectNoSecrets()
  })

  test.each([
    ['has a document without an end', { padding: 'x'.repeat(300 * 1024) }],
    ['calls itself by another name', { issuer: 'https://evil.example' }],
    ['has no page to sign in on', { authorization_endpoint: undefined }],
    ['names a script as its page', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s gets a plain 502', async (_, document) => {
    provider.document = document
    expectStatus(await post('/api/sign-in/sso'), 502)
  })

  test('does not accept our secret is named with the settings to check', async () => {
    await app.close()
    app = await start({ HQ_OIDC_CLIENT_SECRET: 'not-the-secret-0123456789' })
    const { error } = expectStatus(await signIn(), 502).body
    expect(error).toContain('Check HQ_OIDC_CLIENT_ID and HQ_OIDC_CLIENT_SECRET.')
  })

  test('takes a used code again gets a plain 401', async () => {
    await addDana()
    const [first, second] = [await begin(), await begin()]
    const { code } = provider.signIn(first.url) as { code: string }
    const { state } = provider.signIn(second.url) as { state: string }
    expectStatus(await finish({ key: second.key, code, state }), 401)
  })

  test('does not answer gets a plain 504', async () => {
    const { config, clock } = app.deps
    const limits = { ...usualLimits, callMs: 50 }
    const attempt = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
    const hanging = () => new Promise<Response>(() => {})
    provider.answers = { '/.well-known/openid-configuration': hanging, '/token': hanging }
    const identity = () => createIdentity({ config, clock, limits })!
    expect(await reasonOf(identity().pageFor(attempt))).toBe('upstream-timeout')
    delete provider.answers['/.well-known/openid-configuration']
    const returned = { code: 'c', state: 's' }
    expect(await reasonOf(identity().personOf(attempt, returned))).toBe('upstream-timeout')
  })

  test('keeps failing is left alone for a while', async () => {
    provider.answers['/.well-known/openid-configuration'] = broken['answers 500']
    for (let attempt = 0; attempt < 7; attempt++) expectStatus(await post('/api/sign-in/sso'), 502)
    expect(provider.asked).toHaveLength(5)
    expect(app.deps.providers.identity?.restingFor()).toBeGreaterThan(0)
  })
})

/** Neither what the provider told us nor what we told it. */
function expectNoSecrets(): void {
  app.deps.log.flush()
  expect(logged).not.toBe('')
  for (const secret of ['eyJ', client.secret, 'access-token', 'dana@example', 'Dana'])
    expect(logged).not.toContain(secret)
}
