import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, outbox, staff, staffSessions, verificationCodes } from '../../../db/schema'
import { makeSetupLink, sweepSessions } from '../../../src/modules/staff'
import { apiKey, staffToken } from '../../contract/credentials'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { codeSentTo } from '../../support/codes'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const dana = 'dana@example.com'

let admin: Admin
let callers = 0
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const post = (path: string, body: unknown, from = `198.51.100.${++callers % 250}`) =>
  admin.call('POST', path, { body, from })
const addDana = (changes: Partial<typeof staff.$inferInsert> = {}) =>
  staffToken(admin.deps, { id: 'dana', email: dana, ...changes })
const ask = (email: string, from?: string) => post('/api/sign-in/code', { email }, from)
const codeFor = (email = dana, from?: string) =>
  codeSentTo(admin, email, async () => {
    expectStatus(await ask(email, from), 200)
    await admin.deps.background.idle()
  })
const verify = (code: string, email = dana, from?: string) =>
  post('/api/sign-in/verify', { email, code }, from)
const renew = (renewal: string) => post('/api/sign-in/renew', { renewal })
const whoIs = (token: string) => admin.call('GET', '/api/admin/session', { token })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in with an emailed code', () => {
  test('gives an hour-long token and a way to renew it', async () => {
    await addDana({ role: 'dispatcher' })
    const code = await codeFor('Dana@Example.com')
    const { data } = expectStatus(await verify(code), 200).body
    expect(data).toEqual({
      as: 'hq',
      token: expect.any(String),
      expiresAt: '2026-03-02T16:00:00.000Z',
      renewal: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { data: me } = expectStatus(await whoIs(data.token), 200).body
    expect(me).toMatchObject({ as: 'staff', id: 'dana', name: 'Dana Reyes', email: dana, role: 'dispatcher' })
    expect(me).toMatchObject({ franchiseId: null, method: 'code' })
    expect(me.permissions).toContain('jobs.write')
    expect(me.permissions).not.toContain('staff')
    expectStatus(await verify(code), 400)
  })

  test('takes 5 tries within 10 minutes', async () => {
    await addDana()
    const from = '203.0.113.50'
    const late = await codeFor(dana, from)
    admin.clock.advance(10 * minute)
    expectStatus(await verify(late, dana, from), 400)
    const code = await codeFor(dana, from)
    for (let attempt = 0; attempt < 5; attempt++) expectStatus(await verify(other(code), dana, from), 400)
    expectStatus(await verify(code, dana, from), 400)
  })

  test('answers strangers with the same words, sends them nothing and counts their guesses', async () => {
    await addDana()
    const [known, unknown] = [await ask(dana), await ask('stranger@example.com')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await admin.deps.background.idle()
    const sent = await admin.deps.store.read.select().from(outbox)
    expect(sent.map(({ recipient }) => recipient)).toEqual([dana])
    const [wrong, strange] = [await verify('000000'), await verify('000000', 'stranger@example.com')]
    expect([strange.status, strange.body]).toEqual([wrong.status, wrong.body])
    const codes = await admin.deps.store.read.select().from(verificationCodes)
    expect(codes.map(({ sentAt, otherAttempts }) => [sentAt === null, otherAttempts])).toEqual([
      [false, 1],
      [false, 1],
    ])
  })

  test('answers before it looks whose address it is', async () => {
    await addDana()
    const { email } = admin.deps.providers
    const send = email.send.bind(email)
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    email.send = async (letter) => {
      await held
      return send(letter)
    }
    expectStatus(await ask(dana), 200)
    release()
    await admin.deps.background.idle()
  })

  test('lets nobody in who was deactivated', async () => {
    await addDana()
    const code = await codeFor()
    await admin.deps.store.write((tx) => tx.update(staff).set({ active: false }))
    expectStatus(await verify(code), 400)
    expect(await codeFor()).toBe('')
  })

  test("doesn't accept a customer's code, and a customer's page doesn't accept this one", async () => {
    await addDana()
    const customers = await codeSentTo(admin, dana, () => post('/api/customer/verify', { email: dana }))
    expect(customers).toMatch(/^\d{6}$/)
    expectStatus(await verify(customers), 400)
    const code = await codeFor()
    expectStatus(await post('/api/customer/verify', { email: dana, code }), 400)
    expectStatus(await verify(code), 200)
  })

  test('stops sending codes after 15 from one place and 40 in all, and tells HQ', async () => {
    await addDana()
    for (let sent = 0; sent < 15; sent++) {
      expectStatus(await ask(dana, '203.0.113.60'), 200)
      admin.clock.advance(minute)
    }
    const refused = expectStatus(await ask(dana, '203.0.113.60'), 429)
    expect(refused.body.error).toContain('ask an owner')
    for (let sent = 0; sent < 25; sent++) expectStatus(await ask(dana, `203.0.113.${100 + sent}`), 200)
    expectStatus(await ask(dana, '203.0.113.200'), 429)
    const todos = await admin.deps.store.read.select().from(hqTasks)
    expect(todos.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['message.codes-used-up', 'staff:2026-03-02'],
    ])
  })

  test('raises a to-do when someone keeps guessing', async () => {
    for (let guess = 0; guess < 50; guess++) await verify('000000', dana, `198.18.0.${guess}`)
    await admin.deps.background.idle()
    const todos = await admin.deps.store.read.select().from(hqTasks)
    expect(todos.map(({ kind }) => kind)).toEqual(['access.refused'])
  })

  test('forgets a code that could not be sent, so it counts for nothing', async () => {
    await addDana()
    admin.deps.providers.email.send = async () => {
      throw new Error('no mail today')
    }
    expectStatus(await ask(dana), 200)
    await admin.deps.background.idle()
    expect(await admin.deps.store.read.select().from(verificationCodes)).toEqual([])
  })
})

