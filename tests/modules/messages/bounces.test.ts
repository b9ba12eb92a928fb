import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hqTasks, undeliverable } from '../../../db/schema'
import { deliverDue } from '../../../src/modules/messages/queue'
import { signatureOf } from '../../../src/providers/email/resend-events'
import { refused } from '../../providers/sms/twilio-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking } from '../../support/world'
import { message, queue, rowOf, sms, useStubs } from './outbox'
import { providerStubs } from './provider-stubs'

const secret = `whsec_${Buffer.from('a secret for the events').toString('base64')}`
const gone = 'gone@lovelace.dev'
let app: TestApp
let token: string
let isGone: boolean
const { resend, smtp, twilio, stopStubs } = providerStubs()

beforeEach(async () => {
  app = await startTestApp({
    EMAIL_FROM: 'Desk <no-reply@truckroll.dev>',
    RESEND_WEBHOOK_SECRET: `whsec_b2xk,${secret}`,
  })
  await addWorld(app)
  token = await app.hqToken()
  isGone = true
})
afterEach(async () => {
  await app.deps.background.idle()
  await app.deps.providers.email.close()
  await app.close()
  await stopStubs()
})

const marks = () => app.deps.store.read.select().from(undeliverable)
const todos = async () =>
  (await app.deps.store.read.select().from(hqTasks)).filter(({ kind }) => /^(customer|message)\./.test(kind))
const verify = (email: string, code?: string) =>
  app.call('POST', '/api/customer/verify', { body: { email, ...(code ? { code } : {}) } })

/** Books with this address, so that a customer has it. */
async function customerAt(email: string): Promise<string> {
  await app.call('POST', '/api/jobs/create', { body: { ...booking, customerEmail: email } })
  await app.deps.background.idle()
  const found = await app.call('GET', `/api/admin/customers?q=${email}`, { token })
  return found.body.data.items[0].id
}

describe('a mailbox that does not exist', () => {
  let mail: ReturnType<typeof smtp>

  beforeEach(() => {
    mail = smtp((command, _, line) =>
      command === 'RCPT' && /gone/i.test(line) && isGone ? '550 5.1.1 no such user' : undefined,
    )
    useStubs(app.deps, { smtp: mail.url }, { breakAfter: 2 })
  })

  test('is marked, HQ gets one to-do, and nothing more is sent there', async () => {
    const [first] = await queue(app.deps, message({ recipient: 'Gone@Lovelace.dev' }))
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, first!)).toMatchObject({ state: 'dead' })
    const at = app.clock.now()
    const reason = expect.stringContaining('550 5.1.1 no such user')
    expect(await marks()).toEqual([{ channel: 'email', address: gone, reason, at }])
    expect(await todos()).toMatchObject([{ kind: 'customer.email-bounces', contact: gone, detail: reason }])
    const [second] = await queue(app.deps, message({ recipient: gone }))
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, second!)).toMatchObject({
      state: 'dead',
      lastError: expect.stringContaining('Not sent, because earlier messages failed'),
    })
    expect(mail.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
    expect(await todos()).toHaveLength(1)
  })

  test("doesn't keep anyone else from getting a sign-in code", async () => {
    for (const name of ['gone1', 'gone2', 'gone3'])
      expect((await verify(`${name}@lovelace.dev`)).status).toBe(502)
    expect((await verify('ada@lovelace.dev')).status).toBe(200)
    expect(mail.messages.map(({ to }) => to)).toEqual(['ada@lovelace.dev'])
  })

  test('shows on the customer, and HQ can send there again', async () => {
    const id = await customerAt(gone)
    const path = `/api/admin/customers/${id}`
    const shown = await app.call('GET', path, { token })
    expect(shown.body.data.unreachable).toMatchObject([{ channel: 'email', address: gone }])
    expect(await todos()).toMatchObject([{ subject: id, state: 'open' }])
    const cleared = await app.call('POST', `${path}/retry-address`, { token, body: { channel: 'email' } })
    expect(cleared.body.data.unreachable).toEqual([])
    expect(await todos()).toMatchObject([{ subject: id, state: 'done' }])
    isGone = false
    const [again] = await queue(app.deps, message({ recipient: gone }))
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, again!)).state).toBe('sent')
  })

  test("is no longer HQ's problem once the customer has another one", async () => {
    const id = await customerAt(gone)
    const exported = await app.call('GET', `/api/admin/customers/${id}/export`, { token })
    expect(exported.body.data.customer.unreachable).toMatchObject([{ address: gone }])
    const body = { email: 'new@lovelace.dev' }
    await app.call('PATCH', `/api/admin/customers/${id}`, { token, body })
    expect(await todos()).toMatchObject([{ subject: id, state: 'done' }])
  })

  test('counts again as soon as its owner signs in with a code', async () => {
    await customerAt(gone)
    expect(await marks()).toHaveLength(1)
    isGone = false
    expect((await verify(gone)).status).toBe(200)
    const code = /\b\d{6}\b/.exec(mail.messages.at(-1)!.source)?.[0]
    expect((await verify(gone, code)).status).toBe(200)
    expect(await marks()).toEqual([])
    expect(await todos()).toMatchObject([{ state: 'done' }])
  })

  test('is forgotten with the customer', async () => {
    const id = await customerAt(gone)
    await app.deps.store.write((tx) => tx.run(`UPDATE jobs SET status = 'cancelled'`))
    expect(await app.call('POST', `/api/admin/customers/${id}/erase`, { token })).toMatchObject({
      status: 200,
    })
    expect(await marks()).toEqual([])
    expect(JSON.stringify(await todos())).not.toContain(gone)
  })
})

