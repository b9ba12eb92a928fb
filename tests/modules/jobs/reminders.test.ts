import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { customers, jobs, outbox } from '../../../db/schema'
import { assemble } from '../../../src/compose'
import { zonedAt } from '../../../src/lib/calendar'
import { hour, minute } from '../../../src/lib/clock'
import { silentLog } from '../../../src/lib/log'
import { MemoryLimiter } from '../../../src/limits/memory'
import { remindOfVisits } from '../../../src/modules/jobs/reminders'
import { requireJob } from '../../../src/modules/jobs/rows'
import { scheduleJob } from '../../../src/modules/jobs/schedule'
import { deliverDue } from '../../../src/modules/messages/queue'
import { marcus } from '../../support/world'
import { message, queue } from '../messages/outbox'
import { startOffice, type Office } from './office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const at = (time: string) => Date.parse(time)
const setTime = (time: string | number) =>
  office.clock.advance((typeof time === 'number' ? time : at(time)) - office.clock.now())
const schedule = (id: string, start: number) =>
  scheduleJob(office.deps, id, { workerId: marcus, start, actor: 'hq', tellCustomer: true })
let client = 0
const cancel = (jobId: string) =>
  office.call('POST', '/api/customer/cancel', {
    body: { jobId },
    from: `198.18.${++client >> 8}.${client & 255}`,
  })
const reminders = (channel: 'email' | 'sms' = 'email') =>
  office.deps.store.read
    .select()
    .from(outbox)
    .where(and(eq(outbox.template, 'reminder'), eq(outbox.channel, channel)))
    .orderBy(asc(outbox.id))

/** Another process on the same store, as after a restart or beside the first one. */
function restarted() {
  const { config, secrets, store, clock } = office.deps
  return assemble({ config, secrets, store, clock, log: silentLog, limiter: new MemoryLimiter(clock) })
}

// Wednesday, 10 AM in Denver.
const visit = at('2026-03-11T16:00:00Z')