describe('a session', () => {
  const signIn = async () => expectStatus(await verify(await codeFor()), 200).body.data
  const works = async (token: string) => (await whoIs(token)).status === 200

  test('goes on while the browser renews its token', async () => {
    await addDana()
    const { token, renewal } = await signIn()
    admin.clock.advance(hour)
    expect(await works(token)).toBe(false)
    const { data } = expectStatus(await renew(renewal), 200).body
    expect(data).toEqual({ as: 'hq', token: expect.any(String), expiresAt: '2026-03-02T17:00:00.000Z' })
    expect(await works(data.token)).toBe(true)
    expectStatus(await renew(token), 400)
    expectStatus(await renew('nothing'), 401)
  })

  test('ends after 14 days without use', async () => {
    await addDana()
    const { renewal } = await signIn()
    admin.clock.advance(14 * day - 1)
    expectStatus(await renew(renewal), 200)
    admin.clock.advance(14 * day)
    expectStatus(await renew(renewal), 401)
  })

  test('ends after 30 days in any case, and so does its last token', async () => {
    await addDana()
    const { renewal } = await signIn()
    admin.clock.advance(13 * day)
    await renew(renewal)
    admin.clock.advance(13 * day)
    await renew(renewal)
    admin.clock.advance(4 * day - minute)
    const { data } = expectStatus(await renew(renewal), 200).body
    expect(data.expiresAt).toBe('2026-04-01T15:00:00.000Z')
    admin.clock.advance(minute)
    expect(await works(data.token)).toBe(false)
    expectStatus(await renew(renewal), 401)
  })

  test('ends when the person signs out, in this browser or in all of them', async () => {
    await addDana()
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    const out = async (path: string, { token }: { token: string }) =>
      expectStatus(await admin.call('DELETE', path, { token }), 200).body.data.ended
    expect(await out('/api/admin/session', one)).toBe(1)
    expect([await works(one.token), await works(two.token)]).toEqual([false, true])
    expectStatus(await renew(one.renewal), 401)
    // The session that the test added Dana with ends too.
    expect(await out('/api/admin/session/everywhere', two)).toBe(3)
    expect([await works(two.token), await works(three.token)]).toEqual([false, false])
  })

  test('is stored without anything that opens it', async () => {
    await addDana()
    const { token, renewal } = await signIn()
    const rows = JSON.stringify(await admin.deps.store.read.select().from(staffSessions))
    expect(rows).not.toContain(renewal)
    expect(rows).not.toContain(token)
  })

  test('is forgotten 90 days after it ended', async () => {
    await addDana()
    admin.clock.advance(14 * day + 90 * day - 1)
    await sweepSessions(admin.deps)
    expect(await admin.deps.store.read.select().from(staffSessions)).toHaveLength(1)
    admin.clock.advance(1)
    await sweepSessions(admin.deps)
    expect(await admin.deps.store.read.select().from(staffSessions)).toEqual([])
  })

  test('says who is calling with a token or a key as well', async () => {
    expect((await whoIs(await admin.hqToken())).body.data).toMatchObject({
      as: 'token',
      name: 'admin@example.com',
      role: 'owner',
      email: null,
    })
    const key = await apiKey(admin.deps, { role: 'bookkeeper' })
    expect((await whoIs(key)).body.data).toMatchObject({ as: 'key', name: 'Zapier', role: 'bookkeeper' })
    expect((await admin.call('DELETE', '/api/admin/session', { token: key })).body.data).toEqual({ ended: 0 })
  })
})

describe('the setup link', () => {
  const setUp = (code: string, changes: object = {}) =>
    post('/api/sign-in/setup', { code, name: 'Dana Reyes', email: dana, ...changes })
  const link = async () => (await makeSetupLink(admin.deps))?.split('#setup=')[1] ?? ''

  test('makes its reader the owner and signs them in, once', async () => {
    const code = await link()
    expectStatus(await setUp(code, { email: 'dana' }), 400)
    const { data } = expectStatus(await setUp(code), 200).body
    const { data: me } = expectStatus(await whoIs(data.token), 200).body
    expect(me).toMatchObject({ name: 'Dana Reyes', email: dana, role: 'owner', method: 'setup' })
    expectStatus(await setUp(code), 401)
    expect(await makeSetupLink(admin.deps)).toBeNull()
  })

  test('makes one owner when it is opened twice at the same moment', async () => {
    const code = await link()
    const answers = await Promise.all([1, 2, 3].map((who) => setUp(code, { email: `${who}@example.com` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect(await admin.deps.store.read.select().from(staff)).toHaveLength(1)
  })

  test('works for 15 minutes, and only the newest', async () => {
    const [first, second] = [await link(), await link()]
    expectStatus(await setUp(first), 401)
    admin.clock.advance(15 * minute)
    expectStatus(await setUp(second), 401)
  })

  test('is of no use once there is an owner, and elsewhere', async () => {
    const code = await link()
    expectStatus(await post('/api/sign-in', { code }), 401)
    await addDana()
    expectStatus(await setUp(code, { email: 'eve@example.com' }), 409)
  })

  test('makes an owner of someone who was invited before', async () => {
    await addDana({ role: 'dispatcher', active: false })
    expectStatus(await setUp(await link()), 200)
    const [row] = await admin.deps.store.read.select().from(staff).where(eq(staff.email, dana))
    expect(row).toMatchObject({ id: 'dana', role: 'owner', active: true })
  })
})
