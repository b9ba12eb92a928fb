import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { customers, outbox } from '../../../db/schema'
import { apiKey } from '../../contract/credentials'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addTwoFranchises } from '../../support/two-franchises'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const person = {
  customerName: 'Sean Oneill',
  customerEmail: 'sean@example.com',
  customerPhone: '(720) 555-0131',
  address: '77 Larkspur Ln, Boulder, CO 80301',
}
const work = { type: 'Gutter cleaning', price: 100 }
const sent = (fields: object) => admin.post('/api/admin/jobs', { ...work, ...fields })
const book = async (fields: object) => expectStatus(await sent(fields), 201).body.data.job
/** HQ takes numbers in the format of the contract. */
const known = () => book({ ...person, customerPhone: '720-555-0131' })
const everyone = () => admin.deps.store.read.select({ name: customers.name }).from(customers)

describe('booking for a caller', () => {
  test('uses the customer who was chosen, with their own email and phone', async () => {
    const { customerId } = await known()
    const job = await book({ customerId, customerName: 'Sean', address: '1 New Rd, Denver, CO 80202' })
    expect(job).toMatchObject({ customerId, customerEmail: 'sean@example.com', customerPhone: '7205550131' })
    expect(await everyone()).toHaveLength(1)
  })

  test('keeps another contact for one visit', async () => {
    const { customerId } = await known()
    const job = await book({
      ...person,
      customerId,
      customerEmail: 'tenant@example.com',
      customerPhone: '3035550100',
    })
    expect(job).toMatchObject({
      customerId,
      customerEmail: 'tenant@example.com',
      customerPhone: '3035550100',
    })
    expect(await everyone()).toHaveLength(1)
  })

  test('never makes a second customer of somebody we know', async () => {
    const { customerId } = await known()
    const again = [
      { customerEmail: 'SEAN@example.com' },
      { customerPhone: '1 720 555 0131' },
      { customerPhone: '7205550131', customerName: 'S. Oneill' },
      { customerPhone: undefined, address: '77 larkspur lane, Boulder' },
    ]
    for (const contact of again) {
      const job = await book({ ...person, customerEmail: undefined, customerPhone: undefined, ...contact })
      expect([contact, job.customerId]).toEqual([contact, customerId])
    }
    expect(await everyone()).toHaveLength(1)
  })

  test('makes a new customer of somebody who only looks alike, if the office says so', async () => {
    const { customerId } = await known()
    const spouse = {
      ...person,
      customerName: 'Mary Oneill',
      customerEmail: 'mary@example.com',
      customerPhone: '720-555-0131',
    }
    const job = await book({ ...spouse, customerId: null })
    expect(job.customerId).not.toBe(customerId)
    expect(await everyone()).toHaveLength(2)
  })

  test('leads from a merged customer to the one who was kept, and refuses an erased or unknown one', async () => {
    const { customerId: into } = await known()
    const other = await book({
      ...person,
      customerName: 'Old',
      customerEmail: 'old@example.com',
      customerPhone: undefined,
      address: 'x',
    })
    await admin.post(`/api/admin/customers/${other.customerId}/merge`, { into })
    expect(
      (await book({ ...person, customerPhone: undefined, customerId: other.customerId })).customerId,
    ).toBe(into)
    expectStatus(await sent({ ...person, customerPhone: undefined, customerId: 'nobody' }), 404)
    const gone = await book({ customerName: 'Gone', customerEmail: 'gone@example.com', address: 'y' })
    await admin.post(`/api/admin/jobs/${gone.id}/cancel`, {})
    await admin.deps.background.idle()
    expectStatus(await admin.post(`/api/admin/customers/${gone.customerId}/erase`), 200)
    expectStatus(await sent({ ...person, customerPhone: undefined, customerId: gone.customerId }), 409)
  })

  test('sends a confirmation only if the office wants one', async () => {
    const count = async () => (await admin.deps.store.read.select().from(outbox)).length
    await book({ ...person, customerPhone: undefined, tellCustomer: false })
    expect(await count()).toBe(0)
    await book({ ...person, customerPhone: undefined })
    expect(await count()).toBe(1)
  })

  test("a franchisee can't book for another franchise's customer, and the public chooses nobody", async () => {
    await addTwoFranchises(admin)
    const token = await apiKey(admin.deps, { role: 'franchisee', franchiseId: 'northmark-franchise' })
    const body = {
      ...work,
      customerName: 'Jordan',
      address: '12 Main St, 80202',
      customerId: 'southmark-customer',
    }
    expectStatus(await admin.call('POST', '/api/admin/jobs', { token, body }), 404)
    const open = expectStatus(await admin.call('POST', '/api/jobs/create', { body }), 201).body.data.job
    expect(open.customerId).toBeNull()
  })
})

describe('customers who may be the caller', () => {
  const alike = async (query: Record<string, string>) => {
    const answer = await admin.get(`/api/admin/customers/alike?${new URLSearchParams(query).toString()}`)
    return expectStatus(answer, 200).body.data.items.map(
      ({ customer, because }: { customer: { name: string }; because: string }) => [customer.name, because],
    )
  }

  test('are pointed out with the reason, the surest first', async () => {
    await known()
    await book({ customerName: "Shaun O'Neill", customerEmail: 'shaun@example.com', address: '1 Elm St' })
    await book({
      customerName: 'Ann Other',
      customerEmail: 'ann@example.com',
      address: '77 Larkspur Ln, Boulder',
    })
    const [sean, shaun] = ['Sean Oneill', "Shaun O'Neill"]
    expect(await alike({ phone: '+1 720.555.0131' })).toEqual([[sean, 'phone']])
    expect(await alike({ phone: '720 555' })).toEqual([[sean, 'words']])
    expect(await alike({ email: 'Sean@Example.com' })).toEqual([[sean, 'email']])
    expect(await alike({ name: 'Seann ONeill', address: '77 Larkspur Lane' })).toEqual([[sean, 'address']])
    expect(await alike({ name: 'shawn oneill' })).toEqual([[shaun, 'name']])
    expect(await alike({ name: 'oneill', email: 'shaun@example.com' })).toEqual([
      [shaun, 'email'],
      [sean, 'words'],
    ])
    expect(await alike({})).toEqual([])
  })
})
