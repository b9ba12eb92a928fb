import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { maintenancePlans } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
const path = '/api/admin/templates'
const base = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 189.5,
  intervalMonths: 1,
  anchorDate: '2026-03-31',
}

beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const change = async (id: string, body: object) => expectStatus(await admin.patch(`${path}/${id}`, body), 200)

describe("a template that came of a customer's plan", () => {
  async function planned() {
    const template = expectStatus(await admin.post(path, base), 201).body.data
    const stamps = { createdAt: admin.clock.now(), updatedAt: admin.clock.now() }
    await admin.deps.store.write((tx) =>
      tx.insert(maintenancePlans).values({
        id: 'plan-1',
        customerId: template.customerId,
        customerName: 'Jordan Rivera',
        customerEmail: 'jordan@example.com',
        serviceType: base.type,
        address: base.address,
        intervalMonths: 1,
        priceCents: 18_950,
        status: 'active',
        templateId: template.id,
        ...stamps,
      }),
    )
    return template.id as string
  }
  const plan = async () => (await admin.deps.store.read.select().from(maintenancePlans))[0]

  test('keeps the plan in step', async () => {
    const id = await planned()
    await change(id, { price: 200, intervalMonths: 2 })
    expect(await plan()).toMatchObject({ status: 'active', priceCents: 20_000, intervalMonths: 2 })
    await change(id, { active: false })
    expect(await plan()).toMatchObject({ status: 'paused' })
    await change(id, { active: true })
    expect(await plan()).toMatchObject({ status: 'active' })
  })

  test('does not go on once the customer has ended the plan', async () => {
    const id = await planned()
    await change(id, { active: false })
    await admin.deps.store.write((tx) => tx.update(maintenancePlans).set({ status: 'ended' }))
    expectStatus(await admin.patch(`${path}/${id}`, { active: true }), 409)
    expect((await admin.get(`${path}/${id}`)).body.data.state).toBe('paused')
    await change(id, { notes: 'Was friendly' })
    expect(await plan()).toMatchObject({ status: 'ended' })
  })
})
