import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectLimits, expectStatus } from '../../support/admin'
import { aSchedule, startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const path = '/api/billing/recurring'

describe('setting up recurring billing', () => {
  test('answers 201 with the stored row', async () => {
    const answer = expectStatus(
      await world.post(path, {
        ...aSchedule,
        recurringScheduleId: 'rs',
        autoCharge: true,
        paymentsCustomerId: 'cus_1',
        franchiseId: 'f-1',
        id: 'mine',
        status: 'ended',
      }),
      201,
    )
    expect(answer.body.data.schedule).toEqual({
      ...aSchedule,
      intervalWeeks: null,
      id: expect.not.stringContaining('mine'),
      recurringScheduleId: 'rs',
      franchiseId: 'f-1',
      autoCharge: true,
      paymentsCustomerId: 'cus_1',
      anchorDate: '2026-03-02',
      status: 'active',
      active: true,
      createdAt: '2026-03-02T15:00:00.000Z',
      updatedAt: '2026-03-02T15:00:00.000Z',
    })
    expect(answer.body.data.message).toBe('The first billing is on Mar 2, 2026.')
  })

  test('bills in one interval when no date is given', async () => {
    const { nextBillingDate: _, ...rest } = aSchedule
    const body = { ...rest, recurringScheduleId: 'rs', intervalMonths: 3, nextBillingDate: null }
    const { schedule } = expectStatus(await world.post(path, body), 201).body.data
    expect(schedule).toMatchObject({
      nextBillingDate: '2026-06-02',
      autoCharge: false,
      paymentsCustomerId: null,
    })
  })

  test('answers 409 when one exists for the same recurringScheduleId', async () => {
    await world.schedule({ recurringScheduleId: 'same' })
    expectStatus(await world.post(path, { ...aSchedule, recurringScheduleId: 'same' }), 409)
  })

  test('repeats the first answer under the same key instead of a conflict', async () => {
    const body = { ...aSchedule, recurringScheduleId: 'keyed' }
    const first = expectStatus(await world.post(path, body, { 'idempotency-key': 'k' }), 201)
    expect(expectStatus(await world.post(path, body, { 'idempotency-key': 'k' }), 201).body).toEqual(
      first.body,
    )
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    const bodyOf = (number: number) => ({ ...aSchedule, recurringScheduleId: `limit-${number}` })
    const long = (length: number) => 'x'.repeat(length)
    await expectLimits(world, path, bodyOf, [
      ['franchiseId', long(200), long(201)],
      ['customerId', long(200), long(201)],
      ['customerName', long(200), long(201)],
      ['serviceType', long(200), long(201)],
      ['paymentsCustomerId', long(200), long(201)],
      ['intervalMonths', 24, 25],
      ['intervalMonths', 1, 0],
      ['price', 99_999, 99_999.01],
      ['price', 0, -0.01],
      ['price', 19.99, 19.999],
      ['nextBillingDate', '2026-02-28', '2026-02-30'],
      ['nextBillingDate', '2026-02-28T10:00:00Z', 'next tuesday'],
      ['autoCharge', true, 'yes'],
      ['customerEmail', 'a@example.com', 'nobody'],
    ])
  })

  test('asks HQ about unknown ids, and keeps them', async () => {
    await world.schedule({ franchiseId: 'unheard-of' })
    expect((await world.rows.tasks()).map(({ kind }) => kind).toSorted()).toEqual([
      'schedule.unknown-customer',
      'schedule.unknown-franchise',
    ])
  })

  test("tells HQ which customer or franchise it doesn't know", async () => {
    await world.schedule({ customerId: 'qb-417', franchiseId: 'unheard-of' })
    await world.schedule({ customerId: 'qb-418', customerEmail: undefined })
    expect((await world.rows.tasks()).map(({ detail }) => detail).toSorted()).toEqual([
      'Open the schedule and choose the right customer. It came with the ID qb-417 and the email jordan@example.com.',
      'Open the schedule and choose the right customer. It came with the ID qb-418.',
      'Open the schedule and choose the right franchise. It came with the ID unheard-of.',
    ])
  })
})

describe('listing recurring billing', () => {
  test('can be filtered by franchise and activity', async () => {
    const [one, other] = [
      await world.schedule({ franchiseId: 'f-1' }),
      await world.schedule({ franchiseId: 'f-2' }),
    ]
    expectStatus(await world.patch(`/api/admin/schedules/${other}`, { status: 'paused' }), 200)
    const idsFor = async (query: string) => {
      const { schedules, count } = expectStatus(await world.get(`${path}${query}`), 200).body.data
      expect(count).toBe(schedules.length)
      return schedules.map(({ id }: { id: string }) => id)
    }
    expect(await idsFor('')).toEqual([other, one])
    expect(await idsFor('?franchiseId=f-1')).toEqual([one])
    expect(await idsFor('?active=true')).toEqual([one])
    expect(await idsFor('?active=false')).toEqual([other])
    expectStatus(await world.get(`${path}?active=maybe`), 400)
  })
})

describe('a billing schedule in the console', () => {
  test('shows its next dates, moved to the last day of short months', async () => {
    const id = await world.schedule({ nextBillingDate: '2026-03-31' })
    const { upcoming } = expectStatus(await world.get(`/api/admin/schedules/${id}`), 200).body.data
    expect(upcoming.slice(0, 4)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'])
    expectStatus(await world.get('/api/admin/schedules/none'), 404)
  })

  test('is paused, and resumed without making up for the pause', async () => {
    const id = await world.schedule({ nextBillingDate: '2026-03-31' })
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { status: 'paused' }), 200)
    world.clock.set('2026-07-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
    const resumed = expectStatus(await world.patch(`/api/admin/schedules/${id}`, { status: 'active' }), 200)
    expect(resumed.body.data.nextBillingDate).toBe('2026-07-31')
  })

  test('ends for good', async () => {
    const id = await world.schedule()
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { status: 'ended' }), 200)
    expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { status: 'active' }), 409)
  })

  test('gets its new price from the next billing on', async () => {
    const id = await world.schedule()
    await world.run()
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { price: 120 }), 200)
    world.clock.set('2026-04-02T06:00:00Z')
    await world.run()
    expect((await world.rows.invoices()).map(({ totalCents }) => totalCents)).toEqual([10_000, 12_000])
    const detail = expectStatus(await world.get(`/api/admin/schedules/${id}`), 200).body.data
    expect(detail.invoices.map(({ period }: { period: string }) => period)).toEqual([
      '2026-04-02',
      '2026-03-02',
    ])
  })

  test('is listed in pages with all others', async () => {
    const ids = [
      await world.schedule(),
      await world.schedule(),
      await world.schedule({ customerName: 'Ada Lovelace' }),
    ]
    const first = expectStatus(await world.get('/api/admin/schedules?limit=2'), 200).body.data
    const rest = expectStatus(await world.get(`/api/admin/schedules?limit=2&cursor=${first.nextCursor}`), 200)
      .body.data
    expect([...first.items, ...rest.items].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    expect(
      expectStatus(await world.get('/api/admin/schedules?q=lovelace'), 200).body.data.items,
    ).toHaveLength(1)
  })

  test('moves to another known customer and franchise', async () => {
    const id = await world.schedule({ franchiseId: 'nowhere' })
    const open = async () => (await world.rows.tasks()).filter(({ state }) => state === 'open')
    expect(await open()).toHaveLength(2)
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { customerId: 'nobody' }), 404)
    expectStatus(await world.patch(`/api/admin/schedules/${id}`, { franchiseId: 'elsewhere' }), 404)
    expect(await world.rows.schedule(id)).toMatchObject({ customerId: 'customer-1', franchiseId: 'nowhere' })

    const franchise = { name: 'Front Range', timeZone: 'America/Denver' }
    const franchiseId = expectStatus(await world.post('/api/admin/franchises', franchise), 201).body.data.id
    await world.template()
    const [customer] = expectStatus(await world.get('/api/admin/customers'), 200).body.data.items
    const change = { customerId: customer.id, customerName: 'Ada Park', franchiseId }
    const { body } = expectStatus(await world.patch(`/api/admin/schedules/${id}`, change), 200)
    expect(body.data).toMatchObject(change)
    expect(await open()).toEqual([])
    const back = expectStatus(await world.patch(`/api/admin/schedules/${id}`, { franchiseId: null }), 200)
    expect(back.body.data.franchiseId).toBeNull()
  })
})
