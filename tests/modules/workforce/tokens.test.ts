import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SignJWT, decodeJwt } from 'jose'
import { idempotencyKeys, outbox, workerTokens } from '../../../db/schema'
import { day, hour, minute } from '../../../src/lib/clock'
import { keyedHash } from '../../../src/lib/secret'
import { sweepWorkerTokens } from '../../../src/modules/workforce/tokens'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { damaged } from '../../support/tokens'

let admin: Admin

beforeAll(async () => {
  admin = await startAdmin({ PUBLIC_URL: 'https://roll.example.com' })
})
afterAll(() => admin.close())

const worker = async (): Promise<string> =>
  expectStatus(await admin.post('/api/admin/workers', { name: 'Sam' }), 201).body.data.id
const path = (id: string) => `/api/admin/workers/${id}/tokens`
const give = async (id: string, body?: object) =>
  expectStatus(await admin.post(path(id), body), 201).body.data
const use = async (token: string) => (await admin.call('GET', '/api/work/jobs', { token })).status

async function later(ms: number, work: () => Promise<void>): Promise<void> {
  admin.clock.advance(ms)
  try {
    await work()
  } finally {
    admin.clock.advance(-ms)
  }
}

describe("a worker's token", () => {
  test('is shown once, with a link that opens the page on a phone, and works until it is revoked', async () => {
    const id = await worker()
    const answer = expectStatus(await admin.post(path(id)), 201)
    const { token, link, ...row } = answer.body.data
    expect(token).toStartWith('wrk_')
    expect(link).toMatch(/^https:\/\/roll\.example\.com\/work#code=[\w-]{32}$/)
    expect(link).not.toContain(token)
    expect(row).toEqual({
      id: expect.any(String),
      workerId: id,
      issuedAt: '2026-03-02T15:00:00.000Z',
      expiresAt: null,
      revokedAt: null,
      lastSeenAt: null,
      device: null,
      usable: true,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await use(token)).toBe(200)
    await later(365 * day, async () => expect(await use(token)).toBe(200))
    await admin.remove(`${path(id)}/${row.id}`)
    expect(await use(token)).toBe(401)
  })

  test("isn't stored: neither in a list nor anywhere in the database", async () => {
    const id = await worker()
    const { token } = await give(id)
    const listed = (await admin.get(path(id))).text
    expect(listed).not.toContain(token)
    expect(listed).not.toContain('wrk_')
    const rows = await admin.deps.store.read.select().from(workerTokens)
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 40))
    await admin.post(path(id), {}, { 'idempotency-key': 'token-1' })
    expect(JSON.stringify(await admin.deps.store.read.select().from(idempotencyKeys))).not.toContain('wrk_')
  })

  test('lasts as long as requested, at most a week', async () => {
    const id = await worker()
    const { token } = await give(id, { hours: 168 })
    await later(7 * day - 1000, async () => expect(await use(token)).toBe(200))
    await later(7 * day, async () => expect(await use(token)).toBe(401))
    expectStatus(await admin.post(path(id), { hours: 1 }), 201)
    for (const hours of [0, 169, 1.5, '14', null]) expectStatus(await admin.post(path(id), { hours }), 400)
  })

  test('names its worker and its own row, and nothing about the person', async () => {
    const id = await worker()
    const given = await give(id)
    expect(decodeJwt(given.token.slice(4))).toEqual({
      aud: 'truckroll:worker-token',
      sub: id,
      jti: given.id,
      iat: Date.parse(given.issuedAt) / 1000,
    })
    const ending = await give(id, { hours: 14 })
    expect(decodeJwt(ending.token.slice(4)).exp).toBe(Date.parse(ending.expiresAt) / 1000)
  })

  test("opens only the worker's own endpoints", async () => {
    const { token } = await give(await worker())
    for (const path of ['/api/admin/workers', '/api/dev/location', '/api/dev/activity', '/api/account'])
      expect([path, (await admin.call('GET', path, { token })).status]).not.toEqual([path, 200])
    expect((await admin.call('GET', '/api/admin/workers', { token })).status).toBe(401)
    expect((await admin.call('GET', '/api/admin/workers', { token: token.slice(4) })).status).toBe(401)
  })

  test('is the only thing that opens them', async () => {
    const { token } = await give(await worker())
    const proof = await admin.deps.tokens.proof.issue('sam@example.com')
    for (const other of [
      '',
      'wrk_',
      'wrk_x.y.z',
      admin.token,
      `wrk_${admin.token}`,
      proof,
      token.slice(4),
      damaged(token),
    ])
      expect(await use(other)).toBe(401)
    expect((await admin.call('GET', '/api/work/jobs')).status).toBe(401)
  })

  test('made with another key or for another purpose is refused', async () => {
    const id = await worker()
    const given = await give(id)
    const { linkSecret, proofSecret } = admin.deps.secrets
    const purpose = 'truckroll:worker-token'
    const right = {
      key: keyedHash(linkSecret, purpose),
      audience: purpose,
      subject: id,
      jti: given.id,
    }
    const forge = async (change: Partial<typeof right>) => {
      const made = { ...right, ...change }
      const jwt = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(made.audience)
      return `wrk_${await jwt.setSubject(made.subject).setJti(made.jti).sign(new TextEncoder().encode(made.key))}`
    }
    expect(await use(await forge({}))).toBe(200)
    expect(await use(await forge({ key: linkSecret }))).toBe(401)
    expect(await use(await forge({ key: keyedHash(proofSecret, purpose) }))).toBe(401)
    expect(await use(await forge({ audience: 'truckroll:customer-proof' }))).toBe(401)
    expect(await use(await forge({ jti: 'made-up' }))).toBe(401)
    expect(await use(await forge({ subject: await worker() }))).toBe(401)
  })
})

