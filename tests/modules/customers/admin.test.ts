import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { customers, jobs, outbox } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking, marcus } from '../../support/world'

let world: TestApp
let token: string
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  token = await world.hqToken()
})
afterEach(() => world.close())

const hq = (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/admin${path}`, { token, ...(body === undefined ? {} : { body }) })

let client = 0
async function bookFor(customerEmail: string | undefined, overrides: object = {}) {
  const { body } = await world.call('POST', '/api/jobs/create', {
    body: { ...booking, customerEmail, ...overrides },
    from: `198.51.100.${++client % 250}`,
  })
  return body.data.job as { id: string; customerId: string }
}

describe('customers', () => {
  test("are told apart by email, or by phone without one, and a stranger can't rename them", async () => {
    const first = await bookFor('a@example.com')
    const again = await bookFor('A@Example.com', { customerName: 'Impostor', customerPhone: '303-555-0111' })
    const phoneOnly = await bookFor(undefined)
    const phoneAgain = await bookFor(undefined, { customerPhone: '303 555 0142' })
    expect(again.customerId).toBe(first.customerId)
    expect(phoneAgain.customerId).toBe(phoneOnly.customerId)
    expect(phoneOnly.customerId).not.toBe(first.customerId)
    expect((await hq('GET', `/customers/${first.customerId}`)).body.data).toMatchObject({
      name: 'Jordan Rivera',
      phone: '3035550142',
    })
  })

  test.each(['jor', 'RIV', 'jordan r', 'a@ex', '303555', '303-555-01'])('are found by %p', async (q) => {
    const { customerId } = await bookFor('a@example.com')
    await bookFor('zed@example.org', { customerName: 'Zed', customerPhone: '512-555-0100' })
    const { body } = await hq('GET', `/customers?q=${encodeURIComponent(q)}`)
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([customerId])
  })

  test.each(['Élodie', 'élodie', 'Élodie Ågren', 'Ågr'])(
    'are found by %p as they spell it themselves',
    async (q) => {
      const customerName = q === 'élodie' ? 'élodie Ågren' : 'Élodie Ågren'
      const { customerId } = await bookFor('a@example.com', { customerName })
      const { body } = await hq('GET', `/customers?q=${encodeURIComponent(q)}`)
      expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([customerId])
    },
  )

  test('can be changed, but not into someone else', async () => {
    const { customerId } = await bookFor('a@example.com')
    await bookFor('b@example.com')
    expect((await hq('PATCH', `/customers/${customerId}`, { emailOptOut: true })).body.data.emailOptOut).toBe(
      true,
    )
    expect((await hq('PATCH', `/customers/${customerId}`, { email: 'B@example.com' })).status).toBe(409)
    expect((await hq('PATCH', `/customers/${customerId}`, { phone: 'call me maybe' })).status).toBe(400)
    expect((await hq('PATCH', '/customers/none', { name: 'x' })).status).toBe(404)
  })

  test('can ask for a technician, who must exist; merging keeps the wish, and erasing forgets it', async () => {
    const { customerId } = await bookFor('a@example.com')
    const other = await bookFor('b@example.com')
    const ask = (preferredWorkerId: string | null) =>
      hq('PATCH', `/customers/${customerId}`, { preferredWorkerId })
    expect((await ask('nobody')).status).toBe(404)
    expect((await ask(marcus)).body.data.preferredWorkerId).toBe(marcus)
    await hq('POST', `/customers/${customerId}/merge`, { into: other.customerId })
    const wishOf = async () =>
      (await hq('GET', `/customers/${other.customerId}`)).body.data.preferredWorkerId as string | null
    expect(await wishOf()).toBe(marcus)
    const own = (await hq('GET', `/jobs?customerId=${other.customerId}`)).body.data.items as { id: string }[]
    for (const { id } of own) await hq('POST', `/jobs/${id}/cancel`, {})
    await world.deps.background.idle()
    expect((await hq('POST', `/customers/${other.customerId}/erase`)).status).toBe(200)
    expect(await wishOf()).toBeNull()
  })

  test('merged: jobs go to one, and later bookings of the other find it', async () => {
    const gone = await bookFor('old@example.com')
    const stays = await bookFor('new@example.com')
    await hq('PATCH', `/customers/${gone.customerId}`, { smsOptOut: true })
    const { status, body } = await hq('POST', `/customers/${gone.customerId}/merge`, {
      into: stays.customerId,
    })
    expect([status, body.data.smsOptOut]).toEqual([200, true])
    expect((await bookFor('old@example.com')).customerId).toBe(stays.customerId)
    expect((await hq('GET', `/jobs?customerId=${stays.customerId}`)).body.data.items).toHaveLength(3)
    expect((await hq('POST', `/customers/${gone.customerId}/merge`, { into: stays.customerId })).status).toBe(
      409,
    )
    expect(
      (await hq('POST', `/customers/${stays.customerId}/merge`, { into: stays.customerId })).status,
    ).toBe(409)
  })

  test('merged: nothing stays with the other', async () => {
    const gone = await bookFor('old@example.com')
    const stays = await bookFor('new@example.com')
    const contact = { customerName: 'Jordan Rivera', customerEmail: 'old@example.com' }
    const { customerId } = gone
    const regularly = { ...contact, intervalMonths: 6, price: 100 }
    const body = { ...regularly, customerId, recurringScheduleId: 'rs-1', serviceType: 'Gutter cleaning' }
    expect((await world.call('POST', '/api/billing/recurring', { token, body })).status).toBe(201)
    const anchorDate = '2026-09-10'
    const template = { ...regularly, address: booking.address, type: 'Gutter cleaning', anchorDate }
    expect((await hq('POST', '/templates', template)).status).toBe(201)
    await world.deps.store.write((tx) =>
      tx.update(customers).set({ paymentsCustomerId: 'cus_1' }).where(eq(customers.id, customerId)),
    )
    expect(await tablesNaming(customerId)).toEqual(['billing_schedules', 'job_templates', 'jobs'])
    await hq('POST', `/customers/${customerId}/merge`, { into: stays.customerId })
    expect(await tablesNaming(customerId)).toEqual([])
    const { items } = (await hq('GET', `/schedules?customerId=${stays.customerId}`)).body.data
    expect(items).toMatchObject([{ recurringScheduleId: 'rs-1' }])
    const { read } = world.deps.store
    expect(await read.select().from(customers).where(eq(customers.id, stays.customerId))).toMatchObject([
      { paymentsCustomerId: 'cus_1' },
    ])
  })

  test('erased: the person is gone and the money stays', async () => {
    const job = await bookFor('a@example.com', { notes: 'Ring twice' })
    await hq('POST', `/jobs/${job.id}/notes`, { text: 'Jordan has a dog' })
    expect((await hq('POST', `/customers/${job.customerId}/erase`)).status).toBe(409)
    await hq('POST', `/jobs/${job.id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const to of ['en_route', 'in_progress', 'completed'])
      await hq('POST', `/jobs/${job.id}/move`, { to })
    await hq('GET', '/jobs?q=jordan')
    expect((await hq('GET', `/customers/${job.customerId}/export`)).body.data).toMatchObject({
      customer: { email: 'a@example.com' },
      notes: [{ text: 'Jordan has a dog' }],
    })
    await world.deps.background.idle()
    expect((await hq('POST', `/customers/${job.customerId}/erase`)).status).toBe(200)
    const [row] = await world.deps.store.read.select().from(jobs).where(eq(jobs.id, job.id))
    expect(row).toMatchObject({
      totalCents: 20619,
      status: 'completed',
      customerName: 'Erased',
      customerEmail: null,
      lat: null,
    })
    const kept = JSON.stringify([
      row,
      (await hq('GET', `/jobs/${job.id}`)).body,
      (await hq('GET', `/customers/${job.customerId}/export`)).body,
      await world.deps.store.read.select().from(outbox),
    ])
    for (const trace of ['Jordan', 'a@example.com', '555-0142', '5550142', 'Larimer', 'Ring twice'])
      expect([trace, kept.includes(trace)]).toEqual([trace, false])
    expect((await hq('GET', '/jobs?q=jordan')).body.data.items).toHaveLength(0)
  })
})

/** The tables with a customer's data, found by their columns. */
async function tablesNaming(customerId: string): Promise<string[]> {
  const { read } = world.deps.store
  const tables = await read.all<{ name: string }>(sql`
    SELECT tables.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.name = 'customer_id' ORDER BY tables.name`)
  const naming: string[] = []
  for (const { name } of tables) {
    const found = await read.all(
      sql`SELECT 1 FROM ${sql.identifier(name)} WHERE customer_id = ${customerId} LIMIT 1`,
    )
    if (found.length > 0) naming.push(name)
  }
  return naming
}
