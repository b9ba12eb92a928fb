import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, jobTemplates, maintenancePlans } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { addWorld, denver } from '../../support/world'
import { aTemplate, startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const periods = async () =>
  (await world.rows.jobs()).map(({ templatePeriod, preferredDate }) => `${templatePeriod} ${preferredDate}`)

describe('jobs from stored templates', () => {
  test('are created up to 30 days ahead, each once', async () => {
    const id = await world.template({
      addOns: ['Downspout flush'],
      preferredTime: 'morning',
      gutterLength: 80,
    })
    const run = await world.run()
    expect(run).toEqual({
      success: true,
      generated: 1,
      skipped: 0,
      projectedRevenue: 100,
      invoicesCreated: 0,
      jobs: [
        {
          id: expect.any(String),
          templateId: id,
          period: '2026-03-10',
          date: '2026-03-10',
          type: 'Gutter cleaning',
          price: 100,
          franchiseId: null,
        },
      ],
      timestamp: '2026-03-02T15:00:00.000Z',
    })
    const [job] = await world.rows.jobs()
    expect(job).toMatchObject({
      source: 'recurring',
      addOns: ['Downspout flush'],
      preferredTime: 'morning',
      gutterLength: 80,
      held: false,
    })
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0, projectedRevenue: 0, jobs: [] })
    expect((await world.deps.store.read.select().from(jobTemplates))[0]!.nextDate).toBe('2026-04-10')
  })

  test('are caught up after days without a run, on the next working day', async () => {
    await world.template({ anchorDate: '2026-03-10' })
    world.clock.set('2026-03-15T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 2 })
    expect(await periods()).toEqual(['2026-03-10 2026-03-16', '2026-04-10 2026-04-10'])
    expect(await world.run()).toMatchObject({ generated: 0 })
    expect((await world.rows.tasks()).map(({ kind }) => kind)).not.toContain('template.skipped')
  })

  test('are caught up once for all missed dates, and HQ gets a to-do', async () => {
    const id = await world.template({ anchorDate: '2026-03-10' })
    world.clock.set('2026-06-13T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 2 })
    expect(await periods()).toEqual(['2026-06-10 2026-06-13', '2026-07-10 2026-07-10'])
    expect(await world.run()).toMatchObject({ generated: 0 })
    const told = (await world.rows.tasks()).filter(({ kind }) => kind === 'template.skipped')
    expect(told).toMatchObject([{ subject: id }])
  })

  test("aren't caught up on a day that has its own visit", async () => {
    await world.template({ anchorDate: '2026-03-10' })
    world.clock.set('2026-04-10T06:00:00Z')
    await world.run()
    expect(await periods()).toEqual(['2026-04-10 2026-04-10', '2026-05-10 2026-05-11'])
  })

  test('are all created by one run, wherever their template is in the list', async () => {
    world.clock.set('2027-02-01T06:00:00Z')
    // The first recurs before the others are reached: March 1 is within the horizon too.
    for (const anchorDate of ['2027-02-01', '2027-03-02', '2027-03-03']) await world.template({ anchorDate })
    expect(await world.run()).toMatchObject({ generated: 4 })
  })

  test('end a plan with its last one, which continues when it gets more time', async () => {
    const plan = await plantPlan()
    const begun = await world.patch(`/api/admin/plans/${plan}`, {
      price: 150,
      start: '2026-03-12',
      phoneConsent: { name: 'Jordan Rivera' },
    })
    const { templateId } = expectStatus(begun, 200).body.data
    const end = async (endDate: string) =>
      expectStatus(await world.patch(`/api/admin/templates/${templateId}`, { endDate }), 200)
    const statusOf = async () => (await world.get(`/api/admin/plans/${plan}`)).body.data.status
    await end('2026-09-30')
    await world.run()
    expect(await statusOf()).toBe('active')
    world.clock.set('2026-08-20T06:00:00Z')
    await world.run()
    expect(await statusOf()).toBe('ended')
    expect((await world.get(`/api/admin/templates/${templateId}`)).body.data.state).toBe('ended')
    await end('2027-12-31')
    expect(await statusOf()).toBe('active')
  })

  test('move from Sundays, closed days and days nobody works to the next working day', async () => {
    await addWorld(world)
    await world.deps.store.write((tx) =>
      tx
        .update(franchises)
        .set({ blackoutDates: ['2026-03-16', '2026-03-17'] })
        .where(eq(franchises.id, denver)),
    )
    await world.template({ anchorDate: '2026-03-15' })
    await world.template({ anchorDate: '2026-03-14', franchiseId: denver })
    await world.run()
    expect(await periods()).toEqual(['2026-03-14 2026-03-18', '2026-03-15 2026-03-16'])
  })

  test('move from company holidays and days the company is closed, with and without a franchise', async () => {
    await addWorld(world)
    const values = {
      week: [1, 2, 3, 4].map((weekday) => ({ weekday, start: '08:00', end: '17:00' })),
      holidays: ['2026-03-16'],
    }
    await world.patch('/api/admin/settings/hours', { values })
    await world.template({ anchorDate: '2026-03-13' })
    await world.template({ anchorDate: '2026-03-16', franchiseId: denver })
    await world.run()
    expect(await periods()).toEqual(['2026-03-13 2026-03-17', '2026-03-16 2026-03-17'])
  })

  test("aren't created from a template that is paused, over or not due", async () => {
    await world.template({ active: false })
    await world.template({ anchorDate: '2026-03-10', endDate: '2026-03-12', intervalMonths: 1 })
    await world.template({ anchorDate: '2026-05-10' })
    expect(await world.run()).toMatchObject({ generated: 1 })
    world.clock.set('2026-04-05T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 0 })
  })

  test("aren't created after the end date, neither from a Sunday nor from a missed date", async () => {
    world.clock.set('2026-05-20T06:00:00Z')
    const sunday = { anchorDate: '2026-05-31', endDate: '2026-05-31' }
    await world.template(sunday)
    const given = { id: 'elsewhere', ...aTemplate, ...sunday }
    expect(await world.run({ templates: [given] })).toMatchObject({ generated: 0, skipped: 0 })
    await world.template({ anchorDate: '2026-06-20', endDate: '2026-09-19' })
    world.clock.set('2026-08-25T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 1 })
    world.clock.set('2026-10-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 0 })
  })

  test("aren't created when every date was missed until the end", async () => {
    await world.template({ anchorDate: '2026-04-10', endDate: '2026-06-30' })
    world.clock.set('2026-08-10T06:00:00Z')
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0 })
    expect(await world.rows.jobs()).toEqual([])
  })

  test('are skipped when they exist elsewhere, by template and date or by customer, service and date', async () => {
    const first = await world.template({ anchorDate: '2026-03-10' })
    await world.template({ anchorDate: '2026-03-15', customerEmail: 'ada@example.com' })
    await world.template({ anchorDate: '2026-03-20' })
    const existingJobs = [
      { templateId: first, preferredDate: '2026-03-10' },
      {
        customerEmail: 'Ada@Example.com',
        type: 'gutter cleaning',
        scheduledStart: '2026-03-16T15:00:00.000Z',
      },
      { customerName: 'Somebody else', type: 'Gutter cleaning', preferredDate: '2026-03-20' },
    ]
    expect(await world.run({ existingJobs })).toMatchObject({ generated: 1, skipped: 2 })
    expect(await periods()).toEqual(['2026-03-20 2026-03-20'])
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0 })
  })

  test('are skipped when there is a visit that day, in local time or as written', async () => {
    await addWorld(world)
    const skippedBy = async (scheduledStart: string) => {
      const templateId = await world.template({ anchorDate: '2026-03-09', franchiseId: denver })
      return (await world.run({ existingJobs: [{ templateId, scheduledStart }] })).skipped
    }
    // 18:30 on the 9th in Denver, written in UTC and with Denver's offset.
    expect(await skippedBy('2026-03-10T00:30:00.000Z')).toBe(1)
    expect(await skippedBy('2026-03-09T18:30:00-06:00')).toBe(1)
    // 18:30 on the 8th in Denver, but written as the 9th.
    expect(await skippedBy('2026-03-09T00:30:00.000Z')).toBe(1)
    // A date alone is the same everywhere.
    expect(await skippedBy('2026-03-09')).toBe(1)
    expect(await skippedBy('2026-03-10')).toBe(0)
    expect(await skippedBy('2026-03-10T16:00:00.000Z')).toBe(0)
  })

  test("are skipped when they're named the way a run names them", async () => {
    // The 15th is a Sunday, so the visit is on the 16th.
    for (const existing of [{ period: '2026-03-15' }, { date: '2026-03-16' }]) {
      const templateId = await world.template({ anchorDate: '2026-03-15' })
      const existingJobs = [{ templateId, ...existing }]
      expect(await world.run({ existingJobs })).toMatchObject({ generated: 0, skipped: 1 })
    }
  })

  test('come from a maintenance plan once its customer agreed to the price', async () => {
    const plan = await plantPlan()
    expect(await world.run()).toMatchObject({ generated: 0 })
    const path = `/api/admin/plans/${plan}`
    expectStatus(await world.patch(path, { price: 150, start: '2026-03-12' }), 200)
    expect(await world.run()).toMatchObject({ generated: 0 })
    expectStatus(await world.patch(path, { phoneConsent: { name: 'Jordan Rivera' } }), 200)
    expect(await world.run()).toMatchObject({ generated: 1, projectedRevenue: 150 })
  })

  test("continue when one of them can't be created, and HQ gets a to-do", async () => {
    const [bad, good] = [await world.template(), await world.template({ anchorDate: '2026-03-11' })]
    // A date no calendar has, so nobody could have entered it.
    await world.deps.store.write((tx) =>
      tx.update(jobTemplates).set({ nextDate: '2026-02-31' }).where(eq(jobTemplates.id, bad)),
    )
    const run = await world.run()
    expect(run.jobs.map(({ templateId }) => templateId)).toEqual([good])
    expect((await world.rows.tasks()).map(({ kind, subject }) => `${kind} ${subject}`)).toContain(
      `template.failed ${bad}`,
    )
  })
})

async function plantPlan(): Promise<string> {
  const now = world.clock.now()
  const template = await world.template({ anchorDate: '2027-01-01' })
  const [{ customerId } = { customerId: null }] = await world.deps.store.read
    .select()
    .from(jobTemplates)
    .where(eq(jobTemplates.id, template))
  await world.deps.store.write((tx) =>
    tx.insert(maintenancePlans).values({
      id: 'plan-1',
      customerId: customerId!,
      customerName: 'Jordan Rivera',
      customerEmail: 'jordan@example.com',
      serviceType: 'Gutter cleaning',
      address: aTemplate.address,
      intervalMonths: 6,
      createdAt: now,
      updatedAt: now,
    }),
  )
  return 'plan-1'
}
