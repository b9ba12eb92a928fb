import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks'
import { customers, hqTasks, optOuts } from '../../../db/schema'
import { unsubscribeUrl } from '../../../src/modules/customers/records'
import { deliverDue } from '../../../src/modules/messages/queue'
import { startResend } from '../../providers/email/resend-stub'
import { refused, startTwilio } from '../../providers/sms/twilio-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { message, queue, rowOf, sms, useStubs } from './outbox'

const authToken = 'twilio-token-0123456789'
let app: TestApp

beforeEach(async () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: '+15005550006' }
  app = await startTestApp({ ...twilio, PUBLIC_URL: 'https://truckroll.dev' })
  await app.deps.store.write((tx) =>
    tx.insert(customers).values([
      { id: 'c1', name: 'Ada', email: 'ada@lovelace.dev', phone: '3038675309', createdAt: 0, updatedAt: 0 },
      { id: 'c2', name: 'Bob', email: 'bob@lovelace.dev', phone: '+13038675310', createdAt: 0, updatedAt: 0 },
    ]),
  )
})
afterEach(() => app.close())

const followUp = { template: 'follow-up', data: { name: 'Ada', type: 'Gutters' } }
const customer = async (id: string) =>
  (await app.deps.store.read.select().from(customers)).find((row) => row.id === id)!

describe('unsubscribing by link', () => {
  const path = (email: string) => new URL(unsubscribeUrl(app.deps, email)).pathname

  test('the link shows a page with a button and changes nothing', async () => {
    const { status, text, headers } = await app.call('GET', path('ada@lovelace.dev'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('<form method="post">')
    expect(text).toContain('a***@lovelace.dev')
    expect((await customer('c1')).emailOptOut).toBe(false)
  })

  test.each([
    ['the RFC 8058 form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    ['an empty form', '', 'application/x-www-form-urlencoded'],
    ['a body in parts', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ])('one POST with %s opts out', async (_, raw, type) => {
    const { status, text } = await app.call('POST', path('Ada@Lovelace.dev'), {
      raw,
      headers: { 'content-type': type },
    })
    expect(status).toBe(200)
    expect(text).toContain('You’re unsubscribed')
    expect((await customer('c1')).emailOptOut).toBe(true)
    expect((await customer('c2')).emailOptOut).toBe(false)
  })

  test("a tampered link isn't valid", async () => {
    const ours = path('ada@lovelace.dev')
    const forBob = `/unsubscribe/${Buffer.from('bob@lovelace.dev').toString('base64url')}.${ours.split('.').at(-1)}`
    for (const bad of [forBob, '/unsubscribe/x', `${ours}0`, `${ours}.0`, '/unsubscribe/.']) {
      expect((await app.call('GET', bad)).status).toBe(404)
      expect((await app.call('POST', bad)).status).toBe(404)
    }
    expect(await app.deps.store.read.select().from(optOuts)).toEqual([])
  })

  test('afterwards marketing stops, and messages about bookings still arrive', async () => {
    const stub = startResend()
    useStubs(app.deps, { resend: stub.url })
    const [news, booking] = await queue(app.deps, message(followUp), message())
    await app.call('POST', path('ada@lovelace.dev'))
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, news!)).toMatchObject({
      state: 'cancelled',
      lastError: 'The recipient has opted out',
    })
    expect((await rowOf(app.deps, booking!)).state).toBe('sent')
    await stub.stop()
  })

  test('marketing has the link and the one-click headers', async () => {
    const stub = startResend()
    useStubs(app.deps, { resend: stub.url })
    await queue(app.deps, message(followUp), message())
    await deliverDue(app.deps)
    const url = unsubscribeUrl(app.deps, 'ada@lovelace.dev')
    const [news, booking] = ['How did we do?', 'Test email from Truckroll'].map((subject) =>
      stub.requests.find(({ body }) => body.subject === subject),
    )
    expect(news!.body.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(news!.body.html).toContain(`href="${url}"`)
    expect(news!.body.text).toContain(url)
    expect(JSON.stringify(booking!.body)).not.toContain('unsubscribe')
    await stub.stop()
  })

  test('an opt-out set by HQ counts too', async () => {
    await app.deps.store.write((tx) => tx.update(customers).set({ emailOptOut: true }))
    const [id] = await queue(app.deps, message(followUp))
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, id!)).state).toBe('cancelled')
  })
})

