import { afterAll, describe, expect, test } from 'bun:test'
import { send, type Answer } from '../support/app'
import { concrete, routesOf, testEach } from '../support/contract'
import { goodCredential, refusedCredentials, type Access, type Credentials } from './credentials'
import { endpoints, nameOf } from './endpoints'
import { probeApp } from './probe'
import { startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())
const { deps } = world.test
const probe = probeApp(deps)

const guarded: Access[] = ['hq', 'key', 'cron', 'proof', 'worker', 'signature']
const refused = new Map<Access, Credentials>()
for (const as of guarded) refused.set(as, await refusedCredentials(deps, as))

/** Broken JSON, and a body no endpoint accepts: neither may be mentioned before the caller is known. */
const badBodies = ['{"broken":', '[[1]]']

function expectUnauthorised(what: string, answer: Answer): void {
  expect([what, answer.status]).toEqual([what, 401])
  expect(answer.body).toEqual({ ok: false, error: expect.any(String) })
  expect(answer.headers.get('ratelimit')).toContain('"minute"')
}

async function expectGuarded(app: typeof probe, method: string, path: string, as: Access): Promise<void> {
  const credentials = Object.entries(refused.get(as) ?? {})
  expect(credentials).not.toEqual([])
  for (const [what, headers] of credentials)
    for (const raw of method === 'GET' ? [undefined] : badBodies) {
      const options = { headers, from: world.stranger(), ...(raw === undefined ? {} : { raw }) }
      expectUnauthorised(`${method} ${path} with ${what}`, await send(app, method, concrete(path), options))
    }
}

describe('each endpoint in the specification', () => {
  testEach(
    world,
    'refuses every credential but its own before looking at the body',
    ({ method, path, as }) => expectGuarded(world.test.app, method, path, as),
    ({ as }) => as !== 'public',
  )

  testEach(
    world,
    'requires no more than it needs',
    async (endpoint) => {
      // A body that isn't JSON is refused after the guard and before any effect.
      const headers = { 'content-type': 'application/json', ...(await goodCredential(deps, endpoint.as)) }
      const options = { headers, raw: '{"broken":', from: world.stranger() }
      expect((await world.test.call(endpoint.method, endpoint.path, options)).status).toBe(400)
    },
    ({ method, as }) => method !== 'GET' && as !== 'signature',
  )
})

describe('every other route', () => {
  const listed = new Set(endpoints.map(nameOf))
  for (const route of routesOf(world).values()) {
    const { as } = route.endpoint.rule
    if (listed.has(nameOf(route)) || as === 'public') continue
    test(`${nameOf(route)} refuses every credential but its own`, () =>
      expectGuarded(world.test.app, route.method, route.path, as))
  }
})

describe('a guard', () => {
  for (const as of ['hq', 'key', 'cron', 'proof', 'worker'] as const)
    test(`for ${as} refuses every credential but its own before looking at the request`, async () => {
      await expectGuarded(probe, 'GET', `/probe/${as}`, as)
      await expectGuarded(probe, 'POST', `/probe/${as}`, as)
      await expectGuarded(probe, 'GET', `/probe/${as}/items/not-a-uuid`, as)
    })

  const subjects: [Access, string][] = [
    ['public', ''],
    ['hq', 'user-1'],
    ['cron', ''],
    ['proof', 'jordan@example.com'],
    ['worker', 'worker-1'],
  ]
  test.each(subjects)('lets %s in with their own credential and knows who they are', async (as, subject) => {
    const headers = await goodCredential(deps, as)
    const address = world.stranger()
    const answer = await send(probe, 'GET', `/probe/${as}`, { headers, from: address })
    // The activity log says where HQ called from; nobody else's address is kept.
    const place = as === 'hq' ? { from: { via: 'api', address } } : {}
    const phone = as === 'worker' ? { tokenId: expect.any(String) } : {}
    expect(answer.body).toEqual({ ok: true, data: { kind: as, subject, ...place, ...phone } })
  })

  test('accepts the scheme in any case', async () => {
    const { authorization = '' } = await goodCredential(deps, 'hq')
    const headers = { authorization: authorization.replace('Bearer', 'bEARER ') }
    expect((await send(probe, 'GET', '/probe/hq', { headers, from: world.stranger() })).status).toBe(200)
  })

  test('counts a refused request against the limit before looking at the credential', async () => {
    const from = world.stranger()
    for (let sent = 0; sent < 100; sent++) await send(probe, 'GET', '/probe/hq', { from })
    const headers = await goodCredential(deps, 'hq')
    expect((await send(probe, 'GET', '/probe/hq', { from, headers })).status).toBe(429)
  })

  test("doesn't run a task on HEAD", async () => {
    const headers = await goodCredential(deps, 'cron')
    expect((await send(probe, 'HEAD', '/probe/cron', { headers, from: world.stranger() })).status).toBe(404)
    expect((await send(probe, 'GET', '/probe/cron', { headers, from: world.stranger() })).status).toBe(200)
  })
})