test('a phone number that gets no texts is marked too', async () => {
  useStubs(app.deps, { twilio: twilio(() => refused(400, 21614)).url })
  await queue(app.deps, sms())
  await deliverDue(app.deps)
  expect(await marks()).toMatchObject([{ channel: 'sms', address: '+13038675309' }])
  expect(await todos()).toMatchObject([{ kind: 'customer.phone-unreachable' }])
})

test('every email says that a machine sent it', async () => {
  const mail = resend()
  useStubs(app.deps, { resend: mail.url })
  const [id] = await queue(app.deps, message())
  await deliverDue(app.deps)
  expect(mail.requests[0]!.body).toMatchObject({
    headers: { 'Auto-Submitted': 'auto-generated' },
    tags: [{ name: 'message', value: id }],
  })
})

describe('an event about an email that Resend took', () => {
  let id: string

  beforeEach(async () => {
    useStubs(app.deps, { resend: resend().url })
    ;[id = ''] = await queue(app.deps, message({ recipient: gone }))
    await deliverDue(app.deps)
  })

  const event = (type: string, more: object = {}) =>
    JSON.stringify({
      type,
      created_at: '2026-03-02T15:00:00Z',
      data: { email_id: 're-1', to: [gone], tags: { message: id }, ...more },
    })

  function tell(body: string, { key = secret, at = app.clock.now(), sent = body } = {}) {
    const stamp = String(Math.floor(at / 1000))
    const signature = signatureOf(key, 'msg_1', stamp, Buffer.from(body)).toString('base64')
    const headers = {
      'svix-id': 'msg_1',
      'svix-timestamp': stamp,
      'svix-signature': `v1,bm8= v1,${signature}`,
    }
    return app.call('POST', '/api/email/events', { raw: sent, headers })
  }
  const bounce = (type: string) => event('email.bounced', { bounce: { type, message: 'No such mailbox' } })

  test('that it bounced for good marks the address, once', async () => {
    for (const _ of [1, 2]) expect(await tell(bounce('Permanent'))).toMatchObject({ status: 200 })
    expect(await rowOf(app.deps, id)).toMatchObject({ state: 'dead', lastError: 'Bounced: No such mailbox' })
    expect(await marks()).toMatchObject([{ address: gone, reason: 'Bounced: No such mailbox' }])
    expect(await todos()).toHaveLength(1)
    // HQ clears it; the same event once more changes nothing.
    await app.deps.store.write((tx) => tx.delete(undeliverable))
    await tell(bounce('Permanent'))
    expect(await marks()).toEqual([])
  })

  test('that it bounced for now raises a to-do about the message alone', async () => {
    await tell(bounce('Transient'))
    expect(await marks()).toEqual([])
    expect(await todos()).toMatchObject([{ kind: 'message.undelivered', subject: id }])
  })

  test('that it was a nuisance opts the recipient out of campaigns', async () => {
    await tell(event('email.complained'))
    const [news, visit] = await queue(
      app.deps,
      message({
        recipient: gone,
        template: 'follow-up',
        data: { name: 'Ada', type: 'Gutters' },
      }),
      message({ recipient: gone }),
    )
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, news!)).toMatchObject({
      state: 'cancelled',
      lastError: 'The recipient has opted out',
    })
    expect((await rowOf(app.deps, visit!)).state).toBe('sent')
  })

  test('that it is delayed shows on the message until it arrives', async () => {
    await tell(event('email.delivery_delayed'))
    expect(await rowOf(app.deps, id)).toMatchObject({
      state: 'sent',
      lastError: "The recipient's server delays this email",
    })
    await tell(event('email.delivered'))
    expect(await rowOf(app.deps, id)).toMatchObject({ state: 'sent', lastError: null })
  })

  test('that we know nothing about is acknowledged', async () => {
    expect(await tell(event('email.opened'))).toMatchObject({
      status: 200,
      body: { data: { received: true } },
    })
  })

  test('counts only with a fresh signature over exactly these bytes', async () => {
    const body = bounce('Permanent')
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    const refusals = [
      await tell(body, { key: other }),
      await tell(body, { sent: `${body} ` }),
      await tell(body, { at: app.clock.now() - 6 * 60_000 }),
      await app.call('POST', '/api/email/events', { raw: body }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(await tell('not an event')).toMatchObject({ status: 400 })
    expect(await tell(`"${'x'.repeat(70_000)}"`)).toMatchObject({ status: 400 })
    expect(await marks()).toEqual([])
  })
})
