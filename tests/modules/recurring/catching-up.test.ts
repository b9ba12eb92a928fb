import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { billingSchedules } from '../../../db/schema'
import { billDueSchedules } from '../../../src/modules/recurring/billing/bill'
import { startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const periodsOf = async (id: string) =>
  (await world.rows.invoices()).filter(({ scheduleId }) => scheduleId === id).map(({ period }) => period)

test('one run bills every due period in order, however far apart the schedules are', async () => {
  const long = await world.schedule({ nextBillingDate: '2026-03-10' })
  const short = await world.schedule({ nextBillingDate: '2026-07-19' })
  world.clock.set('2026-07-20T06:00:00Z')
  expect(await world.run()).toMatchObject({ invoicesCreated: 6 })
  expect(await periodsOf(long)).toEqual([
    '2026-03-10',
    '2026-04-10',
    '2026-05-10',
    '2026-06-10',
    '2026-07-10',
  ])
  expect(await periodsOf(short)).toEqual(['2026-07-19'])
  expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
})

test("a schedule that can't be billed fails once per run and stops none of the others", async () => {
  const bad = await world.schedule({ nextBillingDate: '2026-03-10' })
  const good = await world.schedule({ nextBillingDate: '2026-05-15' })
  // A date no calendar has, so nobody could have entered it.
  await world.deps.store.write((tx) =>
    tx.update(billingSchedules).set({ nextBillingDate: '2026-02-31' }).where(eq(billingSchedules.id, bad)),
  )
  world.clock.set('2026-07-20T06:00:00Z')
  expect(await billDueSchedules(world.deps, '2026-07-20')).toEqual({ invoicesCreated: 3, failed: 1 })
  expect(await periodsOf(good)).toEqual(['2026-05-15', '2026-06-15', '2026-07-15'])
})
