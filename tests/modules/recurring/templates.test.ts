import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobTemplates } from '../../../db/schema'
import {
  emailOfLength,
  expectLimits,
  expectStablePages,
  expectStatus,
  startAdmin,
  textOfLength,
  type Admin,
} from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin
const path = '/api/admin/templates'
const now = '2026-03-02T15:00:00.000Z'
const base = {
  customerName: 'Jordan Rivera',
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

const add = async (body: object = {}) =>
  expectStatus(await admin.post(path, { ...base, ...body }), 201).body.data
const change = async (id: string, body: object) =>
  expectStatus(await admin.patch(`${path}/${id}`, body), 200).body.data

describe('adding a job template', () => {
  test('needs customer, address, service, price and dates; the rest is filled in', async () => {
    const added = await add()
    expect(added).toEqual({
      id: expect.any(String),
      ...base,
      customerId: null,
      customerEmail: null,
      customerPhone: null,
      addOns: [],
      notes: null,
      gutterLength: null,
      stories: null,
      preferredTime: null,
      franchiseId: null,
      intervalWeeks: null,
      endDate: null,
      active: true,
      state: 'active',
      nextDate: '2026-03-31',
      upcoming: ['03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
        .map((day) => `2026-${day}`)
        .concat('2027-01-31', '2027-02-28'),
      createdAt: now,
      updatedAt: now,
    })
    expect((await admin.get(`${path}/${added.id}`)).body.data).toEqual(added)
  })

  test("doesn't make up for past dates, and today still counts", async () => {
    expect(await add({ anchorDate: '2024-01-31', intervalMonths: 3 })).toMatchObject({
      nextDate: '2026-04-30',
    })
    expect(await add({ anchorDate: '2025-03-02', intervalMonths: 12 })).toMatchObject({
      nextDate: '2026-03-02',
    })
    expect(await add({ anchorDate: '2025-03-01', intervalMonths: 12 })).toMatchObject({
      nextDate: '2027-03-01',
    })
  })

  test('belongs to the customer with its email address', async () => {
    const first = await add({ customerEmail: 'Jordan@Example.com' })
    const second = await add({ customerEmail: 'jordan@example.com' })
    expect(first.customerId).toBeString()
    expect(second.customerId).toBe(first.customerId)
    expect(await add({ customerId: first.customerId })).toMatchObject({ customerId: first.customerId })
  })

  test('answers 404 for an unknown customer or franchise', async () => {
    expectStatus(await admin.post(path, { ...base, customerId: 'nobody' }), 404)
    expectStatus(await admin.post(path, { ...base, franchiseId: 'nowhere' }), 404)
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    const addOns = (count: number) => Array.from({ length: count }, (_, number) => `${number}`)
    await expectLimits(admin, path, () => base, [
      ['customerName', textOfLength(200), textOfLength(201)],
      ['customerEmail', emailOfLength(200), emailOfLength(201)],
      ['customerPhone', '5'.repeat(50), '5'.repeat(51)],
      ['address', textOfLength(500), textOfLength(501)],
      ['type', textOfLength(200), textOfLength(201)],
      ['price', 99_999, 99_999.01],
      ['price', 0, -0.01],
      ['price', 129.99, 129.999],
      ['addOns', addOns(100), addOns(101)],
      ['addOns', [textOfLength(100)], [textOfLength(101)]],
      ['notes', textOfLength(1000), textOfLength(1001)],
      ['gutterLength', 160.5, '160'],
      ['stories', 2, '2'],
      ['preferredTime', textOfLength(30), textOfLength(31)],
      ['customerId', null, textOfLength(101)],
      ['franchiseId', null, textOfLength(101)],
      ['intervalMonths', 24, 25],
      ['intervalMonths', 1, 0],
      ['intervalMonths', 6, 6.5],
      ['anchorDate', '2028-02-29', '2026-02-29'],
      ['anchorDate', '2026-12-31', 'next tuesday'],
      ['endDate', '2026-03-31', '2026-03-30'],
      ['active', false, 'no'],
    ])
  })

  test("ignores the caller's next date and state", async () => {
    expect(await add({ id: 'mine', nextDate: '2020-01-01', state: 'ended' })).toMatchObject({
      nextDate: '2026-03-31',
      state: 'active',
    })
  })

  test('happens once under one key', async () => {
    const headers = { 'idempotency-key': 'template-1' }
    await Promise.all([1, 2, 3].map(() => admin.post(path, base, headers)))
    expect((await admin.get(path)).body.data.items).toHaveLength(1)
  })
})

describe('changing a job template', () => {
  test('changes the price from now on and leaves the rest', async () => {
    const added = await add()
    expect(await change(added.id, { price: 199 })).toEqual({ ...added, price: 199 })
  })

  test('pauses and resumes without making up for the pause', async () => {
    const { id } = await add()
    expect(await change(id, { active: false })).toMatchObject({ state: 'paused', upcoming: [] })
    admin.clock.set('2026-06-15T15:00:00.000Z')
    const resumed = await change(id, { active: true })
    expect(resumed).toMatchObject({ state: 'active', nextDate: '2026-06-30' })
    expect(resumed.upcoming.slice(0, 3)).toEqual(['2026-06-30', '2026-07-31', '2026-08-31'])
  })

  test('ends with its last day and continues when the end is removed', async () => {
    const { id } = await add()
    expect(await change(id, { endDate: '2026-04-30' })).toMatchObject({
      state: 'active',
      upcoming: ['2026-03-31', '2026-04-30'],
    })
    await admin.deps.store.write((tx) =>
      tx.update(jobTemplates).set({ nextDate: '2026-05-31' }).where(eq(jobTemplates.id, id)),
    )
    expect((await admin.get(`${path}/${id}`)).body.data).toMatchObject({ state: 'ended', upcoming: [] })
    admin.clock.set('2026-08-01T15:00:00.000Z')
    expect(await change(id, { endDate: null })).toMatchObject({ state: 'active', nextDate: '2026-08-31' })
  })

  test('recalculates the next date, but never picks one that already has a job', async () => {
    const { id } = await add({ anchorDate: '2026-03-05' })
    await plantJob(admin, { fields: { templateId: id, templatePeriod: '2026-03-05' } })
    await admin.deps.store.write((tx) =>
      tx.update(jobTemplates).set({ nextDate: '2026-04-05' }).where(eq(jobTemplates.id, id)),
    )
    expect(await change(id, { intervalMonths: 2 })).toMatchObject({ nextDate: '2026-05-05' })
    expect(await change(id, { anchorDate: '2026-03-04' })).toMatchObject({ nextDate: '2026-05-04' })
    expect(await change(id, { anchorDate: '2026-03-20' })).toMatchObject({ nextDate: '2026-03-20' })
  })

  test("doesn't move the next date when something else changes", async () => {
    const { id } = await add()
    admin.clock.set('2026-04-02T15:00:00.000Z')
    expect(await change(id, { notes: 'Gate code', endDate: '2026-12-31' })).toMatchObject({
      nextDate: '2026-03-31',
    })
  })

  test('refuses an end before the start', async () => {
    const { id } = await add()
    const refused = expectStatus(await admin.patch(`${path}/${id}`, { endDate: '2026-03-30' }), 400)
    expect(refused.body.details).toEqual(['endDate: must not be before the first visit'])
    expectStatus(await admin.patch(`${path}/${id}`, { anchorDate: '2026-05-01', endDate: '2026-04-30' }), 400)
  })

  test('answers 404 for an unknown template, customer or franchise', async () => {
    const { id } = await add()
    expectStatus(await admin.get(`${path}/nothing`), 404)
    expectStatus(await admin.patch(`${path}/nothing`, {}), 404)
    expectStatus(await admin.patch(`${path}/${id}`, { customerId: 'nobody' }), 404)
    expectStatus(await admin.patch(`${path}/${id}`, { franchiseId: 'nowhere' }), 404)
  })
})

describe('listing job templates', () => {
  test('filters by activity, customer, franchise and text', async () => {
    const franchise = await admin.post('/api/admin/franchises', {
      name: 'Denver',
      timeZone: 'America/Denver',
    })
    const franchiseId = franchise.body.data.id
    const ann = await add({ customerName: 'Ann', customerEmail: 'ann@example.com', franchiseId })
    await add({ customerName: 'Bob', address: '7 Elm St', active: false })
    const names = async (query: string) =>
      (await admin.get(`${path}?${query}`)).body.data.items.map(
        (item: { customerName: string }) => item.customerName,
      )
    expect(await names('')).toEqual(['Bob', 'Ann'])
    expect(await names('active=true')).toEqual(['Ann'])
    expect(await names(`customerId=${ann.customerId}`)).toEqual(['Ann'])
    expect(await names(`franchiseId=${franchiseId}`)).toEqual(['Ann'])
    expect(await names('q=elm')).toEqual(['Bob'])
    expect(await names('q=ANN%40')).toEqual(['Ann'])
  })

  test('can be by the next visit, with those that make none at the end', async () => {
    await add({ customerName: 'May', anchorDate: '2026-05-01' })
    await add({ customerName: 'April', anchorDate: '2026-04-01' })
    await add({ customerName: 'Paused', anchorDate: '2026-03-10', active: false })
    await add({ customerName: 'Over', anchorDate: '2026-01-15', endDate: '2026-02-01' })
    await add({ customerName: 'March', anchorDate: '2026-03-20' })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await admin.get(`${path}?sort=next&limit=2${page}`)
      names.push(...body.data.items.map(({ customerName }: { customerName: string }) => customerName))
      cursor = body.data.nextCursor
    }
    expect(names).toEqual(['March', 'April', 'May', 'Paused', 'Over'])
  })

  test('shows each once, newest first, while others are added', async () => {
    await expectStablePages(admin, path, async (n) => (await add({ customerName: `Customer ${n}` })).id)
  })

  test('can be downloaded as CSV without formulas in names', async () => {
    await add({ customerName: '-2+3' })
    expect((await admin.get(`${path}?format=csv`)).text).toContain(",'-2+3,")
  })
})
