import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { campaigns, jobs, outbox } from '../../../db/schema'
import { deliverDue } from '../../../src/modules/messages/queue'
import { refusal, startResend, taken } from '../../providers/email/resend-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, useStubs } from './outbox'
import { addFranchise, addPeople, jobOf } from './people'

let app: TestApp
let token: string
let caller = 0

beforeEach(async () => {
  app = await startTestApp({ BUSINESS_ADDRESS: '1420 Larimer St, Denver, CO 80202' })
  token = await app.hqToken()
})
afterEach(() => app.close())

const hello = { type: 'email', messageTemplate: 'Hello {name} ({email})', subject: 'News' }
const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/campaigns/send', { body, token, headers, from: `198.51.100.${++caller % 250}` })
const recipients = async () => (await allRows(app.deps)).map(({ recipient }) => recipient).toSorted()

describe("a campaign's recipients", () => {
  beforeEach(async () => {
    await addPeople(app.deps, [
      { id: 'ada', email: 'ada@example.com', phone: '3035550101', jobs: 1, franchiseId: 'den' },
      { id: 'bob', email: 'bob@example.com', jobs: 2, franchiseId: 'aus' },
      { id: 'cem', phone: '+13035550103', jobs: 3 },
      { id: 'dee', email: 'dee@example.com', jobs: 0 },
    ])
    await app.deps.store.write((tx) =>
      tx.insert(jobs).values({
        ...jobOf({ id: 'dee', email: 'dee@example.com' }, 'open', 0),
        status: 'pending',
        completedAt: null,
      }),
    )
  })

  test.each([
    ['everyone with a completed job', {}, ['ada@example.com', 'bob@example.com']],
    ['customers with a number, by SMS', { type: 'sms' }, ['+13035550103', '3035550101']],
    [
      'customers twice when both email and SMS are chosen',
      { type: 'both' },
      ['+13035550103', '3035550101', 'ada@example.com', 'bob@example.com'],
    ],
    ['new customers', { targetAudience: 'new' }, ['ada@example.com']],
    ['returning customers', { targetAudience: 'returning' }, ['bob@example.com']],
    ['customers of one franchise', { franchiseId: 'den' }, ['ada@example.com']],
    ['nobody for an unknown franchise', { franchiseId: 'nowhere' }, []],
  ])('%s', async (_, changes, expected) => {
    const { status, body } = await send({ ...hello, ...changes })
    expect(status).toBe(200)
    expect(body.data).toEqual({ sent: expected.length, failed: 0, total: expected.length })
    expect(await recipients()).toEqual(expected)
  })

  test('exclude everyone who opted out', async () => {
    await addPeople(app.deps, [
      { id: 'eve', email: 'eve@example.com', phone: '3035550105', emailOptOut: true, smsOptOut: true },
      { id: 'fay', email: 'fay@example.com', phone: '3035550106', smsOptOut: true },
    ])
    await send({ ...hello, type: 'both' })
    expect(await recipients()).toEqual([
      '+13035550103',
      '3035550101',
      'ada@example.com',
      'bob@example.com',
      'fay@example.com',
    ])
  })

  test('get it once, even when two customers share a number', async () => {
    await addPeople(app.deps, [
      { id: 'gus', email: 'gus@example.com', phone: '(303) 555-0101' },
      { id: 'hal', email: 'hal@example.com', phone: '+1 303 555 0101' },
    ])
    expect((await send({ ...hello, type: 'sms' })).body.data.total).toBe(2)
  })
})

describe("a campaign's message", () => {
  test('is filled in for each recipient, in the name of their franchise', async () => {
    const stub = startResend()
    useStubs(app.deps, { resend: stub.url })
    await addFranchise(app.deps, 'den', { color: '#aa3311' })
    await addPeople(app.deps, [{ id: 'ada', name: 'Ada <b>', email: 'ada@lovelace.dev', franchiseId: 'den' }])
    await send({ ...hello, subject: 'For {name}' })
    const { body } = stub.requests[0]!
    expect(body.subject).toBe('For Ada <b>')
    expect(body.html).toContain('Hello Ada &lt;b> (ada@lovelace.dev)')
    expect(body.html).toContain('#aa3311')
    expect(body.from).toStartWith('"Truckroll den"')
    expect(body.headers).toHaveProperty('List-Unsubscribe-Post')
    await stub.stop()
  })

  test('names the franchise of the last visit, not of a later billing', async () => {
    const stub = startResend()
    useStubs(app.deps, { resend: stub.url })
    await addFranchise(app.deps, 'den')
    const ada = { id: 'ada', email: 'ada@lovelace.dev', franchiseId: 'den' }
    await addPeople(app.deps, [ada])
    const billed = { ...jobOf({ ...ada, franchiseId: null }, 'billed', app.clock.now()), completedAt: null }
    await app.deps.store.write((tx) => tx.insert(jobs).values(billed))
    await send(hello)
    expect(stub.requests[0]!.body.from).toStartWith('"Truckroll den"')
    await stub.stop()
  })

  test("waits for the morning where it's night, and counts as sent", async () => {
    app.clock.set('2026-03-03T03:30:00Z')
    await addFranchise(app.deps, 'den')
    await addFranchise(app.deps, 'nyc', { timeZone: 'America/New_York' })
    await addPeople(app.deps, [
      { id: 'ada', phone: '3035550101', franchiseId: 'den' },
      { id: 'bob', phone: '2125550102', franchiseId: 'nyc' },
    ])
    token = await app.hqToken()
    expect((await send({ ...hello, type: 'sms' })).body.data).toEqual({ sent: 2, failed: 0, total: 2 })
    expect((await allRows(app.deps)).map(({ recipient, state }) => [recipient, state])).toEqual([
      ['3035550101', 'sent'],
      ['2125550102', 'queued'],
    ])
    app.clock.set('2026-03-03T13:00:00Z')
    await deliverDue(app.deps)
    expect((await allRows(app.deps)).every(({ state }) => state === 'sent')).toBe(true)
  })
})

