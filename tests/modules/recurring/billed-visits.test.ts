import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { jobs } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

describe('billing and visits together:', () => {
  test('a schedule bills the visit on its date, at the agreed price', async () => {
    const template = await world.template({ anchorDate: '2026-03-10', price: 100 })
    await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-03-10', price: 120 })
    await world.run()
    world.clock.set('2026-03-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ invoicesCreated: 1 })
    const visits = (await world.rows.jobs()).filter(({ templatePeriod }) => templatePeriod === '2026-03-10')
    expect(visits).toMatchObject([{ totalCents: 12_000, held: false }])
    expect(await world.rows.invoices()).toMatchObject([
      { jobId: visits[0]!.id, totalCents: 12_000, status: 'sent' },
    ])
  })

  test('a schedule on another day bills the visit since the last billing', async () => {
    const template = await world.template({ anchorDate: '2026-03-10' })
    await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-03-31' })
    await world.run()
    world.clock.set('2026-03-31T06:00:00Z')
    await world.run()
    const [visit] = await world.rows.jobs()
    expect(await world.rows.invoices()).toMatchObject([{ jobId: visit!.id, period: '2026-03-31' }])
  })

  test("a canceled visit isn't billed, and HQ gets a to-do", async () => {
    const template = await world.template({ anchorDate: '2026-03-10' })
    const id = await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-03-10' })
    await world.run()
    await world.deps.store.write((tx) => tx.update(jobs).set({ status: 'cancelled' }))
    world.clock.set('2026-03-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('billing.left-out')
    expect((await world.rows.schedule(id)).nextBillingDate).toBe('2026-04-10')
  })

  test('an invoice made by hand counts for the period', async () => {
    const template = await world.template({ anchorDate: '2026-03-10' })
    const id = await world.schedule({ recurringScheduleId: template, nextBillingDate: '2026-03-10' })
    await world.run()
    const [visit] = await world.rows.jobs()
    expectStatus(await world.post('/api/invoices/generate', { jobId: visit!.id }), 201)
    world.clock.set('2026-03-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ invoicesCreated: 0 })
    expect(await world.rows.invoices()).toMatchObject([
      { scheduleId: id, period: '2026-03-10', status: 'sent' },
    ])
  })
})