describe("a worker's link", () => {
  const reachable = async (body: object): Promise<string> =>
    expectStatus(await admin.post('/api/admin/workers', { name: 'Sam', ...body }), 201).body.data.id
  const sentTo = async (recipient: string) =>
    (await admin.deps.store.read.select().from(outbox)).filter((row) => row.recipient === recipient)

  test("goes to the number or the address on file, and isn't kept once it was sent", async () => {
    const id = await reachable({ phone: '303-555-0177', email: 'sam@example.com' })
    for (const [sendBy, recipient] of [
      ['sms', '303-555-0177'],
      ['email', 'sam@example.com'],
    ] as const) {
      const given = await give(id, { hours: 72, sendBy })
      expect(given).toMatchObject({ sentTo: recipient, expiresAt: '2026-03-05T15:00:00.000Z' })
      expect(await use(given.token)).toBe(200)
      await admin.deps.background.idle()
      const [row] = await sentTo(recipient)
      expect(row).toMatchObject({ template: 'work-link', channel: sendBy, state: 'sent', data: {} })
      const shown = await admin.get(`/api/admin/outbox/${row!.id}`)
      expect(shown.text).not.toContain('wrk_')
      expectStatus(await admin.post(`/api/admin/outbox/${row!.id}/resend`), 409)
    }
  })

  test("isn't created when there is nowhere to send it", async () => {
    const id = await reachable({ email: 'kim@example.com' })
    const refused = expectStatus(await admin.post(path(id), { sendBy: 'sms' }), 409)
    expect(refused.body.error).toContain('no phone number')
    expect((await admin.get(path(id))).body.data.items).toEqual([])
    expectStatus(await admin.post(path(id), { sendBy: 'pigeon' }), 400)
  })
})