describe("a campaign's answer", () => {
  test('has at most twenty errors, and the number that failed', async () => {
    const stub = startResend((attempt) => (attempt <= 30 ? refusal(422, 'validation_error') : taken()))
    useStubs(app.deps, { resend: stub.url })
    await addPeople(
      app.deps,
      Array.from({ length: 40 }, (_, n) => ({ id: `p${n}`, email: `p${n}@lovelace.dev` })),
    )
    const { body } = await send(hello)
    expect(body.data).toMatchObject({ sent: 10, failed: 30, total: 40 })
    expect(body.data.errors).toHaveLength(20)
    expect(body.data.errors[0]).toMatch(/^p\d+@lovelace\.dev: Resend: validation_error happened$/)
    await stub.stop()
  })

  test('counts a postponed message as neither sent nor failed, and it goes out later', async () => {
    const stub = startResend((attempt) => (attempt === 1 ? refusal(500, 'internal_server_error') : taken()))
    useStubs(app.deps, { resend: stub.url })
    await addPeople(app.deps, [{ id: 'ada', email: 'ada@lovelace.dev' }])
    expect((await send(hello)).body.data).toEqual({ sent: 0, failed: 0, total: 1 })
    app.clock.advance(60_000)
    await deliverDue(app.deps)
    expect(await allRows(app.deps)).toMatchObject([{ state: 'sent' }])
    await stub.stop()
  })
})

describe('a campaign under one Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'spring' }
  beforeEach(() =>
    addPeople(
      app.deps,
      Array.from({ length: 600 }, (_, n) => ({ id: `p${n}`, email: `p${n}@example.com` })),
    ),
  )

  test("is sent once however often it's requested, with the same answer", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(hello, headers)))
    const late = await send(hello, headers)
    expect(late.body.data).toMatchObject({ total: 600 })
    for (const { status } of answers) expect(status).toBe(200)
    expect(await allRows(app.deps)).toHaveLength(600)
    expect(await app.deps.store.read.select().from(campaigns)).toHaveLength(1)
  })

  test('continues after a crash, and nobody gets it twice', async () => {
    const write = app.deps.store.write.bind(app.deps.store)
    // On a server, the first unit claims the key.
    let units = app.deps.store.engine === 'libsql' ? -1 : 0
    app.deps.store.write = (unit) => (++units === 3 ? Promise.reject(new Error('power cut')) : write(unit))
    expect((await send(hello, headers)).status).toBe(500)
    const before = await allRows(app.deps)
    expect(before.length).toBeWithin(1, 600)
    expect((await send(hello, headers)).body.data).toEqual({ sent: 600, failed: 0, total: 600 })
    const rows = await allRows(app.deps)
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(600)
    expect(rows).toHaveLength(600)
    expect(rows.every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('is refused for another text', async () => {
    await send(hello, headers)
    expect((await send({ ...hello, messageTemplate: 'Other' }, headers)).status).toBe(409)
    await app.deps.store.write((tx) => tx.delete(outbox).where(eq(outbox.template, 'campaign')))
  })
})

test('is for HQ only, five times a minute, and needs a text', async () => {
  expect((await app.call('POST', '/api/campaigns/send', { body: {} })).status).toBe(401)
  const bad = [
    {},
    { ...hello, type: 'fax' },
    { ...hello, messageTemplate: 'x'.repeat(5_001) },
    { ...hello, messageTemplate: ' ' },
    { ...hello, subject: 'x'.repeat(201) },
  ]
  for (const body of bad)
    expect((await app.call('POST', '/api/campaigns/send', { body, token, from: '192.0.2.1' })).status).toBe(
      400,
    )
  expect(
    (await app.call('POST', '/api/campaigns/send', { body: hello, token, from: '192.0.2.1' })).status,
  ).toBe(429)
})
