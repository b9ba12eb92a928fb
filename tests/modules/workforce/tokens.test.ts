import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SignJWT, decodeJwt } from 'jose'
import { idempotencyKeys, outbox, workerTokens } from '../../../db/schema'
import { hour, day } from '../../../src/lib/clock'
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
  test('is shown once, with a link that opens the page on a phone, and works for 14 hours', async () => {
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
      expiresAt: '2026-03-03T05:00:00.000Z',
      revokedAt: null,
      usable: true,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await use(token)).toBe(200)
    await later(14 * hour - 1000, async () => expect(await use(token)).toBe(200))
    await later(14 * hour, async () => expect(await use(token)).toBe(401))
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
      exp: Date.parse(given.expiresAt) / 1000,
    })
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

  test('made with another key, for another purpose or without an end is refused', async () => {
    const id = await worker()
    const given = await give(id)
    const { linkSecret, proofSecret } = admin.deps.secrets
    const purpose = 'truckroll:worker-token'
    const right = {
      key: keyedHash(linkSecret, purpose),
      audience: purpose,
      expires: true,
      subject: id,
      jti: given.id,
    }
    const forge = async (change: Partial<typeof right>) => {
      const made = { ...right, ...change }
      const jwt = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(made.audience)
      if (made.expires) jwt.setExpirationTime(Math.floor(admin.clock.now() / 1000) + 60)
      return `wrk_${await jwt.setSubject(made.subject).setJti(made.jti).sign(new TextEncoder().encode(made.key))}`
    }
    expect(await use(await forge({}))).toBe(200)
    expect(await use(await forge({ key: linkSecret }))).toBe(401)
    expect(await use(await forge({ key: keyedHash(proofSecret, purpose) }))).toBe(401)
    expect(await use(await forge({ audience: 'truckroll:customer-proof' }))).toBe(401)
    expect(await use(await forge({ expires: false }))).toBe(401)
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

test('tokens expired long ago are forgotten', async () => {
  const id = await worker()
  await give(id)
  await later(30 * day + 13 * hour, async () => {
    await sweepWorkerTokens(admin.deps)
    expect(
      (await admin.deps.store.read.select().from(workerTokens)).some(({ workerId }) => workerId === id),
    ).toBe(true)
  })
  await later(30 * day + 14 * hour, async () => {
    await sweepWorkerTokens(admin.deps)
    expect(
      (await admin.deps.store.read.select().from(workerTokens)).some(({ workerId }) => workerId === id),
    ).toBe(false)
  })
})
