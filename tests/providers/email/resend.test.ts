import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { ResendEmail } from '../../../src/providers/email/resend'
import { ManualTimers, testLimits } from '../manual-timers'
import { failureOf, letter } from './letter'
import { refusal, silence, startResend, taken } from './resend-stub'

let stub: ReturnType<typeof startResend>

afterEach(async () => {
  setSystemTime()
  await stub.stop()
})

function resend(limits: Partial<typeof testLimits> = {}, timers = new ManualTimers()) {
  return new ResendEmail({
    apiKey: 're_test_key',
    apiUrl: stub.url,
    limits: { ...testLimits, ...limits },
    timers,
  })
}

describe('an email through Resend', () => {
  test('arrives complete, under its key', async () => {
    stub = startResend(() => taken('resend-77'))
    const files = [{ name: 'invoice.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') }]
    const receipt = await resend().send(
      letter({ headers: { 'List-Unsubscribe': '<https://x.dev>' }, replyTo: 'den@x.dev', files }),
    )
    expect(receipt).toEqual({ provider: 'resend', messageId: 'resend-77' })
    const [request] = stub.requests
    expect(request!.path).toBe('/emails')
    expect(request!.headers.get('authorization')).toBe('Bearer re_test_key')
    expect(request!.headers.get('idempotency-key')).toBe('0198-key')
    expect(request!.body).toMatchObject({
      from: '"Truckroll, Denver" <no-reply@truckroll.dev>',
      to: ['ada@lovelace.dev'],
      reply_to: 'den@x.dev',
      subject: 'Your visit',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { 'List-Unsubscribe': '<https://x.dev>' },
      attachments: [{ filename: 'invoice.pdf', content: btoa('%PDF'), content_type: 'application/pdf' }],
    })
  })

  test('is repeated under the same key when Resend fails briefly', async () => {
    stub = startResend((attempt) => (attempt === 1 ? refusal(500, 'internal_server_error') : taken()))
    expect(await resend().send(letter())).toEqual({ provider: 'resend', messageId: 'resend-1' })
    expect(stub.keys()).toEqual(['0198-key', '0198-key'])
  })

  test("isn't repeated when its content was refused", async () => {
    stub = startResend(() => refusal(422, 'validation_error'))
    const failure = await failureOf(resend().send(letter()))
    expect([failure.kind, failure.message]).toEqual(['refused', 'Resend: validation_error happened'])
    expect(stub.requests).toHaveLength(1)
  })

  test("to an address that Resend can't read is the address's problem", async () => {
    const message = 'Invalid `to` field. The email address needs to follow the `email@example.com` format.'
    stub = startResend(() =>
      Response.json({ statusCode: 422, name: 'validation_error', message }, { status: 422 }),
    )
    const failure = await failureOf(resend().send(letter()))
    expect(failure).toMatchObject({ kind: 'refused', details: { badAddress: true } })
  })

  test('is repeated under the same key when something in front of Resend answers in another format', async () => {
    for (const status of [429, 500, 502]) {
      const gateway = startResend(() => Response.json({ message: 'Internal server error' }, { status }))
      stub = gateway
      const failure = await failureOf(resend().send(letter()))
      expect([status, failure.kind]).toEqual([status, 'uncertain'])
      expect(failure.message).not.toContain('undefined')
      await gateway.stop()
    }
  })

  test("ends in time when Resend doesn't answer", async () => {
    stub = startResend(silence)
    const failure = await failureOf(resend({ callMs: 30 }).send(letter()))
    expect(failure.kind).toBe('uncertain')
    expect(stub.keys()).toEqual(['0198-key', '0198-key'])
  })

  test('counts as accepted when its key was used with another text', async () => {
    stub = startResend(() => refusal(409, 'invalid_idempotent_request'))
    expect(await resend().send(letter())).toEqual({ provider: 'resend', messageId: null })
  })

  test('waits while its duplicate is being processed at Resend', async () => {
    stub = startResend((attempt) =>
      attempt === 1 ? refusal(409, 'concurrent_idempotent_requests') : taken(),
    )
    expect((await resend().send(letter())).messageId).toBe('resend-1')
  })
})

describe('when Resend answers 429', () => {
  test('a short wait is sat out and the email is sent again under its key', async () => {
    stub = startResend((attempt) =>
      attempt === 1 ? refusal(429, 'rate_limit_exceeded', { 'retry-after': '2' }) : taken(),
    )
    const timers = new ManualTimers()
    await resend({}, timers).send(letter())
    expect(timers.waited).toEqual([2_000])
    expect(stub.keys()).toEqual(['0198-key', '0198-key'])
  })

  test("a long wait is left to the queue, and Resend isn't called meanwhile", async () => {
    stub = startResend(() => refusal(429, 'rate_limit_exceeded', { 'retry-after': '60' }))
    const timers = new ManualTimers()
    const provider = resend({}, timers)
    const failure = await failureOf(provider.send(letter()))
    expect([failure.kind, failure.details.retryAfterMs]).toEqual(['later', 60_000])
    expect(provider.restingFor()).toBe(60_000)
    expect((await failureOf(provider.send(letter()))).kind).toBe('later')
    expect(stub.requests).toHaveLength(1)
    timers.pass(60_000)
    expect(provider.restingFor()).toBe(0)
  })

  test('a used-up quota is a provider failure, because it lasts for a day', async () => {
    stub = startResend(() => refusal(429, 'daily_quota_exceeded'))
    expect((await failureOf(resend().send(letter()))).kind).toBe('down')
  })
})

test("emails are spaced to Resend's rate limit and follow the rate it announces", async () => {
  stub = startResend(() => Response.json({ id: 'x' }, { headers: { 'ratelimit-limit': '10' } }))
  const timers = new ManualTimers()
  const provider = resend({}, timers)
  await provider.send(letter())
  await provider.send(letter())
  await provider.send(letter())
  expect(timers.waited).toEqual([500, 100])
})

test('after repeated failures Resend is paused, then tried again', async () => {
  let healthy = false
  stub = startResend(() => (healthy ? taken() : refusal(503, 'service_unavailable')))
  setSystemTime(new Date('2026-03-02T15:00:00Z'))
  const timers = new ManualTimers()
  const provider = resend({ breakAfter: 2, repeats: 0 }, timers)
  expect((await failureOf(provider.send(letter()))).kind).toBe('down')
  expect((await failureOf(provider.send(letter()))).kind).toBe('down')
  const failure = await failureOf(provider.send(letter()))
  expect([failure.kind, failure.details.broken]).toEqual(['later', true])
  expect(stub.requests).toHaveLength(2)
  expect(provider.restingFor()).toBeGreaterThan(0)
  healthy = true
  setSystemTime(new Date('2026-03-02T15:01:01Z'))
  timers.pass(61_000)
  expect(provider.restingFor()).toBe(0)
  expect((await provider.send(letter())).messageId).toBe('resend-1')
})
