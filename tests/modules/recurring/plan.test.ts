import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking } from '../../support/world'

let admin: Admin
let id: string
beforeEach(async () => {
  admin = await startAdmin({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(admin)
  id = await request()
})
afterEach(() => admin.close())

async function asCustomer(method: string, path: string, body?: object) {
  const token = await admin.deps.tokens.proof.issue('jordan@example.com')
  return admin.call(method, path, { token, ...(body ? { body } : {}) })
}
async function request(): Promise<string> {
  const { address, type: serviceType } = booking
  const body = { serviceType, address, intervalMonths: 3, preferredStart: '2026-04-07' }
  return expectStatus(await asCustomer('POST', '/api/maintenance-plans', body), 201).body.data.plan.id
}
const patch = (path: string, body: object) => {
  admin.clock.advance(1000)
  return admin.patch(path, body)
}
const change = (body: object) => patch(`/api/admin/plans/${id}`, body)
/** The customer agreed on the phone. */
const agreed = { phoneConsent: { name: 'Jordan Rivera' } }
const changed = async (body: object) => expectStatus(await change(body), 200).body.data
const read = async () => (await admin.get(`/api/admin/plans/${id}`)).body.data
const own = async () => (await asCustomer('GET', '/api/account')).body.data.plans[0]
const listed = async (status: string) =>
  (await admin.get(`/api/admin/plans?status=${status}`)).body.data.items.map(
    (plan: { id: string }) => plan.id,
  )
const makeJobs = () => admin.call('GET', '/api/cron/recurring-jobs', { token: admin.deps.secrets.cronSecret })
const now = () => new Date(admin.clock.now()).toISOString()

/** The plan in the list, on HQ's page and in the customer's account, which must agree. */
async function expectPlan(shown: { status: string } & Record<string, unknown>) {
  expect(await read()).toMatchObject(shown)
  expect(await own()).toMatchObject(shown)
  for (const status of ['requested', 'offered', 'active', 'paused', 'ended'])
    expect([status, await listed(status)]).toEqual([status, status === shown.status ? [id] : []])
}

describe("a plan that hasn't started", () => {
  test('shows what the customer requested', async () => {
    await expectPlan({ status: 'requested', price: null, intervalMonths: 3, templateId: null })
    expect(await own()).toMatchObject({ total: null, nextDate: null })
  })

  test('accepts another interval before it has a price', async () => {
    expect(await changed({ intervalMonths: 6 })).toMatchObject({ status: 'requested', updatedAt: now() })
    await expectPlan({ status: 'requested', intervalMonths: 6, templateId: null })
  })

  test('neither starts nor pauses without a price', async () => {
    for (const status of ['active', 'paused'])
      expect(expectStatus(await change({ status }), 409).body.error).toBe('Set a price first')
  })

  test('keeps its price while HQ holds it back, and starts with it', async () => {
    await changed({ price: 150, status: 'paused', intervalMonths: 4 })
    await expectPlan({ status: 'paused', price: 150, intervalMonths: 4, templateId: null })
    await changed({ price: 160 })
    await expectPlan({ status: 'paused', price: 160, templateId: null })
    expectStatus(await change({ start: '2026-05-05' }), 409)
    expect(await changed({ status: 'active', ...agreed })).toMatchObject({ templateId: expect.any(String) })
    await expectPlan({ status: 'active', price: 160, intervalMonths: 4 })
    expect(await own()).toMatchObject({ nextDate: '2026-04-07' })
  })

  test('ends, with or without a price, and stays ended', async () => {
    await changed({ price: 150, status: 'ended' })
    await expectPlan({ status: 'ended', price: 150, templateId: null })
    expect(expectStatus(await change({ status: 'active' }), 409).body.error).toBe('This plan has ended')
    id = await request()
    expectStatus(await asCustomer('POST', `/api/maintenance-plans/${id}/end`), 200)
    expect(await read()).toMatchObject({ status: 'ended', price: null, templateId: null })
  })
})

describe('a running plan', () => {
  let template: string
  beforeEach(async () => {
    const { templateId } = await changed({ price: 189.5, intervalMonths: 1, ...agreed })
    template = `/api/admin/templates/${templateId}`
  })
  const changeTemplate = async (body: object) => expectStatus(await patch(template, body), 200).body.data

  test('shows what its job template says', async () => {
    await expectPlan({ status: 'active', price: 189.5, intervalMonths: 1 })
    await changeTemplate({ price: 180, intervalMonths: 2 })
    await expectPlan({ status: 'active', price: 180, intervalMonths: 2, updatedAt: now() })
    await changeTemplate({ active: false })
    await expectPlan({ status: 'paused', updatedAt: now() })
    expect(await own()).toMatchObject({ nextDate: null, total: 195.86 })
    await changeTemplate({ active: true, notes: 'The gate is open' })
    await expectPlan({ status: 'active', notes: null, updatedAt: now() })
  })

  test('changes its job template', async () => {
    expect(await changed({ price: 210, intervalMonths: 6, status: 'paused', ...agreed })).toMatchObject({
      status: 'paused',
      price: 210,
      intervalMonths: 6,
      updatedAt: now(),
    })
    await expectPlan({ status: 'paused', price: 210, intervalMonths: 6 })
    expect((await admin.get(template)).body.data).toMatchObject({
      price: 210,
      intervalMonths: 6,
      state: 'paused',
      updatedAt: now(),
    })
    expect(await changed({ status: 'active' })).toMatchObject({ status: 'active', price: 210 })
  })

  test("doesn't continue once it ended, whatever happens to its job template", async () => {
    await changeTemplate({ active: false })
    await changed({ status: 'ended', price: 99 })
    await expectPlan({ status: 'ended', price: 99 })
    expect(expectStatus(await patch(template, { active: true }), 409).body.error).toBe(
      "The customer's plan has ended",
    )
    expect((await admin.get(template)).body.data.state).toBe('paused')
    await changeTemplate({ notes: 'Was friendly', price: 100 })
    await expectPlan({ status: 'ended', price: 100, updatedAt: now() })
    await changeTemplate({ endDate: '2026-04-07' })
    await changeTemplate({ endDate: null })
    await expectPlan({ status: 'ended' })
  })

  test('ends with its last visit, and continues when it gets more time', async () => {
    await changeTemplate({ endDate: '2026-04-20' })
    await expectPlan({ status: 'active' })
    admin.clock.set('2026-04-01T15:00:00Z')
    await makeJobs()
    await expectPlan({ status: 'ended', updatedAt: now() })
    expectStatus(await change({ price: 1 }), 409)
    expectStatus(await asCustomer('POST', `/api/maintenance-plans/${id}/end`), 200)
    await changeTemplate({ endDate: null })
    await expectPlan({ status: 'active' })
    expect(await own()).toMatchObject({ nextDate: '2026-05-07' })
  })

  test('ends at once when its job template gets an end before the next visit', async () => {
    admin.clock.set('2026-04-01T15:00:00Z')
    await makeJobs()
    await changeTemplate({ endDate: '2026-04-30' })
    await expectPlan({ status: 'ended' })
  })

  test('comes back paused when it ran out during a pause and gets more time', async () => {
    await changeTemplate({ active: false })
    await changeTemplate({ anchorDate: '2026-05-07', endDate: '2026-06-01' })
    admin.clock.set('2026-07-01T15:00:00Z')
    await changeTemplate({ intervalMonths: 2 })
    await expectPlan({ status: 'ended' })
    await changeTemplate({ endDate: null })
    await expectPlan({ status: 'paused' })
    expect(await changed({ status: 'active' })).toMatchObject({ status: 'active' })
    expect(await own()).toMatchObject({ nextDate: '2026-07-07' })
  })
})
