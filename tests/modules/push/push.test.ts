import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createECDH, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { jobs, outbox, pushSubscriptions, workerNotices, workers } from '../../../db/schema'
import { deliverNotices, PushDesk } from '../../../src/modules/push/deliver'
import { gatherNotices } from '../../../src/modules/push/gather'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking, marcus, sofia } from '../../support/world'

let admin: Admin
let token: string
let server: ReturnType<typeof Bun.serve>
let status = 201
let pushes = 0
const second = 1_000

beforeEach(async () => {
  status = 201
  pushes = 0
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      await request.arrayBuffer()
      pushes++
      if (status === 0) await new Promise(() => {})
      return new Response('', { status })
    },
  })
  admin = await startAdmin({ WEBHOOK_PRIVATE_NETWORKS: 'loopback' })
  await addWorld(admin)
  await admin.deps.store.write((tx) =>
    tx
      .update(workers)
      .set({ phone: '303-555-0177', email: 'marcus@example.com' })
      .where(eq(workers.id, marcus)),
  )
  token = await signIn(marcus)
  await gatherNotices(admin.deps)
})
afterEach(async () => {
  await server.stop(true)
  await admin.close()
})

const signIn = async (worker: string) =>
  expectStatus(await admin.post(`/api/admin/workers/${worker}/tokens`), 201).body.data.token

const work = (method: string, path: string, body?: unknown) =>
  admin.call(method, `/api/work/${path}`, { token, ...(body === undefined ? {} : { body }) })

function browserKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
const subscribe = (name = 'phone') =>
  work('POST', 'push', { endpoint: `http://127.0.0.1:${server.port}/${name}`, keys: browserKeys() })

let client = 0
async function book(): Promise<string> {
  const { body } = await admin.call('POST', '/api/jobs/create', {
    body: booking,
    from: `198.51.100.${++client % 250}`,
  })
  return body.data.job.id
}
const schedule = async (id: string, start: string, workerId = marcus) =>
  expectStatus(await admin.post(`/api/admin/jobs/${id}/schedule`, { start, workerId }), 200)

/** Half a minute later, when nobody undoes it anymore. */
async function news(): Promise<string[]> {
  admin.clock.advance(31 * second)
  await gatherNotices(admin.deps)
  return (await noticesOf()).map(({ workerId, kind }) => `${workerId} ${kind}`)
}
const noticesOf = () => admin.deps.store.read.select().from(workerNotices).orderBy(workerNotices.id)
const deliver = () => deliverNotices(admin.deps)
const messages = async () =>
  (await admin.deps.store.read.select().from(outbox)).filter(({ template }) => template === 'work-visit')

// The clock starts on Monday morning, March 2, in Denver.
const today = '2026-03-02T21:00:00Z'
const later = '2026-03-02T22:00:00Z'

describe('news for technicians', () => {
  test('are visits they get, visits that move, and visits they lose', async () => {
    const id = await book()
    await schedule(id, today)
    expect(await news()).toEqual([`${marcus} new`])
    await schedule(id, later)
    expect(await news()).toEqual([`${marcus} new`, `${marcus} moved`])
    await schedule(id, later, sofia)
    expect((await news()).slice(2).toSorted()).toEqual([`${marcus} canceled`, `${sofia} new`])
    expectStatus(await admin.post(`/api/admin/jobs/${id}/cancel`, {}), 200)
    expect((await news()).slice(4)).toEqual([`${sofia} canceled`])
    expect(await news()).toHaveLength(5)
  })

  test('are the outcome of several changes in a row, and nothing if it is as before', async () => {
    const id = await book()
    await schedule(id, today)
    await schedule(id, later)
    expect(await news()).toEqual([`${marcus} new`])
    expect((await noticesOf())[0]!.start).toBe(Date.parse(later))
    await schedule(id, today)
    await schedule(id, later)
    expect(await news()).toHaveLength(1)
  })

  test('are about today and tomorrow only, and never about their own taps', async () => {
    const far = await book()
    await schedule(far, '2026-03-05T18:00:00Z')
    const id = await book()
    await schedule(id, today)
    expect(await news()).toEqual([`${marcus} new`])
    for (const to of ['en_route', 'in_progress', 'completed'])
      expectStatus(await work('POST', `jobs/${id}/move`, { to }), 200)
    expect(await news()).toHaveLength(1)
  })

  test('of a first start are not everything that ever happened', async () => {
    const id = await book()
    await schedule(id, today)
    await admin.deps.store.write(async (tx) => {
      await tx.run('DELETE FROM notice_progress')
    })
    expect(await news()).toEqual([])
  })
})

