import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { refusal, startResend, taken } from '../../providers/email/resend-stub'
import { startTwilio } from '../../providers/sms/twilio-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, useStubs } from './outbox'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
})
afterEach(() => app.close())

describe('GET /api/dev/email-test', () => {
  test('names the demo while no provider is set, to anyone', async () => {
    const { status, body } = await app.call('GET', '/api/dev/email-test')
    expect([status, body]).toEqual([
      200,
      { ok: true, data: { provider: 'demo', configured: false, fromEmail: 'no-reply@truckroll.example' } },
    ])
  })

  test.each([
    ['resend', { RESEND_API_KEY: 're_0123456789', EMAIL_FROM: 'Desk <desk@truckroll.dev>' }],
    ['smtp', { SMTP_URL: 'smtp://127.0.0.1:1', EMAIL_FROM: 'desk@truckroll.dev' }],
  ])("names %s once it's set", async (provider, env) => {
    const other = await startTestApp(env)
    const { body } = await other.call('GET', '/api/dev/email-test')
    expect(body.data).toEqual({ provider, configured: true, fromEmail: 'desk@truckroll.dev' })
    await other.close()
  })
})

describe('POST /api/dev/email-test', () => {
  const post = (body: unknown, headers = {}) =>
    app.call('POST', '/api/dev/email-test', { body, token, headers })

  test('sends each kind of test and names the provider', async () => {
    for (const template of ['booking', 'completion', 'test']) {
      const { status, body } = await post({ to: 'ada@example.com', template })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ provider: 'demo', status: 'sent', to: 'ada@example.com', template })
      expect(body.data.messageId).toBeString()
    }
    expect((await allRows(app.deps)).map(({ template }) => template)).toEqual(['booked', 'completed', 'test'])
  })

  test('says when the provider refuses', async () => {
    const stub = startResend(() => refusal(422, 'validation_error'))
    useStubs(app.deps, { resend: stub.url })
    const { status, body } = await post({ to: 'ada@lovelace.dev' })
    expect([status, body.data]).toEqual([
      200,
      { provider: 'resend', status: 'failed', messageId: null, to: 'ada@lovelace.dev', template: 'test' },
    ])
    await stub.stop()
  })

  test('sends once under one Idempotency-Key, even when the answer was lost', async () => {
    const stub = startResend(() => taken('re-1'))
    useStubs(app.deps, { resend: stub.url })
    const headers = { 'idempotency-key': 'k1' }
    const first = await post({ to: 'ada@lovelace.dev' }, headers)
    const again = await post({ to: 'ada@lovelace.dev' }, headers)
    expect(again.body).toEqual(first.body)
    expect(stub.requests).toHaveLength(1)
    await stub.stop()
  })

  test('is for HQ, three times a minute, and needs an address', async () => {
    expect((await app.call('POST', '/api/dev/email-test', { body: {} })).status).toBe(401)
    const statuses = []
    for (const body of [
      {},
      { to: 'no address' },
      { to: 'a@example.com', template: 'other' },
      { to: 'a@example.com' },
    ])
      statuses.push(
        (await app.call('POST', '/api/dev/email-test', { body, token, from: '203.0.113.9' })).status,
      )
    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

describe('POST /api/dev/notify', () => {
  const post = (body: unknown, from = '203.0.113.7') =>
    app.call('POST', '/api/dev/notify', { body, token, from })

  test('needs data, which can be empty', async () => {
    const { status, body } = await post({ type: 'deploy', to: 'ops@example.com' })
    expect([status, body.details]).toEqual([400, ['data: is required']])
    expect((await post({ type: 'deploy', to: 'ops@example.com', data: {} })).status).toBe(200)
  })

  test('sends a notice by email', async () => {
    const { status, body } = await post({ type: 'deploy', to: 'ops@example.com', data: { title: 'v1.4' } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      success: true,
      channel: 'email',
      type: 'deploy',
      messageId: expect.any(String),
    })
    expect(await allRows(app.deps)).toMatchObject([{ template: 'ops-deploy', data: { title: 'v1.4' } }])
  })

  test('sends a notice by SMS', async () => {
    const stub = startTwilio()
    useStubs(app.deps, { twilio: stub.url })
    const { body } = await post({
      type: 'error',
      to: '303 867 5309',
      data: { message: 'Disk full' },
      channel: 'sms',
    })
    expect(body.data).toEqual({ success: true, channel: 'sms', type: 'error', messageId: 'SM1' })
    expect(stub.requests[0]!.fields.Body).toBe('Truckroll Error: Disk full\nMessage: Disk full')
    await stub.stop()
  })

  test("says when it couldn't be sent", async () => {
    const stub = startResend(() => refusal(500, 'internal_server_error'))
    useStubs(app.deps, { resend: stub.url })
    const { body } = await post({ type: 'handoff', to: 'ops@lovelace.dev', data: {} })
    expect(body.data).toEqual({ success: false, channel: 'email', type: 'handoff' })
    await stub.stop()
  })

  test("refuses a recipient that doesn't fit the channel, and missing fields", async () => {
    const by = (body: unknown) => post(body, '203.0.113.8')
    expect((await by({ type: 'deploy', to: '303 867 5309', data: {} })).body.details).toEqual([
      'to: enter an email address',
    ])
    expect((await by({ type: 'deploy', to: 'a@b.co', data: {}, channel: 'sms' })).body.details).toEqual([
      'to: enter a phone number',
    ])
    expect((await by({ type: 'party', to: 'a@b.co', data: {} })).status).toBe(400)
    expect((await by({ type: 'deploy', to: 'a@b.co', data: 'text' })).status).toBe(400)
    expect((await app.call('POST', '/api/dev/notify', { body: {} })).status).toBe(401)
  })
})