describe('revoking worker tokens', () => {
  test('ends one token at once and leaves the others', async () => {
    const id = await worker()
    const [first, second] = [await give(id), await give(id)]
    expect((await admin.remove(`${path(id)}/${first.id}`)).body.data).toEqual({ revoked: 1 })
    expect([await use(first.token), await use(second.token)]).toEqual([401, 200])
    expect((await admin.remove(`${path(id)}/${first.id}`)).body.data).toEqual({ revoked: 0 })
    const { items } = (await admin.get(path(id))).body.data
    expect(items.map((item: { id: string; usable: boolean }) => [item.id, item.usable])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
  })

  test("ends every token of one worker and nobody else's", async () => {
    const [one, other] = [await worker(), await worker()]
    const mine = [await give(one), await give(one)]
    const theirs = await give(other)
    expect((await admin.remove(path(one))).body.data).toEqual({ revoked: 2 })
    for (const { token } of mine) expect(await use(token)).toBe(401)
    expect(await use(theirs.token)).toBe(200)
  })

  test("happens automatically when a worker leaves, and isn't undone by their return", async () => {
    const id = await worker()
    const { token } = await give(id)
    await admin.patch(`/api/admin/workers/${id}`, { active: false })
    expect(await use(token)).toBe(401)
    expectStatus(await admin.post(path(id)), 409)
    await admin.patch(`/api/admin/workers/${id}`, { active: true })
    expect(await use(token)).toBe(401)
    expect(await use((await give(id)).token)).toBe(200)
  })

  test("answers 404 for an unknown worker or token, or another worker's", async () => {
    const id = await worker()
    const other = await give(await worker())
    for (const tokenId of ['made-up', other.id])
      expectStatus(await admin.remove(`${path(id)}/${tokenId}`), 404)
    expect(await use(other.token)).toBe(200)
    expectStatus(await admin.remove(path('nobody')), 404)
    expectStatus(await admin.get(path('nobody')), 404)
    expectStatus(await admin.post(path('nobody')), 404)
  })
})

test('tokens that ended long ago or were never used are forgotten', async () => {
  const id = await worker()
  const [ending, revoked, unused, inUse] = [
    await give(id, { hours: 14 }),
    await give(id),
    await give(id),
    await give(id),
  ]
  await admin.remove(`${path(id)}/${revoked.id}`)
  expect(await use(inUse.token)).toBe(200)
  await admin.deps.background.idle()
  const left = async (ms: number) => {
    let ids: string[] = []
    await later(ms, async () => {
      await sweepWorkerTokens(admin.deps)
      const rows = await admin.deps.store.read.select().from(workerTokens)
      ids = rows.filter(({ workerId }) => workerId === id).map((row) => row.id)
    })
    return ids.toSorted()
  }
  const all = [ending, revoked, unused, inUse].map((given) => given.id).toSorted()
  expect(await left(30 * day - 1000)).toEqual(all)
  expect(await left(30 * day)).toEqual([ending.id, inUse.id].toSorted())
  expect(await left(30 * day + 14 * hour)).toEqual([inUse.id])
})

describe('the list of phones', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'
  const call = async (token: string) => {
    await admin.call('GET', '/api/work/jobs', { token, headers: { 'user-agent': iPhone } })
    await admin.deps.background.idle()
  }

  test('shows which phone it is and when it was last seen', async () => {
    const id = await worker()
    const { token } = await give(id)
    const listed = async () => (await admin.get(path(id))).body.data.items[0]
    await call(token)
    expect(await listed()).toMatchObject({
      device: 'Safari on iPhone',
      lastSeenAt: '2026-03-02T15:00:00.000Z',
    })
    // Not written again with every look at the list.
    await later(10 * minute, () => call(token))
    expect(await listed()).toMatchObject({ lastSeenAt: '2026-03-02T15:00:00.000Z' })
    await later(11 * minute, () => call(token))
    expect(await listed()).toMatchObject({ lastSeenAt: '2026-03-02T15:11:00.000Z' })
  })

  test('loses only the phone that signs out', async () => {
    const id = await worker()
    const [lost, left] = [await give(id), await give(id)]
    const signedOut = await admin.call('POST', '/api/work/sign-out', { token: lost.token })
    expect(expectStatus(signedOut, 200).body.data).toEqual({ revoked: 1 })
    expect([await use(lost.token), await use(left.token)]).toEqual([401, 200])
  })
})
