import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { denver } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany({ BUSINESS_TIMEZONE: 'America/Denver' })
})
afterEach(() => company.close())

/** On Monday, by the clock in Denver. */
const monday = (clock: string) => `2026-03-02T${clock}:00.000-07:00`
const gather = (gathersOpenDays: boolean) =>
  company.patch(`/api/admin/franchises/${denver}`, {
    visitMoves: { moves: 'window', freezeHours: 6, keepsTechnician: false, gathersOpenDays },
  })

describe('a booking without a day, in a franchise that schedules those in the evening', () => {
  beforeEach(async () => {
    await gather(true)
    // Too late for another visit today.
    company.clock.set(monday('16:50'))
  })

  test('waits for the last run of the day', async () => {
    const id = await company.waiting()
    const run = await company.dispatch()
    expect(run).toMatchObject({ assigned: 0, skipped: 1 })
    expect(actionFor(run, id)).toMatchObject({
      type: 'skipped',
      reason: 'open_day',
      worker: null,
      detail: "The customer left the day open, so it waits for the day's last run.",
    })
    expect(await company.messagesAbout(id)).toBe(0)
    expect(await company.openTasks()).toEqual([])
    company.clock.set(monday('18:00'))
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
    expect(await company.messagesAbout(id)).toBe(1)
  })

  test('waits no longer if the last run never came', async () => {
    const id = await company.waiting()
    company.clock.set('2026-03-03T07:00:00.000-07:00')
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
  })

  test('is scheduled at once by a person', async () => {
    const id = await company.waiting()
    expectStatus(await company.post('/api/admin/dispatch/run', {}), 200)
    expect((await company.job(id)).status).toBe('scheduled')
  })

  test('is shown in a plan with its place', async () => {
    const id = await company.waiting()
    expect(actionFor(await company.dispatch('?dryRun=true'), id)).toMatchObject({ type: 'assigned' })
  })

  test("is scheduled at once if there's room today", async () => {
    company.clock.set(monday('08:00'))
    const id = await company.waiting()
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
  })

  test("doesn't keep a booking with a day from being scheduled", async () => {
    const id = await company.waiting({ preferredDate: '2026-03-04', preferredTime: '08:00-10:00' })
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
  })

  test("doesn't wait as one of two jobs in order", async () => {
    const first = await company.waiting()
    const second = await company.waiting()
    expectStatus(await company.patch(`/api/admin/jobs/${second}`, { afterJobId: first, gapMinutes: 0 }), 200)
    const run = await company.dispatch()
    expect([first, second].map((id) => actionFor(run, id).type)).toEqual(['assigned', 'assigned'])
  })
})

test('a booking without a day is scheduled at once everywhere else', async () => {
  company.clock.set(monday('16:50'))
  const id = await company.waiting()
  expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
})
