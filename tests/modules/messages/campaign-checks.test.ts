import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { campaigns, customers } from '../../../db/schema'
import { eq } from 'drizzle-orm'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, useStubs } from './outbox'
import { addFranchise, addPeople } from './people'
import { providerStubs } from './provider-stubs'

const { resend, stopStubs } = providerStubs()
let app: TestApp
let token: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
  await addPeople(app.deps, [
    { id: 'ada', name: 'Ada Lovelace', email: 'ada@lovelace.dev', franchiseId: 'den' },
  ])
})
afterEach(async () => {
  await app.close()
  await stopStubs()
})

const campaign = { type: 'email', messageTemplate: 'Hi {first_name}, {business} misses you.' }
const post = (path: string, body: object) => app.call('POST', path, { body, token })
const send = (changes: object = {}) => post('/api/campaigns/send', { ...campaign, ...changes })
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
    ['messageTemplate', 'Hi {frist_name}', '{frist_name}'],
    ['messageTemplate', 'Hi { name }', '{ name }'],
    ['messageTemplate', 'Hi {Name}', '{Name}'],
    ['messageTemplate', 'Hi {}', '{}'],
    ['subject', 'For {customer}', '{customer}'],
  ])('in the %s are refused when unknown: %p', async (field, text, shown) => {
    for (const path of ['/api/campaigns/send', '/api/admin/campaigns/preview']) {
      const { status, body } = await post(path, { ...campaign, [field]: text })
      expect([status, body.details]).toEqual([
        400,
        [
          `${field}: ${shown} is not a placeholder. You can use {first_name}, {name}, {business} and {email}.`,
        ],
      ])
    }
    await nothingQueued()
  })
})

describe('a campaign by email', () => {
  const address = '1420 Larimer St, Denver, CO 80202'

  test('needs no mailing address while no provider sends email', async () => {
    expect((await send()).status).toBe(200)
  })

  test('is refused without a mailing address, and the answer says where to enter one', async () => {
    useStubs(app.deps, { resend: resend().url })
    await addFranchise(app.deps, 'den')
    const company = await send()
    expect([company.status, company.body.error]).toEqual([
      409,
      'Marketing emails need a mailing address. Enter one under Settings, or choose a franchise that has one.',
    ])
    const franchise = await send({ franchiseId: 'den' })
    expect([franchise.status, franchise.body.error]).toEqual([
      409,
      'Marketing emails need a mailing address. Enter one for this franchise, or for the whole company under Settings.',
    ])
    await nothingQueued()
    expect((await send({ type: 'sms' })).status).toBe(200)
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
