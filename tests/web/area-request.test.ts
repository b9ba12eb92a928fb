import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { areaRequests, outbox } from '../../db/schema'
import { forgetCustomer, sweepAreaRequests } from '../../src/modules/franchises'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import { addWorld } from '../support/world'
import { filled } from './booking-form'

let world: Admin
beforeAll(async () => {
  world = await startAdmin()
  await addWorld(world)
})
afterAll(() => world.close())
beforeEach(() => world.deps.store.write((tx) => tx.delete(areaRequests)))

let visitors = 0
const post = (path: string, fields: Record<string, string>, language = 'en') =>
  world.call('POST', path, {
    raw: new URLSearchParams(fields),
    from: `198.51.100.${++visitors % 250}`,
    headers: { 'accept-language': language },
  })
const ask = (email: string, zip = '02108', language?: string) => post('/area', { email, zip }, language)
const stored = () => world.deps.store.read.select().from(areaRequests)

describe('somebody outside every service area', () => {
  test('can leave their email on the home page, which says thanks', async () => {
    const { text } = await world.call('GET', '/?zip=02108')
    expect(text).toContain('Sorry, we don’t serve 02108 yet.')
    expect(text).toContain('Leave your email, and we’ll let you know when we get there.')
    const { status, headers } = await ask('Zoe@Example.com')
    expect([status, headers.get('location')]).toEqual([303, '/?zip=02108&noted=yes#area'])
    const thanks = await world.call('GET', '/?zip=02108&noted=yes')
    expect(thanks.text).toContain('Thanks! We’ll email you when we serve 02108.')
    expect(await stored()).toMatchObject([
      { email: 'zoe@example.com', zip: '02108', language: 'en', createdAt: world.clock.now() },
    ])
  })

  test('can leave it on the booking page, in their language', async () => {
    const { key, service } = filled
    const fields = {
      street: '1 Beacon St',
      city: 'Boston',
      state: 'MA',
      zip: '02108',
      key,
      service,
      go: 'time',
    }
    const { status, text } = await post('/book', fields, 'es')
    expect(status).toBe(422)
    expect(text).toContain('Todavía no atendemos el código postal 02108')
    expect(text).toMatch(/<form action="\/area#area".*?name="zip" value="02108"/)
    await ask('zoe@example.com', '02108', 'es')
    expect(await stored()).toMatchObject([{ language: 'es' }])
  })

  test('is noted once per ZIP code, however they spell their address, and nobody gets a message', async () => {
    for (const email of ['zoe@example.com', 'ZOE@example.com', ' zoe@example.com ']) await ask(email)
    await ask('zoe@example.com', '02109')
    expect((await stored()).map(({ zip }) => zip).toSorted()).toEqual(['02108', '02109'])
    expect(await world.deps.store.read.select().from(outbox)).toEqual([])
  })

  test('is told about a wrong email address', async () => {
    const { status, text } = await ask('zoe@"><b>')
    expect(status).toBe(422)
    expect(text).toContain('Enter an email address, such as you@example.com.')
    expect(text).toContain('value="zoe@&quot;>&lt;b>"')
    expect(await stored()).toEqual([])
  })

  test.each(['80202', '00000', 'nonsense', ''])(
    "isn't noted for a ZIP code that we serve or nobody has: %s",
    async (zip) => {
      expect((await ask('zoe@example.com', zip)).status).toBe(303)
      expect(await stored()).toEqual([])
    },
  )

  test('is forgotten when they are erased, and after a year', async () => {
    await ask('zoe@example.com')
    await ask('kim@example.com')
    const person = { ids: [], addresses: ['Zoe@example.com', '303-555-0142'], words: [], at: 1 }
    await world.deps.store.write((tx) => forgetCustomer(tx, person))
    expect((await stored()).map(({ email }) => email)).toEqual(['kim@example.com'])
    const clock = { now: () => world.clock.now() + 365 * 24 * 3_600_000 }
    await sweepAreaRequests({ store: world.deps.store, clock })
    expect(await stored()).toEqual([])
  })
})

describe('HQ', () => {
  test('sees how many ask for each ZIP code, and where it is', async () => {
    for (const email of ['zoe@example.com', 'kim@example.com']) await ask(email)
    await ask('zoe@example.com', '10001')
    const { body } = expectStatus(await world.get('/api/admin/reports/demand'), 200)
    expect(body.data.total).toBe(3)
    expect(body.data.zips).toMatchObject([
      { zip: '02108', requests: 2 },
      { zip: '10001', requests: 1 },
    ])
    expect(Math.round(body.data.zips[0].lat)).toBe(42)
    expect(Math.round(body.data.zips[0].lng)).toBe(-71)
  })

  test('can list them and save the list', async () => {
    await ask('zoe@example.com')
    await ask('kim@example.com', '10001')
    const { items } = expectStatus(await world.get('/api/admin/area-requests'), 200).body.data
    expect(items.map(({ email }: { email: string }) => email)).toEqual(['kim@example.com', 'zoe@example.com'])
    const one = expectStatus(await world.get('/api/admin/area-requests?zip=10001'), 200).body.data
    expect(one.items).toHaveLength(1)
    const { text } = expectStatus(await world.get('/api/admin/area-requests?format=csv'), 200)
    expect(text.split('\n')[0]?.trim()).toBe('email,zip,language,createdAt')
    expect(text).toContain('zoe@example.com')
  })
})
