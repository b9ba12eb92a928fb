import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hqTasks, outboxFiles } from '../../../db/schema'
import { createLog } from '../../../src/lib/log'
import { deliverDue, wakeSender } from '../../../src/modules/messages/queue'
import { refusal, taken } from '../../providers/email/resend-stub'
import { created, refused } from '../../providers/sms/twilio-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, message, queue, rowOf, sms, useStubs } from './outbox'
import { providerStubs } from './provider-stubs'

let app: TestApp
const { resend, twilio, stopStubs } = providerStubs()

beforeEach(async () => {
  app = await startTestApp({ EMAIL_FROM: 'Desk <no-reply@truckroll.dev>' })
})
afterEach(async () => {
  await app.close()
  await stopStubs()
})

const tasks = () => app.deps.store.read.select().from(hqTasks)

describe('in a demo', () => {
  test('messages end up in the outbox, marked as sent', async () => {
    const [mail, text] = await queue(app.deps, message(), sms())
    expect(await deliverDue(app.deps)).toBe(2)
    for (const id of [mail!, text!])
      expect(await rowOf(app.deps, id)).toMatchObject({
        state: 'sent',
        provider: 'demo',
        providerMessageId: `demo-${id}`,
        attempts: 1,
        sentAt: app.clock.now(),
        leaseUntil: null,
      })
  })

  test('a thousand simultaneous wake-ups send everything once, in a few batches', async () => {
    const { deps } = app
    const write = deps.store.write.bind(deps.store)
    for (let part = 0; part < 10; part++) await queue(deps, ...Array.from({ length: 100 }, () => message()))
    let units = 0
    deps.store.write = (unit) => {
      units++
      return write(unit)
    }
    for (let count = 0; count < 1_000; count++) wakeSender(deps)
    await deps.background.idle()
    const rows = await allRows(deps)
    expect(rows.every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true)
    expect(units).toBeLessThanOrEqual(6)
  })

  test('a message for later waits for its time', async () => {
    const [id] = await queue(app.deps, message({ dueAt: app.clock.now() + 60_000 }))
    expect(await deliverDue(app.deps)).toBe(0)
    app.clock.advance(60_000)
    expect(await deliverDue(app.deps)).toBe(1)
    expect((await rowOf(app.deps, id!)).state).toBe('sent')
  })

  test("a message that can't be rendered is dead, says why, and HQ is asked", async () => {
    const ids = await queue(
      app.deps,
      message({ template: 'no-such' }),
      message({ template: 'constructor' }),
      message({ template: 'booked', data: { name: 7 } }),
      sms({ template: 'onboarding-welcome', data: { name: null, franchise: 'Denver' } }),
    )
    await deliverDue(app.deps)
    const rows = await Promise.all(ids.map((id) => rowOf(app.deps, id)))
    expect(rows.map(({ state }) => state)).toEqual(['dead', 'dead', 'dead', 'dead'])
    expect(rows[0]!.lastError).toBe('There is no template no-such')
    expect(rows[1]!.lastError).toBe('There is no template constructor')
    expect(rows[2]!.lastError).toContain('name:')
    expect(rows[3]!.lastError).toBe('The template onboarding-welcome cannot be sent by sms')
    expect((await tasks()).map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual(
      ids.map((id) => `message.undelivered ${id}`).toSorted(),
    )
  })
})

describe('through providers', () => {
  test('each message goes once, under its own id, and is recorded', async () => {
    const mail = resend(() => taken('re-1'))
    const texts = twilio(() => created('SM1'))
    useStubs(app.deps, { resend: mail.url, twilio: texts.url })
    const [first, second] = await queue(app.deps, message(), sms())
    await deliverDue(app.deps)
    await deliverDue(app.deps)
    expect(mail.keys()).toEqual([first!])
    expect(mail.requests[0]!.body.from).toBe('"Truckroll" <no-reply@truckroll.dev>')
    expect(texts.requests).toHaveLength(1)
    expect(await rowOf(app.deps, first!)).toMatchObject({
      state: 'sent',
      provider: 'resend',
      providerMessageId: 're-1',
    })
    expect(await rowOf(app.deps, second!)).toMatchObject({
      state: 'sent',
      provider: 'twilio',
      providerMessageId: 'SM1',
    })
  })

  test('three senders at once send nothing twice', async () => {
    const mail = resend()
    useStubs(app.deps, { resend: mail.url })
    const all = Array.from({ length: 30 }, (_, index) => message({ recipient: `ada${index}@lovelace.dev` }))
    await queue(app.deps, ...all)
    await Promise.all([deliverDue(app.deps), deliverDue(app.deps), deliverDue(app.deps)])
    expect(mail.requests).toHaveLength(30)
    expect(new Set(mail.keys()).size).toBe(30)
  })

  test('a message someone waits for goes before a campaign', async () => {
    const mail = resend()
    useStubs(app.deps, { resend: mail.url })
    const bulk = await queue(app.deps, ...Array.from({ length: 20 }, () => message({ bulk: true })))
    app.clock.advance(1_000)
    const [urgent] = await queue(app.deps, message())
    await deliverDue(app.deps)
    expect(mail.keys().indexOf(urgent!)).toBeLessThan(4)
    expect(mail.requests).toHaveLength(bulk.length + 1)
  })

  test('a failed email is retried later under the same key', async () => {
    const mail = resend((attempt) => (attempt < 3 ? refusal(500, 'internal_server_error') : taken('re-9')))
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message())
    await deliverDue(app.deps)
    const failed = await rowOf(app.deps, id!)
    expect(failed).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastError: 'Resend: internal_server_error happened',
    })
    expect(failed.dueAt - app.clock.now()).toBeWithin(30_000, 36_001)
    for (let count = 0; count < 2; count++) {
      app.clock.advance(600_000)
      await deliverDue(app.deps)
    }
    expect(await rowOf(app.deps, id!)).toMatchObject({ state: 'sent', attempts: 3, lastError: null })
    expect(mail.keys()).toEqual([id!, id!, id!])
  })

  test('after the last attempt a message is dead and HQ is asked', async () => {
    const mail = resend(() => refusal(500, 'internal_server_error'))
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message())
    for (let count = 0; count < 10; count++) {
      await deliverDue(app.deps)
      app.clock.advance(12 * 3_600_000)
    }
    expect(await rowOf(app.deps, id!)).toMatchObject({ state: 'dead', attempts: 7 })
    expect(mail.requests).toHaveLength(7)
    expect(await tasks()).toMatchObject([{ kind: 'message.undelivered', subject: id!, state: 'open' }])
  })

  test('an error of ours is logged without the address it quotes', async () => {
    let log = ''
    app.deps.log = createLog('error', app.clock, (text) => (log += text))
    app.deps.providers.email = {
      ...app.deps.providers.email,
      staysHere: () => false,
      send: () => Promise.reject(new TypeError('no mailbox for ada@lovelace.dev')),
    }
    const [id] = await queue(app.deps, message())
    await deliverDue(app.deps)
    app.deps.log.flush()
    expect(JSON.parse(log)).toMatchObject({
      message: 'a message could not be sent',
      error: 'TypeError: no mailbox for [email]',
    })
    expect(await rowOf(app.deps, id!)).toMatchObject({ lastError: 'Unexpected error on our side' })
  })

  test('a refused message is dead at once', async () => {
    const mail = resend(() => refusal(422, 'validation_error'))
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message())
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, id!)).toMatchObject({ state: 'dead', attempts: 1 })
    expect(await tasks()).toHaveLength(1)
  })

  test("a pause requested by the provider isn't an attempt, and the queue waits meanwhile", async () => {
    const mail = resend((attempt) =>
      attempt === 1 ? refusal(429, 'rate_limit_exceeded', { 'retry-after': '60' }) : taken(),
    )
    const timers = useStubs(app.deps, { resend: mail.url })
    const ids = await queue(app.deps, message(), message())
    await deliverDue(app.deps)
    expect(mail.requests.length).toBeLessThanOrEqual(2)
    expect((await rowOf(app.deps, ids[0]!)).attempts).toBe(0)
    const asked = mail.requests.length
    await deliverDue(app.deps)
    expect(mail.requests).toHaveLength(asked)
    timers.pass(60_000)
    app.clock.advance(60_000)
    await deliverDue(app.deps)
    for (const id of ids) expect((await rowOf(app.deps, id)).state).toBe('sent')
  })

  test("a text with an unknown outcome isn't repeated, and HQ is asked", async () => {
    const texts = twilio(() => refused(500, 20500))
    useStubs(app.deps, { twilio: texts.url })
    const [id] = await queue(app.deps, sms())
    await deliverDue(app.deps)
    app.clock.advance(86_400_000)
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, id!)).state).toBe('unknown')
    expect(texts.requests).toHaveLength(1)
    expect(await tasks()).toMatchObject([{ kind: 'sms.unknown', subject: id! }])
  })

  test("a code too late for its ten minutes isn't sent", async () => {
    const mail = resend()
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message({ template: 'verify-code', data: { code: '123456' } }))
    app.clock.advance(600_001)
    await deliverDue(app.deps)
    const { state, data } = await rowOf(app.deps, id!)
    expect({ state, data }).toEqual({ state: 'cancelled', data: {} })
    expect(mail.requests).toHaveLength(0)
  })

  test("files go with their message and aren't kept afterwards", async () => {
    const mail = resend()
    useStubs(app.deps, { resend: mail.url })
    const data = { name: 'Ada', number: 'DEN-2026-0001', totalCents: 12_999 }
    const files = [{ name: 'invoice.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') }]
    await queue(app.deps, message({ template: 'invoice', data, files }))
    await deliverDue(app.deps)
    expect(mail.requests[0]!.body.attachments).toMatchObject([
      { filename: 'invoice.pdf', content: btoa('%PDF') },
    ])
    expect(await app.deps.store.read.select().from(outboxFiles)).toEqual([])
  })
})
