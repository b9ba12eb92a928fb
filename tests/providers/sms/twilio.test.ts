import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { silentLog } from '../../../src/lib/log'
import { createSms, type Sms } from '../../../src/providers/sms'
import { failureOf } from '../email/letter'
import { ManualTimers, testLimits } from '../manual-timers'
import { created, drip, flood, refused, silence, startTwilio } from './twilio-stub'

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
    ['page of HTML with status 500', () => htmlPage(500)],
    ['page of HTML with status 200', () => htmlPage(200)],
    ['201 that says nothing', () => Response.json({}, { status: 201 })],
    ['201 with null', () => Response.json(null, { status: 201 })],
    ['201 that stops halfway', () => new Response('{"sid":', { status: 201 })],
    ['201 larger than any answer of Twilio', () => flood(201)],
    ['redirect', () => Response.redirect('http://127.0.0.1:1/', 307)],
  ])("isn't repeated after a %s: it may have been accepted", async (_, reply) => {
    stub = startTwilio(reply)
    expect((await failureOf(twilio().send(text))).kind).toBe('uncertain')
    expect(stub.requests).toHaveLength(1)
  })

  test.each([
    ["doesn't come", silence],
    ['never ends', () => drip(201)],
    ['is a refusal that never ends', () => drip(400)],
  ])("isn't repeated when the answer %s", async (_, reply) => {
    stub = startTwilio(reply)
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

  test("isn't confirmed by an answer a thousand times longer than Twilio's, which isn't read to its end", async () => {
    const padding = 'x'.repeat(1024 * 1024)
    stub = startTwilio(() => Response.json({ sid: 'SM1', padding }, { status: 201 }))
    expect((await failureOf(twilio().send(text))).kind).toBe('uncertain')
  })

  test('waits for a moment after a 429 that says nothing and never ends', async () => {
    stub = startTwilio(() => drip(429))
    const sms = twilio()
    const failure = await failureOf(sms.send(text))
    expect([failure.kind, failure.details.retryAfterMs]).toEqual(['later', 1_000])
    expect(sms.restingFor()).toBe(1_000)
  })

  test('is refused without words when a page of HTML refuses it', async () => {
    stub = startTwilio(() => htmlPage(404))
    const failure = await failureOf(twilio().send(text))
    expect([failure.kind, failure.details]).toEqual(['refused', {}])
    expect(failure.message).not.toContain('<')
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

test.each([
  ['+15005550006', 'From'],
  [`MG${'0'.repeat(32)}`, 'MessagingServiceSid'],
])('a text from %s arrives as it was written', async (from, sender) => {
  stub = startTwilio()
  const words = '¿Qué tal? 5 & 6 = 11 🚚\n{name}'
  await twilio({}, from).send({ ...text, text: words })
  const [request] = stub.requests
  expect(request!.path).toBe('/2010-04-01/Accounts/AC123/Messages.json')
  expect(request!.headers.get('authorization')).toBe(`Basic ${btoa('AC123:token-0123456789')}`)
  expect(request!.fields).toEqual({ To: '+13038675309', Body: words, [sender]: from })
})

test.each([
  ['nothing listens', null],
  ['the answer never comes', silence],
  ['the answer never ends', () => drip(201)],
  ['the answer is too large', () => flood(201)],
  ['the answer is a page of HTML', () => htmlPage(500)],
  ['the answer is empty', () => new Response(null, { status: 201 })],
  ['Twilio rejects the token', () => refused(401, 20003)],
  ['Twilio asks us to wait', () => refused(429, 20429)],
] as const)('a failure never contains the auth token: %s', async (_, reply) => {
  stub = startTwilio(reply ?? silence)
  if (reply === null) await stub.stop()
  const failure = await failureOf(twilio({ callMs: 300, repeats: 0 }).send(text))
  const told = Bun.inspect(failure, { depth: 20 })
  expect(told).toContain('DeliveryFailure')
  expect(told).not.toContain('token-0123456789')
  expect(told).not.toContain(btoa('AC123:token-0123456789'))
})

test("settings that only the SDK knows don't send texts elsewhere or show them on the console", async () => {
  stub = startTwilio()
  const script = `
    const { createSms } = await import('./src/providers/sms')
    const config = { accountSid: 'AC1', authToken: 't', from: '+15005550006', apiUrl: '${stub.url}' }
    await createSms(config, {}).send({ key: 'k', to: '+13038675309', text: 'Hello' })`
  const env = { TWILIO_REGION: 'ie1', TWILIO_EDGE: 'dublin', TWILIO_LOG_LEVEL: 'debug' }
  expect(await run(script, env)).toBe('')
  expect(stub.requests.map(({ fields }) => fields.Body)).toEqual(['Hello'])
})

test('the SDK is loaded with the first text, and only the part for signatures with a signed form', async () => {
  stub = startTwilio()
  const script = `
    const { createSms } = await import('./src/providers/sms')
    const { isSignedByTwilio } = await import('./src/providers/sms/twilio')
    const config = { accountSid: 'AC1', authToken: 't', from: '+15005550006', apiUrl: '${stub.url}' }
    const parts = () => {
      const files = Object.keys(require.cache).map((file) => file.replaceAll('\\\\', '/'))
      const loaded = files.filter((file) => file.includes('/node_modules/twilio/'))
      return loaded.length > 5 ? ['all'] : loaded.map((file) => file.split('/').at(-1))
    }
    const seen = []
    const sms = createSms(config, {})
    await isSignedByTwilio('t', '', 'https://truckroll.dev/', new URLSearchParams())
    await isSignedByTwilio(undefined, 'x', 'https://truckroll.dev/', new URLSearchParams())
    seen.push(parts())
    await isSignedByTwilio('t', 'x', 'https://truckroll.dev/', new URLSearchParams())
    seen.push(parts())
    await sms.send({ key: 'k', to: '+13038675309', text: 'Hello' })
    seen.push(parts())
    console.log(JSON.stringify(seen))`
  expect(JSON.parse(await run(script))).toEqual([[], ['webhooks.js'], ['all']])
})

const htmlPage = (status: number) =>
  new Response('<!doctype html><h1>Sorry</h1>', { status, headers: { 'content-type': 'text/html' } })

/** Everything that a script writes in a process of its own. */
async function run(script: string, env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([process.execPath, '-e', script], {
    cwd: `${import.meta.dir}/../../..`,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout, child.stderr].map((one) => new Response(one).text()))
  return `${out}${err}`
}
