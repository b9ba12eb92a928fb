import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { outbox, workerShifts } from '../../../db/schema'
import { hour, minute } from '../../../src/lib/clock'
import { remindOfVisits } from '../../../src/modules/jobs/reminders'
import { bookingPathOf } from '../../../src/tokens/booking-link'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { startCompany, type Company, type JobFields } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** Wednesday, two days ahead. */
const date = '2026-03-04'
const at = (clock: string, on = date) => Date.parse(`${on}T${clock}:00.000-07:00`)
const setTime = (moment: number) => company.clock.advance(moment - company.clock.now())

/** A booking for that Wednesday, as dispatch placed it. */
async function placed(fields: JobFields = {}) {
  const id = await company.waiting({ customerEmail: 'pat@example.com', preferredDate: date, ...fields })
  await company.dispatch()
  return company.job(id)
}

const told = (id: string, template: string) =>
  company.deps.store.read
    .select({ data: outbox.data })
    .from(outbox)
    .where(and(eq(outbox.jobId, id), eq(outbox.template, template), eq(outbox.channel, 'email')))
    .orderBy(asc(outbox.id))
    .then((rows) => rows.map(({ data }) => data))

describe('a customer who chose no arrival window', () => {
  test('is told two hours, and the visit may move inside them', async () => {
    const job = await placed()
    expect(job).toMatchObject({ status: 'scheduled', movable: true })
    expect(job.toldEnd! - job.toldStart!).toBe(2 * hour)
    const [message] = await told(job.id, 'scheduled')
    expect(message).toMatchObject({ preferredDate: date, hoursFollow: false })
    expect(message!.preferredTime).toMatch(/^\d\d:00-\d\d:00$/)
    const shown = expectStatus(await company.get(`/api/admin/jobs/${job.id}`), 200).body.data.job
    expect(shown).toMatchObject({ toldStart: new Date(job.toldStart!).toISOString(), preferredTime: null })
  })

  test('is told the morning they asked for, and the two hours with the reminder of the evening before', async () => {
    const job = await placed({ preferredTime: 'morning' })
    expect(await told(job.id, 'scheduled')).toMatchObject([
      { preferredDate: date, preferredTime: '08:00-12:00', hoursFollow: true },
    ])
    setTime(job.scheduledStart! - 23 * hour)
    await remindOfVisits(company.deps)
    expect(await told(job.id, 'reminder')).toEqual([])
    setTime(at('18:00', '2026-03-03') + 2 * minute)
    await remindOfVisits(company.deps)
    await remindOfVisits(company.deps)
    const [reminder, ...others] = await told(job.id, 'reminder')
    expect(others).toEqual([])
    const { toldStart, toldEnd, scheduledStart } = await company.job(job.id)
    expect(toldEnd! - toldStart!).toBe(2 * hour)
    expect(toldStart!).toBeLessThanOrEqual(scheduledStart!)
    expect(scheduledStart!).toBeLessThanOrEqual(toldEnd!)
    expect(reminder!.preferredTime).not.toBe('08:00-12:00')
    expect(Date.parse(`${date}T${String(reminder!.preferredTime).slice(0, 5)}:00-07:00`)).toBe(toldStart!)
  })

  test('is told a morning that begins when the first technician of that franchise does', async () => {
    const { read } = company.deps.store
    const wednesdays = await read.select().from(workerShifts).where(eq(workerShifts.weekday, 3))
    const begin = (workerId: string, startMinute: number) =>
      company.deps.store.write((tx) =>
        tx
          .update(workerShifts)
          .set({ startMinute })
          .where(and(eq(workerShifts.workerId, workerId), eq(workerShifts.weekday, 3))),
      )
    for (const { workerId } of wednesdays) await begin(workerId, 9 * 60)
    await begin(sofia, 8 * 60 + 30)
    const job = await placed({ preferredTime: 'morning' })
    expect([job.toldStart, job.toldEnd]).toEqual([at('08:30'), at('12:00')])
    // Somebody who begins earlier changes nothing of what was told.
    await begin(sofia, 6 * 60)
    await company.dispatch()
    expect(await company.job(job.id)).toMatchObject({ toldStart: job.toldStart, toldEnd: job.toldEnd })
    const next = await placed({ preferredTime: 'morning' })
    expect(next.toldStart).toBe(at('07:00'))
  })

  test.each([
    ['reminders are off', { reminder: 'none' }],
    ['they come too early', { reminderHours: [72] }],
    ['they come too late', { reminderHours: [2] }],
    ['they go by text and there is no number', { reminder: 'sms' }],
  ])('is not promised the hours if %s', async (_, values) => {
    expectStatus(await company.patch('/api/admin/settings/notifications', { values }), 200)
    const job = await placed({ preferredTime: 'morning', customerPhone: null })
    expect(await told(job.id, 'scheduled')).toMatchObject([
      { preferredTime: '08:00-12:00', hoursFollow: false },
    ])
  })

  test('hears the morning in a reminder of three days before', async () => {
    expectStatus(
      await company.patch('/api/admin/settings/notifications', { values: { reminderHours: [72] } }),
      200,
    )
    const job = await placed({ preferredTime: 'morning', preferredDate: '2026-03-06' })
    setTime(job.scheduledStart! - 71 * hour)
    await remindOfVisits(company.deps)
    expect(await told(job.id, 'reminder')).toMatchObject([{ preferredTime: '08:00-12:00' }])
    expect((await company.job(job.id)).toldEnd).toBe(job.toldEnd)
  })

  test('is told two hours at once for a visit that is near', async () => {
    setTime(at('18:30', '2026-03-03'))
    const job = await placed({ preferredTime: 'afternoon' })
    expect(job.toldEnd! - job.toldStart!).toBe(2 * hour)
    expect(await told(job.id, 'scheduled')).toMatchObject([{ hoursFollow: false }])
  })

  test('keeps the window when a person sends another technician', async () => {
    const job = await placed({ preferredTime: 'morning' })
    const workerId = job.workerId === marcus ? sofia : marcus
    expectStatus(await company.post(`/api/admin/jobs/${job.id}/assign`, { workerId, notify: true }), 200)
    const changed = await company.job(job.id)
    expect(changed).toMatchObject({
      workerId,
      toldStart: job.toldStart,
      toldEnd: job.toldEnd,
      movable: false,
    })
    expect((await told(job.id, 'scheduled')).at(-1)).toMatchObject({
      kept: true,
      preferredTime: '08:00-12:00',
    })
  })

  test('is told the new time when a person moves the visit out of the window', async () => {
    const job = await placed({ preferredTime: 'morning' })
    const body = { workerId: job.workerId, start: new Date(at('15:00')).toISOString(), notify: true }
    expectStatus(await company.post(`/api/admin/jobs/${job.id}/schedule`, body), 200)
    expect((await told(job.id, 'scheduled')).at(-1)).toMatchObject({
      kept: false,
      moved: true,
      start: at('15:00'),
      preferredTime: 'morning',
      hoursFollow: false,
    })
  })

  test('is told the exact time where visits never move', async () => {
    const never = { moves: 'never', freezeHours: 6, keepsTechnician: false }
    expectStatus(await company.patch(`/api/admin/franchises/${denver}`, { visitMoves: never }), 200)
    expect(await placed({ preferredTime: 'morning' })).toMatchObject({ movable: false, toldStart: null })
  })

  test('sees the window on the page of the booking', async () => {
    const job = await placed({ preferredTime: 'morning' })
    const { text } = await company.call('GET', bookingPathOf(company.deps, { jobId: job.id, series: 0 }))
    expect(text).toContain('8 AM–12 PM')
  })
})
