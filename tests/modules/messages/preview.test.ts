import { afterEach, beforeEach, expect, test } from 'bun:test'
import { campaigns } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows } from './outbox'
import { addPeople } from './people'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
})
afterEach(() => app.close())

test('a preview counts the audience, shows five samples, and sends nothing', async () => {
  const people = Array.from({ length: 300 }, (_, n) => ({
    id: `p${String(n).padStart(3, '0')}`,
    email: `p${n}@example.com`,
    phone: `303555${String(n).padStart(4, '0')}`,
  }))
  await addPeople(app.deps, [...people, { id: 'out', email: 'out@example.com', emailOptOut: true }])
  const body = { type: 'both', messageTemplate: 'Hello {name}' }
  const answer = await app.call('POST', '/api/admin/campaigns/preview', { body, token })
  expect(answer.status).toBe(200)
  const { samples, ...counts } = answer.body.data
  expect(counts).toEqual({ customers: 300, emails: 300, texts: 300, total: 600, addressMissing: false })
  expect(samples).toHaveLength(5)
  expect(samples[0]).toMatchObject({ channel: 'email', to: 'p0@example.com', subject: 'News from Truckroll' })
  expect(samples[0].text).toStartWith('Hello p000')
  expect(await allRows(app.deps)).toEqual([])
  expect(await app.deps.store.read.select().from(campaigns)).toEqual([])
})

test('a preview is for HQ only', async () => {
  expect((await app.call('POST', '/api/admin/campaigns/preview', { body: {} })).status).toBe(401)
})
