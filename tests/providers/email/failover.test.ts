import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { silentLog } from '../../../src/lib/log'
import { createEmail, type Email } from '../../../src/providers/email'
import { ManualTimers, testLimits } from '../manual-timers'
import { failureOf, letter } from './letter'
import { refusal, silence, startResend, taken } from './resend-stub'
import { startSmtp } from './smtp-stub'

let resend: ReturnType<typeof startResend>
let smtp: ReturnType<typeof startSmtp>
let email: Email

beforeEach(() => {
  smtp = startSmtp()
})
afterEach(async () => {
  setSystemTime()
  await email.close()
  await resend.stop()
  smtp.stop()
})

function both(limits: Partial<typeof testLimits> = {}) {
  email = createEmail(
    { resendKey: 're_key', resendUrl: resend.url, smtpUrl: smtp.url, from: 'no-reply@truckroll.dev' },
    { log: silentLog, limits: { ...testLimits, ...limits }, timers: new ManualTimers() },
  )
  return email
}

describe('with both email providers', () => {
  test('the first sends while it can', async () => {
    resend = startResend()
    expect((await both().send(letter())).provider).toBe('resend')
    expect(smtp.messages).toHaveLength(0)
  })

  test.each([
    ['it fails', () => refusal(500, 'internal_server_error')],
    ['its key is refused', () => refusal(403, 'invalid_api_key')],
    ['its quota is used up', () => refusal(429, 'monthly_quota_exceeded')],
    ['it asks for a long wait', () => refusal(429, 'rate_limit_exceeded', { 'retry-after': '120' })],
  ])('the second takes over when %s', async (_, reply) => {
    resend = startResend(reply)
    expect(await both().send(letter())).toEqual({ provider: 'smtp', messageId: '<0198-key@truckroll.dev>' })
    expect(smtp.messages).toHaveLength(1)
  })

  test("the second takes over when the first doesn't answer", async () => {
    resend = startResend(silence)
    expect((await both({ callMs: 500, repeats: 0 }).send(letter())).provider).toBe('smtp')
  })

  test('the second takes over without asking the first while its breaker is open', async () => {
    setSystemTime(new Date('2026-03-02T15:00:00Z'))
    resend = startResend(() => refusal(500, 'internal_server_error'))
    both({ breakAfter: 2, repeats: 0 })
    for (let count = 0; count < 4; count++) expect((await email.send(letter())).provider).toBe('smtp')
    expect(resend.requests).toHaveLength(2)
    expect(email.restingFor()).toBe(0)
  })

  test("an invalid email isn't passed on", async () => {
    resend = startResend(() => refusal(422, 'validation_error'))
    expect((await failureOf(both().send(letter()))).kind).toBe('refused')
    expect(smtp.messages).toHaveLength(0)
  })

  test('an email to a reserved address is never sent, keys or not', async () => {
    resend = startResend(() => taken())
    both()
    for (const to of [
      'a@example.com',
      'b@shop.example.org',
      'c@example.net',
      'd@x.test',
      'e@y.invalid',
      'f@z.example',
    ])
      expect((await email.send(letter({ to }))).provider).toBe('demo')
    expect((await email.send(letter({ to: 'a@notexample.com' }))).provider).toBe('resend')
    expect(resend.requests).toHaveLength(1)
  })
})

test('without keys no email is sent', async () => {
  resend = startResend()
  email = createEmail({ from: 'no-reply@truckroll.dev' }, { log: silentLog })
  expect(email.name).toBe('demo')
  expect(await email.send(letter())).toEqual({ provider: 'demo', messageId: 'demo-0198-key' })
  expect(email.demo.letters.map(({ subject }) => subject)).toEqual(['Your visit'])
})
