import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import { issuedHqTokens, signInCodes } from '../../../db/schema'
import { day, hour, minute } from '../../../src/lib/clock'
import { giveHqToken, sweepTokens } from '../../../src/modules/staff'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { adminClaims, signWithSecret } from '../../support/tokens'

let admin: Admin
let callers = 0

beforeAll(async () => {
  admin = await startAdmin({ PUBLIC_URL: 'https://roll.example.com' })
})
afterAll(() => admin.close())

const give = (ttlMs = 8 * hour) => giveHqToken(admin.deps, 'dana', ttlMs, 'test')
const codeOf = ({ link }: { link: string }) => link.split('#code=')[1]!
const signIn = (code: string) =>
  admin.call('POST', '/api/sign-in', { body: { code }, from: `198.51.100.${++callers}` })
const use = async (token: string) => (await admin.call('GET', '/api/dev/metrics', { token })).status
const workerLink = async () => {
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name: 'Sam' }), 201).body.data
  return expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
}

async function later(ms: number, work: () => Promise<void>): Promise<void> {
  admin.clock.advance(ms)
  try {
    await work()
  } finally {
    admin.clock.advance(-ms)
  }
}

describe('a sign-in link', () => {
  test('contains no token, and its code gives one by POST', async () => {
    const given = await give()
    expect(given.link).toMatch(/^https:\/\/roll\.example\.com\/admin#code=[\w-]{32}$/)
    const { data } = expectStatus(await signIn(codeOf(given)), 200).body
    expect(data).toEqual({ as: 'hq', token: expect.any(String), expiresAt: '2026-03-02T23:00:00.000Z' })
    expect(decodeJwt(data.token).jti).toBe(given.id)
    expect(await use(data.token)).toBe(200)
  })

  test('works once, even when opened twice at the same moment', async () => {
    for (const given of [await give(), await workerLink()]) {
      const twins = await Promise.all(Array.from({ length: 8 }, () => signIn(codeOf(given))))
      expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
      const refused = expectStatus(await signIn(codeOf(given)), 401)
      expect(refused.body.error).toBe('This link has already been used or has expired. Ask for a new one.')
    }
  })

  test("works for 10 minutes, and for an hour on a worker's phone", async () => {
    const [hq, worker] = [await give(), await workerLink()]
    await later(10 * minute, async () => void expectStatus(await signIn(codeOf(hq)), 401))
    await later(hour, async () => void expectStatus(await signIn(codeOf(worker)), 401))
    await later(10 * minute - 1, async () => void expectStatus(await signIn(codeOf(hq)), 200))
    await later(hour - 1, async () => {
      const { data } = expectStatus(await signIn(codeOf(worker)), 200).body
      expect(data.as).toBe('worker')
      expectStatus(await admin.call('GET', '/api/work/jobs', { token: data.token }), 200)
      expect(await use(data.token)).toBe(401)
    })
  })

  test('stops working once its token is revoked', async () => {
    const given = await give()
    expectStatus(await admin.remove(`/api/admin/tokens/${given.id}`), 200)
    expectStatus(await signIn(codeOf(given)), 401)
    const worker = await workerLink()
    expectStatus(await admin.remove(`/api/admin/workers/${worker.workerId}/tokens`), 200)
    expectStatus(await signIn(codeOf(worker)), 401)
  })

  test('is stored only as a hash, with neither code nor token in the store', async () => {
    const given = await give()
    const { store } = admin.deps
    const kept = JSON.stringify([
      await store.read.select().from(signInCodes),
      await store.read.select().from(issuedHqTokens),
    ])
    expect(kept).toContain(given.id)
    expect(kept).not.toContain(codeOf(given))
    expect(kept).not.toContain(given.token)
  })

  test('is forgotten a day after it expires, and its token 30 days after', async () => {
    const { store } = admin.deps
    const given = await give()
    const left = async () => [
      (await store.read.select().from(signInCodes)).length,
      (await store.read.select().from(issuedHqTokens)).filter(({ id }) => id === given.id).length,
    ]
    await later(2 * day, async () => {
      await sweepTokens(admin.deps)
      expect(await left()).toEqual([0, 1])
    })
    await later(31 * day, async () => {
      await sweepTokens(admin.deps)
      expect(await left()).toEqual([0, 0])
    })
  })

  test('with an invalid code is refused', async () => {
    for (const code of ['x', '-'.repeat(32)]) expectStatus(await signIn(code), 401)
    for (const body of [{}, { code: '' }, { code: 'x'.repeat(101) }, { code: 7 }])
      expectStatus(await admin.call('POST', '/api/sign-in', { body, from: `198.51.100.${++callers}` }), 400)
  })
})

describe('an HQ token', () => {
  test('is listed without its text, and revoked alone', async () => {
    const [one, other] = [await give(), await give()]
    const listed = expectStatus(await admin.get('/api/admin/tokens'), 200)
    expect(listed.text).not.toContain(one.token)
    expect(listed.body.data.items).toContainEqual({
      id: one.id,
      subject: 'dana',
      issuedAt: '2026-03-02T15:00:00.000Z',
      expiresAt: '2026-03-02T23:00:00.000Z',
      revokedAt: null,
      usable: true,
    })
    expect(await use(one.token)).toBe(200)
    const revoked = expectStatus(await admin.remove(`/api/admin/tokens/${one.id}`), 200).body.data
    expect(revoked).toMatchObject({ revokedAt: '2026-03-02T15:00:00.000Z', usable: false })
    expect(await use(one.token)).toBe(401)
    expect(await use(other.token)).toBe(200)
    expectStatus(await admin.remove(`/api/admin/tokens/${one.id}`), 200)
    expectStatus(await admin.remove('/api/admin/tokens/nothing'), 404)
    expectStatus(await admin.post('/api/admin/tokens/revoke', { token: 'nothing' }), 404)
  })

  test('signed by someone else is revoked by its text, with or without an id of its own', async () => {
    const { secrets, clock } = admin.deps
    for (const claims of [{ jti: 'theirs-1' }, {}, { jti: '' }]) {
      const made = { ...adminClaims(clock.now(), claims), nonce: Math.random() }
      const token = await signWithSecret(made, secrets.hqJwtSecret ?? '')
      expect(await use(token)).toBe(200)
      expectStatus(await admin.post('/api/admin/tokens/revoke', { token }), 200)
      expect(await use(token)).toBe(401)
      // The last letter of a signature has unused bits.
      const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const spelled = token.slice(0, -1) + last[last.indexOf(token.at(-1)!) ^ 1]
      expect(await use(spelled)).toBe(401)
    }
  })

  test("has an id, and so has a customer's proof", async () => {
    const [one, other] = [await admin.hqToken(), await admin.hqToken()]
    expect(decodeJwt(one).jti).toBeString()
    expect(decodeJwt(one).jti).not.toBe(decodeJwt(other).jti)
    const proof = await admin.deps.tokens.proof.issue('jordan@example.com')
    expect(decodeJwt(proof.slice('cvp_'.length)).jti).toBeString()
  })
})
