import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(admin)
  // 8 PM on March 2 in Denver.
  admin.clock.set('2026-03-03T03:00:00Z')
})
afterEach(() => admin.close())

async function request(preferredStart: string | null = null): Promise<string> {
  const token = await admin.deps.tokens.proof.issue('jordan@example.com')
  const { address, type: serviceType } = booking
  const body = { serviceType, address, intervalMonths: 3, preferredStart }
  return expectStatus(await admin.call('POST', '/api/maintenance-plans', { token, body }), 201).body.data.plan
    .id
}
/** The customer agreed on the phone. */
const agreed = { phoneConsent: { name: 'Jordan Rivera' } }
const change = (id: string, body: object) => admin.patch(`/api/admin/plans/${id}`, body)
const templateOf = async (id: string) => {
  const { templateId } = (await admin.get(`/api/admin/plans/${id}`)).body.data
  return (await admin.get(`/api/admin/templates/${templateId}`)).body.data
}
const makeJobs = () => admin.call('GET', '/api/cron/recurring-jobs', { token: admin.deps.secrets.cronSecret })

describe('a plan starts', () => {
  test("on the customer's preferred day, as long as it's ahead in local time", async () => {
    for (const [wanted, begins] of [
      ['2026-03-03', '2026-03-03'],
      ['2026-03-02', '2026-03-09'],
      [null, '2026-03-09'],
    ] as const) {
      const id = await request(wanted)
      expectStatus(await change(id, { price: 100, ...agreed }), 200)
      expect(await templateOf(id)).toMatchObject({ anchorDate: begins, nextDate: begins })
    }
  })

  test('on the day HQ chooses, today included', async () => {
    for (const start of ['2026-03-02', '2026-03-03', '2026-05-05']) {
      const id = await request('2026-04-01')
      expectStatus(await change(id, { price: 100, start, ...agreed }), 200)
      expect(await templateOf(id)).toMatchObject({ anchorDate: start, nextDate: start })
    }
  })

  test('never in the past, which is refused by name', async () => {
    const id = await request()
    const refused = expectStatus(await change(id, { price: 100, start: '2026-03-01' }), 400)
    expect(refused.body.details).toEqual(['start: must not be in the past'])
    expect((await admin.get(`/api/admin/plans/${id}`)).body.data).toMatchObject({
      status: 'requested',
      price: null,
    })
  })

  test("with its price, so a start alone isn't silently dropped", async () => {
    const id = await request()
    expect(expectStatus(await change(id, { start: '2026-04-01' }), 409).body.error).toContain('price')
  })
})

describe('a running plan', () => {
  let id: string
  beforeEach(async () => {
    id = await request()
    expectStatus(await change(id, { price: 100, start: '2026-03-03', ...agreed }), 200)
  })

  test('continues from another day when HQ sets one', async () => {
    expectStatus(await change(id, { start: '2026-05-05' }), 200)
    const template = await templateOf(id)
    expect(template).toMatchObject({ anchorDate: '2026-05-05', nextDate: '2026-05-05' })
    expect(template.upcoming.slice(0, 2)).toEqual(['2026-05-05', '2026-08-05'])
  })

  test('says so when an existing visit is in the way', async () => {
    await makeJobs()
    const refused = expectStatus(await change(id, { start: '2026-03-02' }), 409)
    expect(refused.body.error).toContain('A visit of this plan is already booked')
    expect(await templateOf(id)).toMatchObject({ anchorDate: '2026-03-03' })
    expectStatus(await change(id, { start: '2026-03-10' }), 200)
    expect(await templateOf(id)).toMatchObject({ nextDate: '2026-03-10' })
  })

  test('accepts the same start again, whatever was created since', async () => {
    await makeJobs()
    expectStatus(await change(id, { start: '2026-03-03' }), 200)
  })

  test("can't start after its end", async () => {
    const { id: template } = await templateOf(id)
    expectStatus(await admin.patch(`/api/admin/templates/${template}`, { endDate: '2026-04-30' }), 200)
    const refused = expectStatus(await change(id, { start: '2026-05-05' }), 400)
    expect(refused.body.details).toEqual(['start: must not be after the end of the plan'])
  })
})