describe('an incoming text', () => {
  function incoming(fields: Record<string, string>, headers: Record<string, string> = {}) {
    const sent = { From: '+13038675309', AccountSid: 'AC1', ...fields }
    const form = new URLSearchParams(sent)
    const url = 'https://truckroll.dev/api/sms/inbound'
    const signature = getExpectedTwilioSignature(authToken, url, sent)
    return app.call('POST', '/api/sms/inbound', {
      raw: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
        ...headers,
      },
    })
  }
  const tasks = () => app.deps.store.read.select().from(hqTasks)

  test.each(['STOP', ' stop ', 'Unsubscribe', 'QUIT'])(
    '%p opts out, and START opts in again',
    async (Body) => {
      const { status, text, headers } = await incoming({ Body })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
      expect(text).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>')
      expect((await customer('c1')).smsOptOut).toBe(true)
      expect((await customer('c2')).smsOptOut).toBe(false)
      await incoming({ Body: 'START' })
      expect((await customer('c1')).smsOptOut).toBe(false)
      expect(await app.deps.store.read.select().from(optOuts)).toEqual([])
      expect(await tasks()).toEqual([])
    },
  )

  test('after STOP no text is sent, not even about a booking', async () => {
    const stub = startTwilio()
    useStubs(app.deps, { twilio: stub.url })
    await incoming({ Body: 'STOP' })
    const ids = await queue(app.deps, sms(), sms({ recipient: '+1 303 867 5310' }))
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, ids[0]!)).state).toBe('cancelled')
    expect((await rowOf(app.deps, ids[1]!)).state).toBe('sent')
    await stub.stop()
  })

  test('HELP is answered unless Twilio did', async () => {
    expect((await incoming({ Body: 'help' })).text).toContain('<Message>Truckroll: ')
    expect((await incoming({ Body: 'help', OptOutType: 'HELP' })).text).not.toContain('<Message>')
  })

  test('HELP is answered in Spanish to a customer who reads it, and to anyone who writes AYUDA', async () => {
    expect((await incoming({ Body: 'AYUDA' })).text).toContain('Responda STOP')
    await app.deps.store.write((tx) => tx.update(customers).set({ language: 'es', searchable: true }))
    expect((await incoming({ Body: 'help' })).text).toContain('Responda STOP')
  })

  test('with anything else goes to HQ', async () => {
    await incoming({ Body: 'Can you come <b>earlier</b>?' })
    await incoming({ Body: 'Can you come <b>earlier</b>?' })
    const detail = 'Can you come <b>earlier</b>?'
    expect(await tasks()).toMatchObject([{ kind: 'sms.reply', detail, contact: '+13038675309' }])
  })

  test('CANCEL opts out and goes to HQ, because it may mean a booking', async () => {
    await incoming({ Body: 'Cancel' })
    expect((await customer('c1')).smsOptOut).toBe(true)
    expect(await tasks()).toHaveLength(1)
  })

  test('without the right signature is refused', async () => {
    expect((await incoming({ Body: 'STOP' }, { 'x-twilio-signature': 'AAAA' })).status).toBe(401)
    expect((await incoming({ Body: 'STOP' }, { 'x-twilio-signature': '' })).status).toBe(401)
    expect((await customer('c1')).smsOptOut).toBe(false)
  })

  test('with too large a body is refused', async () => {
    expect((await incoming({ Body: 'x'.repeat(70_000) })).status).toBe(400)
  })

  test("can't be signed when no provider is set", async () => {
    const demo = await startTestApp()
    expect((await demo.call('POST', '/api/sms/inbound', { raw: 'From=1&Body=STOP' })).status).toBe(401)
    await demo.close()
  })
})

test('a number that Twilio reports as opted out is remembered', async () => {
  const stub = startTwilio(() => refused(400, 21610))
  useStubs(app.deps, { twilio: stub.url })
  const [id] = await queue(app.deps, sms())
  await deliverDue(app.deps)
  expect(await rowOf(app.deps, id!)).toMatchObject({
    state: 'cancelled',
    lastError: 'The recipient has opted out',
  })
  expect(await app.deps.store.read.select().from(optOuts)).toMatchObject([
    { address: '+13038675309', source: 'provider' },
  ])
  expect((await customer('c1')).smsOptOut).toBe(true)
  await stub.stop()
})

describe('texts to many', () => {
  test("wait for the franchise's morning without using up an attempt", async () => {
    app.clock.set('2026-03-03T03:30:00Z')
    const [id] = await queue(app.deps, sms(followUp), sms())
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, id!)).toMatchObject({
      state: 'queued',
      attempts: 0,
      dueAt: Date.parse('2026-03-03T13:00:00Z'),
    })
  })
})
