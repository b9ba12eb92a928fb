import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { campaigns, customers } from '../../../db/schema'
import { eq } from 'drizzle-orm'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, useStubs } from './outbox'
import { addFranchise, addPeople } from './people'
import { providerStubs } from './provider-stubs'

const { resend, twilio, stopStubs } = providerStubs()
let app: TestApp
let token: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
  await addPeople(app.deps, [
    { id: 'ada', name: 'Ada Lovelace', email: 'ada@lovelace.dev', phone: '303-867-5309', franchiseId: 'den' },
  ])
})
afterEach(async () => {
  await app.close()
  await stopStubs()
})

const address = '1420 Larimer St, Denver, CO 80202'
const campaign = { type: 'email', messageTemplate: 'Hi {first_name}, {business} misses you.' }
const post = (path: string, body: object) => app.call('POST', path, { body, token })
const send = (changes: object = {}) => post('/api/campaigns/send', { ...campaign, ...changes })
const setCompanyAddress = (postalAddress: string) =>
  app.call('PATCH', '/api/admin/settings/business', { body: { values: { postalAddress } }, token })
const nothingQueued = async () => {
  expect(await allRows(app.deps)).toEqual([])
  expect(await app.deps.store.read.select().from(campaigns)).toEqual([])
}

describe('the placeholders of a campaign', () => {
  test('greet customers by their first name and name the business', async () => {
    await addFranchise(app.deps, 'den', { name: 'Bright Gutters Denver' })
    const subject = 'For {first_name} ({name}, {email})'
    const { body } = await post('/api/admin/campaigns/preview', { ...campaign, subject })
    expect(body.data.samples[0].subject).toBe('For Ada (Ada Lovelace, ada@lovelace.dev)')
    expect(body.data.samples[0].text).toStartWith('Hi Ada, Bright Gutters Denver misses you.')
  })

  test.each([
    'Use {SPRING25} for 10% off',
    'Hi { name }, {Name}, {frist_name}',
    'Empty: {} and open: { or }',
    '{"a":1} [{"b":[2]}]',
    '{{}} {constructor} {__proto__} {toString}',
    '${first} $& $1 {0} %7B',
  ])('are the only braces with a meaning: %p is sent as it is', async (words) => {
    const mail = resend()
    const texts = twilio()
    useStubs(app.deps, { resend: mail.url, twilio: texts.url })
    await setCompanyAddress(address)
    const sent = { type: 'both', subject: words, messageTemplate: `${words} {email}` }
    const { body: preview } = await post('/api/admin/campaigns/preview', sent)
    const [email, text] = preview.data.samples
    expect([email.subject, email.text.split('\n')[0], text.text.split('\n')[0]]).toEqual([
      words,
      `${words} ada@lovelace.dev`,
      `Truckroll: ${words} ada@lovelace.dev`,
    ])
    expect((await send(sent)).body.data).toEqual({ sent: 2, failed: 0, total: 2 })
    expect(mail.requests[0]!.body).toMatchObject({ subject: words, text: email.text, html: email.html })
    expect(texts.requests[0]!.fields.Body).toBe(text.text)
  })

  test('are filled beside braces that are text', async () => {
    const messageTemplate = '{{name}} {SPRING25}{email} {name'
    const { body } = await post('/api/admin/campaigns/preview', { type: 'sms', messageTemplate })
    expect(body.data.samples[0].text.split('\n')[0]).toBe(
      'Truckroll: {Ada Lovelace} {SPRING25}ada@lovelace.dev {name',
    )
  })
})

describe('a campaign by email', () => {
  test('needs no mailing address while no provider sends email', async () => {
    const preview = await post('/api/admin/campaigns/preview', campaign)
    expect(preview.body.data.addressMissing).toBe(false)
    expect((await send()).body.data).toEqual({ sent: 1, failed: 0, total: 1 })
  })

  test('is refused by a real provider while there is no mailing address, and the answer names the setting', async () => {
    useStubs(app.deps, { resend: resend().url, twilio: twilio().url })
    await addFranchise(app.deps, 'den')
    for (const changes of [{}, { type: 'both' }, { franchiseId: 'den' }]) {
      const { status, body } = await send(changes)
      expect([status, body]).toEqual([
        400,
        {
          ok: false,
          error: 'Marketing emails need a mailing address. Enter one under Settings, or for the franchise.',
          details: [
            'BUSINESS_ADDRESS: is missing, and so is the mailing address of a franchise that would send this',
          ],
        },
      ])
      const preview = await post('/api/admin/campaigns/preview', { ...campaign, ...changes })
      expect(preview.body.data.addressMissing).toBe(true)
    }
    await nothingQueued()
    expect((await send({ type: 'sms' })).status).toBe(200)
  })

  test('is sent to all franchises once each of them has a mailing address, or the company has one', async () => {
    const provider = resend()
    useStubs(app.deps, { resend: provider.url })
    await addFranchise(app.deps, 'den', { postalAddress: address })
    await addFranchise(app.deps, 'bou')
    await addPeople(app.deps, [{ id: 'bob', name: 'Bob', email: 'bob@lovelace.dev', franchiseId: 'bou' }])
    expect((await send()).status).toBe(400)
    expect((await send({ franchiseId: 'bou' })).status).toBe(400)
    await app.deps.store.write((tx) =>
      tx.update(customers).set({ emailOptOut: true }).where(eq(customers.id, 'bob')),
    )
    expect((await send()).body.data).toEqual({ sent: 1, failed: 0, total: 1 })
    await app.deps.store.write((tx) => tx.update(customers).set({ emailOptOut: false }))
    await setCompanyAddress('1 Main St, Boulder, CO 80302')
    expect((await send()).body.data).toEqual({ sent: 2, failed: 0, total: 2 })
    const feet = provider.requests.map(({ body }) => /1420 Larimer|1 Main/.exec(String(body.text))?.[0])
    expect(feet.toSorted()).toEqual(['1 Main', '1420 Larimer', '1420 Larimer'])
  })

  test('carries the mailing address of its franchise, in both parts', async () => {
    const provider = resend()
    useStubs(app.deps, { resend: provider.url })
    await addFranchise(app.deps, 'den', { postalAddress: address })
    expect((await send({ franchiseId: 'den' })).status).toBe(200)
    const { html, text } = provider.requests[0]!.body
    for (const part of [html, text]) expect(part).toContain(address)
  })

  test('is sent as written, in a frame of the customer’s language', async () => {
    await app.deps.store.write((tx) =>
      tx.update(customers).set({ language: 'es' }).where(eq(customers.id, 'ada')),
    )
    const { body } = await post('/api/admin/campaigns/preview', campaign)
    expect(body.data.samples[0].text).toContain('Hi Ada, Truckroll misses you.')
    expect(body.data.samples[0].text).toContain('Cancelar suscripción: ')
  })
})
