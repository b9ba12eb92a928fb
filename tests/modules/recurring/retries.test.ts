import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { demoIntents } from '../../../db/schema'
import { upstreamTimeout } from '../../../src/lib/errors'
import { expectStatus } from '../../support/admin'
import { startRecurring, type Recurring } from './world'

let world: Recurring
let schedule: string
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const change = async (body: Record<string, unknown>) =>
  expectStatus(await world.patch(`/api/admin/schedules/${schedule}`, body), 200)
const runOn = (date: string) => {
  world.clock.set(`${date}T06:00:00Z`)
  return world.run()
}
const states = async () => (await world.rows.charges()).map(({ state }) => state)
const taken = async () =>
  (await world.deps.store.read.select().from(demoIntents)).filter(({ state }) => state === 'succeeded')
const taskKinds = async () => (await world.rows.tasks()).map(({ kind }) => kind)

/** The first attempt was declined, the second is planned for the 5th, and the card works now. */
async function refusedOnce(): Promise<void> {
  schedule = await world.schedule({
    autoCharge: true,
    paymentsCustomerId: 'cus_jordan_declined',
    intervalMonths: 6,
  })
  await world.run()
  expect(await states()).toEqual(['refused', 'intended'])
  await change({ paymentsCustomerId: 'cus_jordan' })
}

describe("a declined card isn't retried", () => {
  beforeEach(refusedOnce)

  test('once charging was turned off; the invoice is sent instead', async () => {
    await change({ autoCharge: false })
    await runOn('2026-03-05')
    expect(await taken()).toEqual([])
    expect(await states()).toEqual(['refused', 'dropped'])
    expect(await world.rows.invoices()).toMatchObject([{ status: 'sent' }])
    expect(await taskKinds()).not.toContain('billing.no-card')
  })

  test('once the schedule has ended; HQ decides about the invoice', async () => {
    await change({ status: 'ended' })
    await runOn('2026-03-05')
    expect(await taken()).toEqual([])
    expect(await states()).toEqual(['refused', 'dropped'])
    expect(await world.rows.invoices()).toMatchObject([{ status: 'draft', postAt: null }])
    expect(await taskKinds()).toContain('billing.charge-failed')
  })

  test('while the schedule is paused, but is afterwards', async () => {
    await change({ status: 'paused' })
    await runOn('2026-03-05')
    await runOn('2026-03-20')
    expect(await taken()).toEqual([])
    expect(await states()).toEqual(['refused', 'intended'])
    await change({ status: 'active' })
    await runOn('2026-03-21')
    expect(await states()).toEqual(['refused', 'done'])
    expect(await taken()).toHaveLength(1)
  })

  test('once the invoice is void', async () => {
    const [invoice] = await world.rows.invoices()
    expectStatus(await world.post(`/api/admin/invoices/${invoice!.id}/void`, {}), 200)
    await runOn('2026-03-05')
    expect(await taken()).toEqual([])
    expect(await states()).toEqual(['refused', 'dropped'])
    expect(await world.rows.messages('invoice')).toEqual([])
  })

  test('once there is no card; the invoice is sent and HQ gets a to-do', async () => {
    await change({ paymentsCustomerId: null })
    await runOn('2026-03-05')
    expect(await states()).toEqual(['refused', 'dropped'])
    expect(await world.rows.invoices()).toMatchObject([{ status: 'sent' }])
    expect(await world.rows.messages('invoice')).toHaveLength(1)
    expect(await taskKinds()).toContain('billing.no-card')
  })

  test('but is when nothing prevents it', async () => {
    await runOn('2026-03-05')
    expect(await states()).toEqual(['refused', 'done'])
    expect(await taken()).toHaveLength(1)
  })
})

describe('a charge with an unknown outcome', () => {
  async function leftOpen(arrives: boolean): Promise<void> {
    const whole = world.deps.providers.payments
    world.deps.providers.payments = {
      ...whole,
      async chargeStoredCard(order) {
        if (arrives) await whole.chargeStoredCard({ ...order, jobId: null })
        throw upstreamTimeout('The payment processor')
      },
    }
    schedule = await world.schedule({ autoCharge: true, paymentsCustomerId: 'cus_jordan', intervalMonths: 6 })
    await world.run()
    world.deps.providers.payments = whole
    expect(await states()).toEqual(['intended'])
  }

  test('is booked when it did arrive, even though charging was turned off meanwhile', async () => {
    await leftOpen(true)
    await change({ autoCharge: false })
    await runOn('2026-03-03')
    expect(await states()).toEqual(['done'])
    expect(await taken()).toHaveLength(1)
    expect(await world.rows.messages('invoice')).toEqual([])
  })

  test("isn't repeated when it didn't arrive and charging was turned off", async () => {
    await leftOpen(false)
    await change({ autoCharge: false })
    await runOn('2026-03-03')
    expect(await states()).toEqual(['dropped'])
    expect(await taken()).toEqual([])
    expect(await world.rows.invoices()).toMatchObject([{ status: 'sent' }])
  })

  test("waits for the end of a pause when it didn't arrive", async () => {
    await leftOpen(false)
    await change({ status: 'paused' })
    await runOn('2026-03-03')
    expect(await states()).toEqual(['intended'])
    expect(await taken()).toEqual([])
    await change({ status: 'active' })
    await runOn('2026-03-04')
    expect(await states()).toEqual(['done'])
    expect(await taken()).toHaveLength(1)
  })
})
