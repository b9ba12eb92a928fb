import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { silentLog } from '../../../src/lib/log'
import { createSms, type Sms } from '../../../src/providers/sms'
import twilioSdk from 'twilio'
import { failureOf } from '../email/letter'
import { ManualTimers, testLimits } from '../manual-timers'
import { created, refused, silence, startTwilio } from './twilio-stub'

let stub: ReturnType<typeof startTwilio>

afterEach(async () => {
  setSystemTime()
  await stub.stop()
})

function twilio(
  limits: Partial<typeof testLimits> = {},
  from = '+15005550006',
  timers = new ManualTimers(),
): Sms {
  return createSms(
    { accountSid: 'AC123', authToken: 'token-0123456789', from, apiUrl: stub.url },
    { log: silentLog, limits: { ...testLimits, ...limits }, timers },
  )
}

const text = { key: 'k1', to: '(303) 867-5309', text: 'On the way' }

describe('a text through Twilio', () => {
  test('goes to the number in E.164', async () => {
    stub = startTwilio(() => created('SM77'))
    expect(await twilio().send(text)).toEqual({ provider: 'twilio', messageId: 'SM77' })
    const [request] = stub.requests
    expect(request!.path).toBe('/2010-04-01/Accounts/AC123/Messages.json')
    expect(request!.headers.get('authorization')).toBe(`Basic ${btoa('AC123:token-0123456789')}`)
    expect(request!.fields).toEqual({ To: '+13038675309', From: '+15005550006', Body: 'On the way' })
  })

  test('goes through a messaging service when one is set', async () => {
    stub = startTwilio()
    const service = `MG${'0'.repeat(32)}`
    await twilio({}, service).send(text)
    expect(stub.requests[0]!.fields).toMatchObject({ MessagingServiceSid: service })
    expect(stub.requests[0]!.fields.From).toBeUndefined()
  })

  test('is refused before calling Twilio when it has no valid number', async () => {
    stub = startTwilio()
    expect((await failureOf(twilio().send({ ...text, to: '12' }))).kind).toBe('refused')
    expect(stub.requests).toHaveLength(0)
  })

  test("isn't repeated when Twilio refuses it", async () => {
    stub = startTwilio(() => refused(400, 21211))
    const failure = await failureOf(twilio().send(text))
    expect([failure.kind, failure.details.optedOut]).toEqual(['refused', false])
    expect(stub.requests).toHaveLength(1)
  })

  test('reports that the recipient has opted out', async () => {
    stub = startTwilio(() => refused(400, 21610))
    expect((await failureOf(twilio().send(text))).details.optedOut).toBe(true)
  })

  test.each([
    ['a landline', 400, 21614, 'refused', true],
    ['a number nobody has', 404, 21211, 'refused', true],
    ['a number that Twilio forbids', 403, 30006, 'refused', true],
    ['a phone that is off', 400, 30003, 'deferred', undefined],
    ['a region that is switched off', 400, 21408, 'refused', undefined],
  ] as const)("to %s is that number's problem", async (_, status, code, kind, badAddress) => {
    stub = startTwilio(() => refused(status, code))
    const sms = twilio({ breakAfter: 1, repeats: 0 })
    const failure = await failureOf(sms.send(text))
    expect([failure.kind, failure.details.badAddress]).toEqual([kind, badAddress])
    expect(sms.restingFor()).toBe(0)
  })

  test.each([
    ['500', () => refused(500, 20500)],
    ['502 without JSON', () => new Response('bad gateway', { status: 502 })],
    ['201 that says nothing', () => Response.json({}, { status: 201 })],
    ['201 that stops halfway', () => new Response('{"sid":', { status: 201 })],
    ['redirect', () => Response.redirect('http://127.0.0.1:1/', 307)],
  ])("isn't repeated after a %s: it may have been accepted", async (_, reply) => {
    stub = startTwilio(reply)
    expect((await failureOf(twilio().send(text))).kind).toBe('uncertain')
    expect(stub.requests).toHaveLength(1)
  })

  test("isn't repeated when the answer doesn't come", async () => {
    stub = startTwilio(silence)
    expect((await failureOf(twilio({ callMs: 300 }).send(text))).kind).toBe('uncertain')
    expect(stub.requests).toHaveLength(1)
  })

  test('is retried once when it was certainly not accepted', async () => {
    stub = startTwilio((attempt) => (attempt === 1 ? refused(503, 20503) : created()))
    expect((await twilio().send(text)).messageId).toBe('SM1')
    expect(stub.requests).toHaveLength(2)
  })

  test('was certainly not accepted when nothing listens', async () => {
    stub = startTwilio()
    await stub.stop()
    expect((await failureOf(twilio({ repeats: 0 }).send(text))).kind).toBe('down')
  })

  test('waits as long as a 429 says', async () => {
    stub = startTwilio(() => refused(429, 20429, { 'retry-after': '30' }))
    const sms = twilio()
    const failure = await failureOf(sms.send(text))
    expect([failure.kind, failure.details.retryAfterMs]).toEqual(['later', 30_000])
    expect(sms.restingFor()).toBe(30_000)
    await failureOf(sms.send(text))
    expect(stub.requests).toHaveLength(1)
  })

  test('is held back while Twilio keeps failing', async () => {
    setSystemTime(new Date('2026-03-02T15:00:00Z'))
    stub = startTwilio(() => refused(503, 20503))
    const sms = twilio({ breakAfter: 2, repeats: 0 })
    await failureOf(sms.send(text))
    await failureOf(sms.send(text))
    expect((await failureOf(sms.send(text))).details.broken).toBe(true)
    expect(stub.requests).toHaveLength(2)
  })

  test('to a fictional number is never sent, keys or not', async () => {
    stub = startTwilio()
    const sms = twilio()
    for (const to of ['303-555-0142', '+1 (212) 555-0199', '13035550100'])
      expect((await sms.send({ ...text, to })).provider).toBe('demo')
    expect((await sms.send({ ...text, to: '303-555-0242' })).provider).toBe('twilio')
    expect(stub.requests).toHaveLength(1)
  })
})

test.each(['+15005550006', `MG${'0'.repeat(32)}`])(
  "a text from %s is the same request that Twilio's own SDK makes",
  async (from) => {
    stub = startTwilio()
    await twilio({}, from).send({ ...text, text: '¿Qué tal? 5 & 6 = 11 🚚' })
    const asked: Record<string, unknown>[] = []
    const httpClient = {
      request: async (request: Record<string, unknown>) => {
        asked.push(request)
        return { statusCode: 201, body: { sid: 'SM1' }, headers: {} }
      },
    }
    const sdk = twilioSdk('AC123', 'token-0123456789', { httpClient: httpClient as never })
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
    await sdk.messages.create({ to: '+13038675309', body: '¿Qué tal? 5 & 6 = 11 🚚', ...sender })
    const [{ uri, data, username, password } = {}] = asked
    expect(uri).toBe(`https://api.twilio.com${stub.requests[0]!.path}`)
    expect(stub.requests[0]!.fields).toEqual(Object.fromEntries(new URLSearchParams(data as never)))
    expect(stub.requests[0]!.headers.get('authorization')).toBe(
      `Basic ${btoa(`${String(username)}:${String(password)}`)}`,
    )
  },
)
