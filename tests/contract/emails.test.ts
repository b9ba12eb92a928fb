import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newId } from '../../db/store'
import { setOptOut } from '../../src/modules/customers/records'
import { startSmtp } from '../providers/email/smtp-stub'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import type { Answer } from '../support/app'
import { addWorld, booking } from '../support/world'
import { useStubs } from '../modules/messages/outbox'
import { aSchedule, aTemplate } from '../modules/recurring/world'

let admin: Admin
beforeAll(async () => {
  admin = await startAdmin()
  await addWorld(admin)
})
afterAll(() => admin.close())

const taken = ['a&b@exämple.de', 'a/b!c=d#e@example.com', 'josé@例え.jp', '用户@xn--exmple-cua.de']
const refused = [
  'a@-b.com',
  'a@b..com',
  'a@b_c.com',
  'a@b',
  'a@1.2.3.4',
  'a@b.com.',
  `a@${'l'.repeat(64)}.com`,
]

let calls = 0
const open = (path: string, body: unknown) =>
  admin.call('POST', path, { body, from: `198.51.${calls >> 8}.${calls++ & 255}` })
const job = async () => expectStatus(await open('/api/jobs/create', booking), 201).body.data.job

/** Every place that takes an address, with its field name. */
const places: [string, string, (email: string) => Promise<Answer>][] = [
  ['a booking', 'customerEmail', (customerEmail) => open('/api/jobs/create', { ...booking, customerEmail })],
  [
    'a booking by HQ',
    'customerEmail',
    (customerEmail) => admin.post('/api/admin/jobs', { ...booking, customerEmail }),
  ],
  ['signing in', 'email', (email) => open('/api/customer/verify', { email })],
  [
    'a cancellation',
    'email',
    async (email) => open('/api/customer/cancel', { jobId: (await job()).id, email }),
  ],
  [
    'a checkout',
    'customerEmail',
    async (customerEmail) => {
      const { id, total } = await job()
      return open('/api/payments/checkout', { jobId: id, amount: Math.round(total * 100), customerEmail })
    },
  ],
  [
    'a billing schedule',
    'customerEmail',
    (customerEmail) =>
      admin.post('/api/billing/recurring', { ...aSchedule, recurringScheduleId: newId(), customerEmail }),
  ],
  [
    'a job template',
    'customerEmail',
    (customerEmail) => admin.post('/api/admin/templates', { ...aTemplate, customerEmail }),
  ],
  [
    'a franchise',
    'email',
    (email) => admin.post('/api/admin/franchises', { name: newId(), timeZone: 'UTC', email }),
  ],
  ['a worker', 'email', (email) => admin.post('/api/admin/workers', { name: 'Sofia', email })],
  [
    'a customer',
    'email',
    async (email) =>
      admin.patch(`/api/admin/customers/${(await job()).customerId}`, { email: `x${calls}${email}` }),
  ],
  ['a test email', 'to', (to) => admin.post('/api/dev/email-test', { to })],
  ['a notification', 'to', (to) => admin.post('/api/dev/notify', { type: 'deploy', to, data: {} })],
]

describe('the rule for email addresses', () => {
  for (const [place, field, send] of places)
    test(`applies to ${place}`, async () => {
      for (const email of taken) {
        const answer = await send(email)
        expect([email, answer.status < 300, answer.text]).toEqual([email, true, answer.text])
      }
      for (const email of refused) {
        const answer = await send(email)
        expect([email, answer.status, answer.body.details]).toEqual([
          email,
          400,
          [`${field}: enter an email address`],
        ])
      }
    })
})

test('a blank address is a missing one', async () => {
  const { status, body } = await admin.post('/api/dev/email-test', { to: '' })
  expect([status, body.details]).toEqual([400, ['to: is required']])
})

test('every spelling of an address is the same customer and the same opt-out', async () => {
  const book = async (customerEmail: string) =>
    expectStatus(await open('/api/jobs/create', { ...booking, customerEmail }), 201).body.data.job
  const first = await book('Zoë@Exämple.de')
  expect(first.customerEmail).toBe('Zoë@Exämple.de')
  for (const spelling of ['zoë@exämple.de', 'zoe\u0308@xn--exmple-cua.de', 'ZOË@XN--EXMPLE-CUA.DE'])
    expect((await book(spelling)).customerId).toBe(first.customerId)
  const { store, clock } = admin.deps
  await store.write((tx) =>
    setOptOut(tx, clock.now(), { channel: 'email', address: 'zoë@exämple.de', source: 'link' }, true),
  )
  const customer = expectStatus(await admin.get(`/api/admin/customers/${first.customerId}`), 200).body.data
  expect(customer.emailOptOut).toBe(true)
})

test('SMTP mail uses an ASCII host, or UTF-8 when the name before the @ needs it', async () => {
  const stub = startSmtp((command) =>
    command === 'EHLO' ? '250-stub\r\n250-8BITMIME\r\n250 SMTPUTF8' : undefined,
  )
  const demo = admin.deps.providers.email
  await admin.deps.background.idle()
  useStubs(admin.deps, { smtp: stub.url })
  for (const to of ['a&b@exämple.de', 'josé@exämple.de'])
    expect(expectStatus(await admin.post('/api/dev/email-test', { to }), 200).body.data.status).toBe('sent')
  expect(stub.commands.filter((command) => command.startsWith('RCPT'))).toEqual([
    'RCPT TO:<a&b@xn--exmple-cua.de>',
    'RCPT TO:<josé@exämple.de>',
  ])
  expect(stub.commands.filter((command) => command.endsWith('SMTPUTF8'))).toHaveLength(1)
  await admin.deps.providers.email.close()
  admin.deps.providers.email = demo
  stub.stop()
})
