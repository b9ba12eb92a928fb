import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { demoIntents } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const weekly = { intervalMonths: 1, intervalWeeks: 1 }
const visits = async () => (await world.rows.jobs()).map(({ preferredDate }) => preferredDate)
const close = (holidays: string[]) => world.patch('/api/admin/settings/hours', { values: { holidays } })

/** One run a day, as the scheduler does it. */
async function liveUntil(date: string): Promise<void> {
  for (; new Date(world.clock.now()).toISOString().slice(0, 10) <= date; world.clock.advance(86_400_000))
    await world.run()
}

describe('weekly visits', () => {
  test('are booked two weeks ahead, each once, and stay on their weekday', async () => {
    await world.template({ ...weekly, anchorDate: '2026-03-03' })
    expect(await world.run()).toMatchObject({ generated: 2, projectedRevenue: 200 })
    expect(await visits()).toEqual(['2026-03-03', '2026-03-10'])
    await liveUntil('2026-03-10')
    // The clocks change on March 8.
    expect(await visits()).toEqual(['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24'])
    expect(await world.run()).toMatchObject({ generated: 0 })
  })

  test('move past a holiday, and a week that is closed has no visit', async () => {
    expectStatus(await close(['2026-03-05', ...days('2026-03-12', 8)]), 200)
    await world.template({ ...weekly, anchorDate: '2026-03-05' })
    await liveUntil('2026-03-12')
    expect(await visits()).toEqual(['2026-03-06', '2026-03-20', '2026-03-26'])
  })

  test('come from another system too', async () => {
    const given = {
      id: 'theirs',
      customerName: 'Jordan Rivera',
      address: '1420 Larimer St, Denver, CO',
      type: 'Gutter cleaning',
      price: 80,
      anchorDate: '2026-03-02',
      intervalMonths: 1,
      intervalWeeks: 2,
    }
    expect(await world.run({ templates: [given] })).toMatchObject({ generated: 2 })
    expect(await world.run({ templates: [given] })).toMatchObject({ generated: 0, skipped: 2 })
    expect(await visits()).toEqual(['2026-03-02', '2026-03-16'])
  })
})

describe('weekly billing', () => {
  const charged = { autoCharge: true, paymentsCustomerId: 'cus_jordan' }
  const periods = async () => (await world.rows.invoices()).map(({ period }) => period)

  test('charges each visit once, and nothing for a week without one', async () => {
    expectStatus(await close(days('2026-03-12', 8)), 200)
    const template = await world.template({ ...weekly, anchorDate: '2026-03-05' })
    await world.schedule({
      ...weekly,
      ...charged,
      recurringScheduleId: template,
      nextBillingDate: '2026-03-05',
    })
    await liveUntil('2026-03-26')
    expect(await periods()).toEqual(['2026-03-05', '2026-03-19', '2026-03-26'])
    expect(await world.deps.store.read.select().from(demoIntents)).toHaveLength(3)
  })

  test('costs nothing while the visits are paused', async () => {
    const template = await world.template({ ...weekly, anchorDate: '2026-03-05', active: false })
    await world.schedule({ ...weekly, recurringScheduleId: template, nextBillingDate: '2026-03-05' })
    await liveUntil('2026-03-19')
    expect(await periods()).toEqual([])
  })

  test('can spread the price of visits that are less frequent', async () => {
    const template = await world.template({ anchorDate: '2026-03-05', intervalMonths: 3 })
    await world.schedule({ ...weekly, recurringScheduleId: template, nextBillingDate: '2026-03-05' })
    await liveUntil('2026-03-19')
    expect(await periods()).toEqual(['2026-03-05', '2026-03-12', '2026-03-19'])
  })

  test('starts a week from today without a date', async () => {
    const id = await world.schedule({ ...weekly, nextBillingDate: null })
    expect(await world.rows.schedule(id)).toMatchObject({ ...weekly, nextBillingDate: '2026-03-09' })
  })
})

describe('a job template', () => {
  const read = async (id: string) =>
    expectStatus(await world.get(`/api/admin/templates/${id}`), 200).body.data
  const change = (id: string, body: object) => world.patch(`/api/admin/templates/${id}`, body)

  test('changes between months and weeks', async () => {
    const id = await world.template({ anchorDate: '2026-03-10', intervalMonths: 6 })
    expectStatus(await change(id, { intervalWeeks: 2 }), 200)
    expect(await read(id)).toMatchObject({ intervalMonths: 1, intervalWeeks: 2 })
    expect((await read(id)).upcoming.slice(0, 3)).toEqual(['2026-03-10', '2026-03-24', '2026-04-07'])
    expectStatus(await change(id, { intervalMonths: 2 }), 200)
    expect(await read(id)).toMatchObject({ intervalMonths: 2, intervalWeeks: null })
  })

  test('has one to four weeks', async () => {
    const id = await world.template()
    for (const intervalWeeks of [0, 5, 1.5])
      expect((await change(id, { intervalWeeks })).body.details).toEqual([
        expect.stringContaining('intervalWeeks'),
      ])
    expectStatus(await change(id, { intervalWeeks: 4 }), 200)
  })
})

function days(from: string, count: number): string[] {
  const first = Temporal.PlainDate.from(from)
  return Array.from({ length: count }, (_, place) => first.add({ days: place }).toString())
}
