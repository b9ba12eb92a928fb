import { afterAll, describe, expect, test } from 'bun:test'
import { send } from '../support/app'
import { concrete, routesOf, testEach } from '../support/contract'
import { nameOf } from './endpoints'
import { probeApp } from './probe'
import { startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())
const { clock } = world.test
const probe = probeApp(world.test.deps)

/** A request refused after it was counted: no credential, and a body that isn't JSON. */
const knock = (method: string, path: string, from: string) =>
  world.test.call(method, concrete(path), { from, ...(method === 'GET' ? {} : { raw: '{"broken":' }) })

async function expectLimit(method: string, path: string, limit: number): Promise<void> {
  const from = world.stranger()
  for (let passed = 0; passed < limit; passed++) {
    const answer = await knock(method, path, from)
    expect([passed, answer.status]).not.toEqual([passed, 429])
    expect(answer.headers.get('ratelimit')).toBe(`"minute";r=${limit - passed - 1};t=60`)
    expect(answer.headers.get('ratelimit-policy')).toBe(`"minute";q=${limit};w=60`)
    expect(answer.headers.get('retry-after')).toBeNull()
  }
  clock.advance(20_000)
  const refused = await knock(method, path, from)
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ ok: false, error: 'Too many requests. Try again in 40 seconds.' })
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.headers.get('ratelimit')).toBe('"minute";r=0;t=40')
  expect(refused.headers.get('ratelimit-policy')).toBe(`"minute";q=${limit};w=60`)
  expect((await knock(method, path, world.stranger())).status).not.toBe(429)
  clock.advance(39_999)
  expect((await knock(method, path, from)).status).toBe(429)
  clock.advance(1)
  expect((await knock(method, path, from)).status).not.toBe(429)
}

describe('each limit in the specification', () => {
  testEach(world, 'allows its limit and refuses the next request', ({ method, path, limit }) =>
    expectLimit(method, path, limit),
  )
})

describe('the limits beyond the specification', () => {
  test('every route under /api/admin allows 600 a minute, because an office shares one address', async () => {
    const admin = [...routesOf(world).values()].filter(({ path }) => path.startsWith('/api/admin/'))
    for (const route of admin)
      expect([nameOf(route), route.endpoint.rule.limit]).toEqual([nameOf(route), 600])
    await expectLimit(admin[0]!.method, admin[0]!.path, 600)
  })
})

describe('a rate limit window', () => {
  test('of an IPv6 /48 allows 16 times as much as one of a /64 inside it', async () => {
    const ask = async (from: string) => (await knock('POST', '/api/customer/verify', from)).status
    for (let at = 0; at < 16; at++)
      for (let sent = 0; sent < 6; sent++)
        expect([at, sent, (await ask(`2001:db8:48:${at}::${sent}`)) === 429]).toEqual([at, sent, sent === 5])
    expect(await ask('2001:db8:48:99::1')).toBe(429)
    expect(await ask('2001:db8:49::1')).not.toBe(429)
    expect(await ask(world.stranger())).not.toBe(429)
    clock.advance(60_000)
    expect(await ask('2001:db8:48:99::1')).not.toBe(429)
  })

  test('counts one method', async () => {
    const from = world.stranger()
    for (let sent = 0; sent < 61; sent++) await knock('POST', '/api/vitals', from)
    expect((await knock('POST', '/api/vitals', from)).status).toBe(429)
    expect((await knock('GET', '/api/vitals', from)).status).toBe(200)
  })

  test('counts one route, whatever its parameters are', async () => {
    const from = world.stranger()
    const ask = async (path: string) => (await send(probe, 'GET', path, { from })).status
    for (let sent = 0; sent < 100; sent++) await ask(`/probe/public/items/${crypto.randomUUID()}`)
    expect(await ask(`/probe/public/items/${crypto.randomUUID()}`)).toBe(429)
    expect(await ask('/probe/public')).toBe(200)
  })

  test('is shared by all spellings of a path, and by HEAD and GET', async () => {
    const from = world.stranger()
    const left = async (method: string, path: string) =>
      (await world.test.call(method, path, { from })).headers.get('ratelimit')
    expect(await left('GET', '/api/vitals')).toContain('r=119')
    expect(await left('HEAD', '/api/vitals')).toContain('r=118')
    expect(await left('GET', '/api/vitals?again=1')).toContain('r=117')
    expect(await left('GET', '/api/vitals/')).toContain('r=116')
  })
})
