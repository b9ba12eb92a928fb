import { afterEach, beforeEach, expect, test } from 'bun:test'
import { seedDemo } from '../../db/seed'
import { startAnswers } from '../support/company-changes'
import { startMoneyTest, type MoneyTest } from '../support/money'

let world: MoneyTest
beforeEach(async () => {
  world = await startMoneyTest()
  await seedDemo(world.deps.store, world.clock.now())
})
afterEach(() => world.close())

const { trials: _, ...answers } = startAnswers

test('the console sees the demo, starts for real once, and sees its own company', async () => {
  const before = await world.hq('GET', '/api/admin/setup')
  expect(before.body.data).toMatchObject({ company: 'demo', startedAt: null, demo: { franchises: 3 } })
  const started = await world.hq('POST', '/api/admin/setup/start', answers)
  expect([started.status, started.body.data?.removedJobs]).toEqual([201, before.body.data.demo.jobs])
  const after = await world.hq('GET', '/api/admin/setup')
  expect(after.body.data).toMatchObject({ company: 'real', demo: { jobs: 0, customers: 0, franchises: 0 } })
  const again = await world.hq('POST', '/api/admin/setup/start', answers)
  expect([again.status, again.body.error]).toEqual([409, expect.stringContaining('already started')])
  const log = await world.hq('GET', '/api/admin/activity')
  expect(log.text).toContain('Started Copper Gutters for real and removed the demo company')
})

test('without the typed words nothing happens', async () => {
  const refused = await world.hq('POST', '/api/admin/setup/start', { ...answers, confirm: 'yes' })
  expect([refused.status, refused.body.details]).toEqual([400, ['confirm: type “start for real”']])
  expect((await world.hq('GET', '/api/admin/setup')).body.data.company).toBe('demo')
})

test("an API key can't start for real, because it can't let people in", async () => {
  const key = await world.hq('POST', '/api/admin/api-keys', { name: 'Zapier', role: 'owner' })
  const token = key.body.data.key
  const refused = await world.open('POST', '/api/admin/setup/start', { token, body: answers })
  expect(refused.status).toBe(403)
  expect((await world.hq('GET', '/api/admin/setup')).body.data.company).toBe('demo')
})

test('an address tells the time zone', async () => {
  const found = await world.hq(
    'GET',
    '/api/admin/setup/place?address=500%20W%202nd%20St,%20Austin%20TX%2078701',
  )
  expect(found.body.data).toEqual({ label: 'Austin, TX 78701, USA (ZIP area)', timeZone: 'America/Chicago' })
  const nowhere = await world.hq('GET', '/api/admin/setup/place?address=qqqqqq%20zzzzzz')
  expect(nowhere.body.data).toEqual({ label: null, timeZone: null })
})

test('the checklist says what is simulated, by the names of its variables', async () => {
  const { checklist } = (await world.hq('GET', '/api/admin/setup')).body.data
  const stateOf = (id: string) => checklist.find((item: { id: string }) => item.id === id)
  expect(stateOf('payments')).toMatchObject({
    state: 'demo',
    variables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  })
  expect(stateOf('services')).toMatchObject({ state: 'done', page: '/admin?tab=services' })
  expect(stateOf('logo')).toMatchObject({ state: 'open', optional: true })
})
