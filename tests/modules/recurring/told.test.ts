import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, outbox } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking } from '../../support/world'

let admin: Admin
let id: string
beforeEach(async () => {
  admin = await startAdmin({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(admin)
  await admin.deps.store.write((tx) => tx.update(franchises).set({ taxBasisPoints: 500 }))
  const { address, type: serviceType } = booking
  const body = { serviceType, address, intervalMonths: 3 }
  id = expectStatus(await asCustomer('POST', '/api/maintenance-plans', body), 201).body.data.plan.id
})
afterEach(() => admin.close())

async function asCustomer(method: string, path: string, body?: object, email = 'jordan@example.com') {
  const token = await admin.deps.tokens.proof.issue(email)
  return admin.call(method, path, { token, ...(body ? { body } : {}) })
}
/** The customer agreed on the phone. */
const agreed = { phoneConsent: { name: 'Jordan Rivera' } }
const change = async (body: object) => {
  admin.clock.advance(1000)
  return expectStatus(await admin.patch(`/api/admin/plans/${id}`, body), 200).body.data
}
const told = async () =>
  (
    await admin.deps.store.read
      .select({ data: outbox.data, recipient: outbox.recipient })
      .from(outbox)
      .where(eq(outbox.template, 'plan'))
      .orderBy(outbox.id)
  ).map(({ data, recipient }): Record<string, unknown> => ({
    ...data,
    recipient,
  }))
const ownPlan = async () => (await asCustomer('GET', '/api/account')).body.data.plans[0]
const end = (email?: string) => asCustomer('POST', `/api/maintenance-plans/${id}/end`, undefined, email)
const tasks = async () =>
  (await admin.get('/api/admin/tasks')).body.data.items.map(({ kind }: { kind: string }) => kind)

describe("a plan's customer", () => {
  test('learns the price with tax and the first day when it starts', async () => {
    await change({ price: 100, start: '2026-04-07', ...agreed })
    expect(await told()).toMatchObject([
      {
        recipient: 'jordan@example.com',
        totalCents: 10_500,
        taxCents: 500,
        intervalMonths: 3,
        nextDate: '2026-04-07',
        changed: false,
      },
    ])
    expect(await ownPlan()).toMatchObject({ price: 100, total: 105, nextDate: '2026-04-07' })
  })

  test('learns of a new price, set on the plan or its template, and of nothing else', async () => {
    const { templateId } = await change({ price: 100, start: '2026-04-07', ...agreed })
    await change({ price: 100 })
    expect(await told()).toHaveLength(1)
    await change({ price: 120, ...agreed })
    admin.clock.advance(1000)
    expectStatus(await admin.patch(`/api/admin/templates/${templateId}`, { price: 110 }), 200)
    await change({ status: 'paused' })
    expect((await told()).map(({ totalCents, changed }) => [totalCents, changed])).toEqual([
      [10_500, false],
      [12_600, true],
      [11_550, true],
    ])
  })

  test('can end it, so no more visits are created and HQ knows', async () => {
    const { templateId } = await change({ price: 100, start: '2026-03-03', ...agreed })
    expect(expectStatus(await end(), 200).body.data.plan.status).toBe('ended')
    expect((await admin.get(`/api/admin/templates/${templateId}`)).body.data).toMatchObject({
      active: false,
      upcoming: [],
    })
    expect(await ownPlan()).toMatchObject({ status: 'ended', nextDate: null })
    expect(await tasks()).toEqual(['plan.ended'])
    expectStatus(await end(), 200)
    expect(await tasks()).toEqual(['plan.ended'])
  })

  test('can withdraw a request that has no price yet', async () => {
    expectStatus(await end(), 200)
    expect(await tasks()).toEqual(['plan.ended'])
  })

  test("can't end someone else's plan", async () => {
    expectStatus(await end('other@example.com'), 404)
    expect((await ownPlan()).status).toBe('requested')
  })
})