describe('the reminder of a visit', () => {
  let id: string
  beforeEach(async () => {
    setTime('2026-03-09T16:00:00Z')
    id = await office.bookOne()
    await schedule(id, visit)
  })

  test('goes out the day before, once, also across restarts', async () => {
    setTime(visit - 24 * hour - minute)
    expect(await remindOfVisits(office.deps)).toBe(0)
    setTime(visit - 24 * hour + minute)
    await Promise.all([remindOfVisits(office.deps), remindOfVisits(restarted()), remindOfVisits(restarted())])
    expect(await remindOfVisits(restarted())).toBe(0)
    const [reminder, ...more] = await reminders()
    expect(more).toEqual([])
    expect(reminder).toMatchObject({
      channel: 'email',
      jobId: id,
      about: `job:${id}:reminder:${visit}:email`,
    })
    const { body } = await office.call('GET', `/api/admin/outbox/${reminder!.id}`, {
      token: await office.hqToken(),
    })
    expect(body.data.rendered.subject).toBe('Reminder: your visit on Wednesday, March 11')
    expect(body.data.rendered.text).toContain('Your technician: Marcus Lee')
  })

  test('names the technician only once dispatch can no longer choose another one', async () => {
    const afternoon = visit + 5 * hour
    await schedule(id, afternoon)
    const fields = { movable: true, namedWorkerId: null }
    await office.deps.store.write((tx) => tx.update(jobs).set(fields).where(eq(jobs.id, id)))
    const token = await office.hqToken()
    const body = { reminderHours: [24, 6] }
    expect((await office.call('PATCH', '/api/admin/messages/notifications', { token, body })).status).toBe(
      200,
    )
    setTime(afternoon - 23 * hour)
    await remindOfVisits(office.deps)
    expect(await reminders()).toMatchObject([{ data: { workerName: null } }])
    expect(await requireJob(office.deps.store.read, id)).toMatchObject({ namedWorkerId: null })
    setTime(afternoon - 5 * hour)
    await remindOfVisits(office.deps)
    expect((await reminders()).at(-1)).toMatchObject({ data: { workerName: 'Marcus Lee' } })
    expect(await requireJob(office.deps.store.read, id)).toMatchObject({ namedWorkerId: marcus })
  })

  test('is a text message where there is no email, in the customer’s language', async () => {
    const texted = await office.bookOne({ customerEmail: undefined, customerPhone: '303-867-5309' })
    await schedule(texted, visit + 3 * hour)
    const { customerId } = await requireJob(office.deps.store.read, texted)
    await office.deps.store.write((tx) =>
      tx.update(customers).set({ language: 'es' }).where(eq(customers.id, customerId!)),
    )
    setTime(visit - 20 * hour)
    await remindOfVisits(office.deps)
    const sent = (await reminders('sms')).find(({ jobId }) => jobId === texted)!
    expect(sent.channel).toBe('sms')
    const { body } = await office.call('GET', `/api/admin/outbox/${sent.id}`, {
      token: await office.hqToken(),
    })
    expect(body.data.rendered.text).toContain('Le recordamos su visita')
    expect(body.data.rendered.text).toContain('11 de marzo')
  })

  test.each([
    ['at night', 14 * hour - minute],
    ['when the visit begins within two hours', 2 * hour - minute],
    ['when the visit has begun', -minute],
  ])('is not sent %s', async (_, before) => {
    setTime(visit - before)
    // Ten in the morning less 14 hours is 8 PM, which is late enough after an hour and a half.
    if (before > 12 * hour) office.clock.advance(90 * minute)
    expect(await remindOfVisits(office.deps)).toBe(0)
  })

  test('is never delivered once the visit has begun, however long the provider was down', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -30, max: 30 }), async (minutesLate) => {
        const start = office.clock.now() + hour
        await office.deps.store.write((tx) => tx.delete(outbox))
        const person = { name: 'Ada', type: 'Gutters', address: '1 Main St' }
        const data = { ...person, start, end: start + hour, timeZone: 'UTC' }
        await queue(office.deps, message({ template: 'reminder', data, about: `reminder:${start}` }))
        setTime(start + minutesLate * minute)
        await deliverDue(office.deps)
        const [row] = await reminders()
        expect(row?.state === 'cancelled').toBe(minutesLate >= 0)
      }),
      { numRuns: 15, examples: [[-1], [0], [1]] },
    )
  })

  test('is not sent right after the visit was confirmed', async () => {
    setTime(visit - 20 * hour)
    await schedule(id, visit + hour)
    office.clock.advance(4 * hour - minute)
    expect(await remindOfVisits(office.deps)).toBe(0)
  })

  test('is not sent for a canceled visit', async () => {
    await cancel(id)
    setTime(visit - 20 * hour)
    expect(await remindOfVisits(office.deps)).toBe(0)
  })

  test('is sent again for the new time when the visit moves after it', async () => {
    setTime(visit - 20 * hour)
    await remindOfVisits(office.deps)
    const moved = visit + 48 * hour
    await schedule(id, moved)
    setTime(moved - 20 * hour)
    await remindOfVisits(office.deps)
    await remindOfVisits(restarted())
    expect((await reminders()).map(({ data }) => data.start)).toEqual([visit, moved])
  })
})

test('never more than one reminder for each time, and never a wrong one, whatever happens between', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 30, max: 900 }) }),
    fc.record({ kind: fc.constant('move' as const), hours: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('remind' as const), processes: fc.integer({ min: 1, max: 3 }) }),
    fc.constant({ kind: 'cancel' as const }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      setTime(office.clock.now() + 400 * hour)
      const id = await office.bookOne()
      let [start, toldAt, isOn] = [office.clock.now() + 30 * hour, office.clock.now(), true]
      await schedule(id, start)
      const expected: number[] = []
      for (const each of steps) {
        const now = office.clock.now()
        if (each.kind === 'wait') office.clock.advance(each.minutes * minute)
        if (each.kind === 'move' && isOn) {
          ;[start, toldAt] = [now + each.hours * hour, now]
          await schedule(id, start)
        }
        if (each.kind === 'cancel' && isOn) {
          await cancel(id)
          isOn = false
        }
        if (each.kind !== 'remind') continue
        const local = zonedAt(now, 'America/Denver').hour
        const isDue = isOn && start > now + 2 * hour && start <= now + 24 * hour && now - toldAt >= 4 * hour
        if (isDue && local >= 8 && local < 21 && !expected.includes(start)) expected.push(start)
        await Promise.all(Array.from({ length: each.processes }, () => remindOfVisits(restarted())))
      }
      const sent = (await reminders()).filter(({ jobId }) => jobId === id)
      expect(sent.map(({ data }) => data.start)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
