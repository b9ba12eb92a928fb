import { afterAll, beforeAll, expect, test } from 'bun:test'
import { serviceChecks } from '../../../src/modules/operations'
import { startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeAll(async () => {
  admin = await startAdmin({ BUSINESS_NAME: 'Acme', BUSINESS_PHONE: '(303) 555-0100' })
})
afterAll(() => admin.close())

const settings = async () => (await admin.get('/api/admin/settings')).body.data
const change = (values: object, reset?: string[]) =>
  admin.patch('/api/admin/settings/business', { values, ...(reset ? { reset } : {}) })

test('the settings say where each value comes from', async () => {
  const { business } = await settings()
  expect(business).toMatchObject({ title: 'Business', changedAt: null, changedBy: null })
  expect(business.values).toMatchObject({ name: 'Acme', phone: '(303) 555-0100', email: null })
  expect(business.sources).toMatchObject({
    name: { origin: 'environment', variable: 'BUSINESS_NAME' },
    postalAddress: { origin: 'default', variable: 'BUSINESS_ADDRESS' },
    color: { origin: 'default', variable: null },
  })
})

test('several settings change at once, and the answer names the person', async () => {
  const changed = await change({ name: 'Blue Gutters', email: 'hi@example.com' })
  expect(changed.status).toBe(200)
  const { business } = changed.body.data
  expect(business.values).toMatchObject({ name: 'Blue Gutters', email: 'hi@example.com' })
  expect(business.sources.name).toEqual({ origin: 'console', variable: 'BUSINESS_NAME' })
  expect(business.changedBy).toStartWith('hq:')
  expect(await settings()).toEqual(changed.body.data)
  expect(admin.deps.settings.business.name).toBe('Blue Gutters')
})

test('a value changed here names its environment variable only if that is set', async () => {
  const { sources } = (await change({ name: 'Blue', postalAddress: '1 Main St' })).body.data.business
  expect(sources.name).toEqual({ origin: 'console', variable: 'BUSINESS_NAME' })
  expect(sources.postalAddress).toEqual({ origin: 'console', variable: null })
})

test('a reset brings back the value of the environment, or the default', async () => {
  await change({ name: 'Blue Gutters', color: '#123456' })
  const { business } = (await change({}, ['name', 'color'])).body.data
  expect(business.values).toMatchObject({ name: 'Acme', color: '#1f6f54' })
  expect(business.sources.name.origin).toBe('environment')
  expect(business.sources.color.origin).toBe('default')
})

test('the activity log names the changed fields with their values before and after', async () => {
  await change({}, ['name'])
  await change({ name: 'Copper Gutters' })
  const { events } = (await admin.get('/api/dev/activity')).body.data
  expect(events[0]).toMatchObject({
    type: 'settings.changed',
    summary: 'Changed settings under Business: name',
    metadata: { group: 'business', changes: { name: ['Acme', 'Copper Gutters'] } },
  })
})

test('saving the same values again changes nothing and leaves no trace', async () => {
  await change({ name: 'Copper Gutters' })
  const before = (await admin.get('/api/dev/activity')).body.data.events.length
  const { changedAt } = (await settings()).business
  admin.clock.advance(60_000)
  await change({ name: 'Copper Gutters' })
  expect((await admin.get('/api/dev/activity')).body.data.events).toHaveLength(before)
  expect((await settings()).business.changedAt).toBe(changedAt)
})

test('values that are not valid are refused together, and nothing changes', async () => {
  const before = await settings()
  const refused = await change({ name: ' ', timeZone: 'Mars/Olympus', phone: '(303) 555-0199', motto: 'x' })
  expect(refused.status).toBe(400)
  expect(refused.body.details.toSorted()).toEqual([
    'values.name: is required',
    'values.timeZone: enter a time zone, such as America/Chicago',
    "values: one of the names isn't a setting of this group",
  ])
  const reset = await change({}, ['motto'])
  expect(reset.body.details).toEqual(["reset.0: isn't a setting of this group"])
  expect((await admin.patch('/api/admin/settings/nothing', { values: {} })).status).toBe(400)
  expect(await settings()).toEqual(before)
})

test('doctor says where the values come from', async () => {
  await change({ name: 'Copper Gutters', color: '#123456' })
  const check = serviceChecks.find(({ doctor }) => doctor === 'settings')
  const { fine } = (await check?.look(admin.deps)) ?? {}
  expect(fine).toContain('changed in the console: business.name (instead of BUSINESS_NAME)')
  expect(fine).toContain('business.color')
  expect(fine).toContain('from the environment: business.phone (BUSINESS_PHONE)')
})