describe('a push message', () => {
  const withNews = async (start = today) => {
    const id = await book()
    await schedule(id, start)
    await news()
    return id
  }

  test('goes to the phone, and nothing else does', async () => {
    expect(expectStatus(await subscribe(), 200).body.data).toMatchObject({ by: 'push', devices: 1 })
    await withNews()
    await deliver()
    expect(pushes).toBe(1)
    expect((await noticesOf()).map(({ state }) => state)).toEqual(['pushed'])
    await deliver()
    expect([pushes, await messages()]).toEqual([1, []])
  })

  test('that no phone takes becomes a text, with no word about the customer', async () => {
    await withNews()
    await deliver()
    await deliver()
    const [text, ...more] = await messages()
    expect(more).toEqual([])
    expect(text).toMatchObject({ channel: 'sms', recipient: '303-555-0177', jobId: null })
    expect(JSON.stringify(text!.data)).not.toMatch(/Jordan|Larimer|Gutter/)
  })

  test.each([429, 500, 0])('is tried again after %s, and becomes a text in the end', async (answer) => {
    await subscribe()
    status = answer
    // Nobody waits long for the one that never answers.
    if (answer === 0) admin.deps.state.of(PushDesk).timeoutMs = 100
    await withNews()
    await deliver()
    expect([pushes, await messages()]).toEqual([1, []])
    admin.clock.advance(21 * second)
    await deliver()
    admin.clock.advance(61 * second)
    await deliver()
    expect(pushes).toBe(3)
    expect(await messages()).toHaveLength(1)
    expect(await admin.deps.store.read.select().from(pushSubscriptions)).toHaveLength(1)
  })

  test('arrives after a failure, and then no text goes out', async () => {
    await subscribe()
    status = 503
    await withNews()
    await deliver()
    status = 201
    admin.clock.advance(21 * second)
    await deliver()
    expect([pushes, await messages()]).toEqual([2, []])
  })

  test('to a browser that subscribed with another key goes out once it has subscribed again', async () => {
    await subscribe('old')
    status = 403
    await withNews()
    await deliver()
    expect(await admin.deps.store.read.select().from(pushSubscriptions)).toEqual([])
    expect(await messages()).toHaveLength(1)
    // Nothing is sent to the old one anymore.
    status = 201
    await subscribe('new')
    await withNews('2026-03-03T18:00:00Z')
    await deliver()
    expect([pushes, (await messages()).length]).toEqual([2, 1])
  })

  test.each([400, 401, 403, 404, 410])(
    'that a browser never gets (%s) removes it and becomes a text',
    async (answer) => {
      await subscribe()
      status = answer
      await withNews()
      await deliver()
      expect(await admin.deps.store.read.select().from(pushSubscriptions)).toEqual([])
      expect(await messages()).toHaveLength(1)
    },
  )

  test('never goes to a phone that was signed out', async () => {
    await subscribe()
    expectStatus(await work('POST', 'sign-out'), 200)
    await withNews()
    await deliver()
    expect(pushes).toBe(0)
    expect(await messages()).toHaveLength(1)
  })

  test('that a crash cut off is sent after the lease', async () => {
    await subscribe()
    await withNews()
    await admin.deps.store.write((tx) =>
      tx.update(workerNotices).set({ state: 'sending', leaseUntil: admin.clock.now() + 60 * second }),
    )
    await deliver()
    expect(pushes).toBe(0)
    admin.clock.advance(61 * second)
    await deliver()
    expect(pushes).toBe(1)
  })

  test('about a visit that has begun is too late', async () => {
    const id = await withNews()
    await admin.deps.store.write((tx) => tx.update(jobs).set({ priority: 1 }).where(eq(jobs.id, id)))
    admin.clock.advance(12 * 3_600 * second)
    await deliver()
    expect([pushes, await messages()]).toEqual([0, []])
  })
})

describe('a technician chooses', () => {
  test('texts or email instead', async () => {
    await subscribe()
    for (const [by, channel] of [
      ['email', 'email'],
      ['sms', 'sms'],
    ] as const) {
      expect(expectStatus(await work('POST', 'notifications', { by }), 200).body.data.by).toBe(by)
      const id = await book()
      await schedule(id, by === 'sms' ? '2026-03-03T18:00:00Z' : today)
      await news()
      await deliver()
      expect((await messages()).at(-1)).toMatchObject({ channel })
    }
    expect(pushes).toBe(0)
  })

  test('push messages on this phone again, and a page that says so at each start changes nothing', async () => {
    const keys = browserKeys()
    const again = () => work('POST', 'push', { endpoint: `http://127.0.0.1:${server.port}/phone`, keys })
    await again()
    const rows = () => admin.deps.store.read.select().from(pushSubscriptions)
    const [first] = await rows()
    admin.clock.advance(60 * second)
    expectStatus(await again(), 200)
    expect(await rows()).toEqual([first!])
    // After another sign-in it belongs to that one.
    token = await signIn(marcus)
    expectStatus(await again(), 200)
    const [renewed, ...more] = await rows()
    expect(more).toEqual([])
    expect(renewed!.tokenId).not.toBe(first!.tokenId)
  })

  test('and takes push messages on one phone no longer', async () => {
    await subscribe()
    const endpoint = `http://127.0.0.1:${server.port}/phone`
    const left = expectStatus(await work('POST', 'push/remove', { endpoint }), 200)
    expect(left.body.data.devices).toBe(0)
  })

  test('only from addresses on the public internet, with the keys of a browser', async () => {
    const keys = browserKeys()
    for (const [endpoint, given] of [
      ['http://169.254.169.254/latest', keys],
      ['https://10.0.0.1/x', keys],
      ['ftp://push.example.com/x', keys],
      ['https://push.example.com/x', { ...keys, auth: 'AAAA' }],
      ['https://push.example.com/x', { ...keys, p256dh: 'AAAA' }],
    ])
      expect([endpoint, (await work('POST', 'push', { endpoint, keys: given })).status]).toEqual([
        endpoint,
        400,
      ])
  })

  test('the key that browsers subscribe with stays the same', async () => {
    const { publicKey } = expectStatus(await work('GET', 'notifications'), 200).body.data
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect(expectStatus(await work('GET', 'notifications'), 200).body.data.publicKey).toBe(publicKey)
  })
})
