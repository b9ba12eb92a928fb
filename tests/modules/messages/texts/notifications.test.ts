import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { activity, outbox } from '../../../../db/schema'
import { hour } from '../../../../src/lib/clock'
import { waysFor, type Notice } from '../../../../src/modules/messages/channels'
import { runOnboarding } from '../../../../src/modules/messages/onboarding'
import { remindOfVisits } from '../../../../src/modules/jobs/reminders'
import { channelChoices, notifications } from '../../../../src/settings/notifications'
import { startMoneyTest } from '../../../support/money'
import { marcus } from '../../../support/world'
import { startOffice, type Office } from '../../jobs/office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

/** With a new token each time, because a test may move the clock past its end. */
const hq = async (method: string, at: string, body?: unknown) =>
  office.call(method, `/api/admin${at}`, {
    token: await office.hqToken(),
    ...(body === undefined ? {} : { body }),
  })
const path = '/messages/notifications'
const choose = async (change: object) => {
  const answer = await hq('PATCH', path, change)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer
}
const itemOf = async (name: string) =>
  (await hq('GET', path)).body.data.items.find((item: { name: string }) => item.name === name)
const sent = async (template: string) =>
  (
    await office.deps.store.read
      .select()
      .from(outbox)
      .where(eq(outbox.template, template))
      .orderBy(asc(outbox.id))
  ).map(({ channel }) => channel)

const reachable = { customerEmail: 'ada@lovelace.dev', customerPhone: '303-867-5309' }

test('without a choice every message goes the way it always went', () => {
  const { notifications: chosen } = office.deps.settings
  const notices = Object.keys(notifications.fields).filter((name) => name !== 'reminderHours') as Notice[]
  const ways = Object.fromEntries(
    notices.map((notice) => [
      notice,
      waysFor(office.deps.settings, notice, reachable).map((way) => way.channel),
    ]),
  )
  const others: Record<string, ('email' | 'sms')[]> = { onTheWay: ['sms'], reminder: ['email', 'sms'] }
  for (const [notice, channels] of Object.entries(ways))
    expect([notice, channels]).toEqual([notice, others[notice] ?? ['email']])
  expect(chosen.reminderHours).toEqual([24])
})

test.each([
  ['email_first', ['email'], ['sms']],
  ['sms_first', ['sms'], ['sms']],
  ['email', ['email'], []],
  ['sms', ['sms'], ['sms']],
  ['both', ['email', 'sms'], ['sms']],
  ['none', [], []],
] as const)('%s reaches customers with and without an email address', (choice, both, onlyPhone) => {
  const settings = { notifications: { ...office.deps.settings.notifications, receipt: choice } }
  const channels = (customer: typeof reachable | { customerEmail: null; customerPhone: string }) =>
    waysFor(settings, 'receipt', customer).map(({ channel }) => channel)
  expect(channels(reachable)).toEqual([...both])
  expect(channels({ ...reachable, customerEmail: null })).toEqual([...onlyPhone])
})

describe('a choice in the console', () => {
  const book = () => office.bookOne(reachable)

  test('counts from the next message on', async () => {
    const id = await book()
    const schedule = (start: string) =>
      hq('POST', `/jobs/${id}/schedule`, { workerId: marcus, start, tellCustomer: true })
    await choose({ scheduled: 'both', onTheWay: 'none', completed: 'sms' })
    await schedule('2026-03-11T16:00:00Z')
    expect(await sent('scheduled')).toEqual(['email', 'sms'])
    await choose({ scheduled: 'none' })
    await schedule('2026-03-12T16:00:00Z')
    expect(await sent('scheduled')).toEqual(['email', 'sms'])
    for (const to of ['en_route', 'in_progress', 'completed'])
      await hq('POST', `/jobs/${id}/move`, { to, tellCustomer: true })
    expect(await sent('on-the-way')).toEqual([])
    expect(await sent('completed')).toEqual(['sms'])
  })

  test('sends a receipt and a refund both ways, and each only once', async () => {
    const money = await startMoneyTest()
    const change = { receipt: 'both', refunded: 'both' }
    await money.hq('PATCH', `/api/admin${path}`, change)
    const job = await money.job({ customerEmail: 'ada@lovelace.dev', customerPhone: '303-867-5309' })
    await money.pay(job.id)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {
      amount: 5,
      reason: 'late',
      tellCustomer: true,
    })
    await money.rest()
    const channels = async (wanted: string) =>
      (await money.outbox()).filter(({ template }) => template === wanted).map(({ channel }) => channel)
    expect((await channels('receipt')).toSorted()).toEqual(['email', 'sms'])
    expect((await channels('refunded')).toSorted()).toEqual(['email', 'sms'])
    await money.close()
  })

  test('a booking is always confirmed', async () => {
    for (const choice of ['none', 'sms', 'email'])
      expect((await hq('PATCH', path, { booked: choice })).status).toBe(400)
    await choose({ booked: 'both' })
    await book()
    expect(await sent('booked')).toEqual(['email', 'sms'])
  })

  test('turns the follow-up off', async () => {
    await choose({ followUp: 'none' })
    const run = await runOnboarding(office.deps)
    expect(run.details.filter(({ type }) => type === 'customer-follow-up')).toEqual([])
  })

  test('is in the activity log, and other settings stay', async () => {
    await choose({ receipt: 'sms', reminderHours: [2, 72] })
    await choose({ missed: 'none' })
    const entries = await office.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'settings.changed'))
      .orderBy(asc(activity.id))
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Changed notifications: receipt, reminder hours',
      'Changed notifications: missed',
    ])
    expect(office.deps.settings.notifications).toMatchObject({
      receipt: 'sms',
      missed: 'none',
      reminderHours: [72, 2],
    })
  })

  test('writes nothing to the activity log if nothing changed', async () => {
    await choose({ receipt: 'sms', reminderHours: [72, 2] })
    const changes = () =>
      office.deps.store.read.select().from(activity).where(eq(activity.type, 'settings.changed'))
    const before = await changes()
    expect(before).toHaveLength(1)
    for (const same of [{}, { receipt: 'sms' }, { receipt: 'sms', reminderHours: [2, 72] }])
      await choose(same)
    expect(await changes()).toEqual(before)
  })

  test('says why a message can’t be turned off', async () => {
    expect(await itemOf('verify-code')).toMatchObject({ choice: null, choices: [] })
    expect((await itemOf('verify-code')).note).toContain('nobody could sign in')
    expect(await itemOf('cancelled')).toMatchObject({
      choice: null,
      messages: ['cancelled', 'cancelled.refund'],
    })
    expect(await itemOf('booked')).toMatchObject({ choices: ['email_first', 'both'] })
    expect(await itemOf('reminder')).toMatchObject({ choices: [...channelChoices], note: null })
    const { items } = (await hq('GET', path)).body.data
    for (const { name, choices, note } of items)
      expect([
        name,
        choices.length === channelChoices.length || note !== null || name === 'followUp',
      ]).toEqual([name, true])
  })

  test.each([
    ['no time', { reminderHours: [] }],
    ['four times', { reminderHours: [72, 48, 24, 2] }],
    ['the same time twice', { reminderHours: [24, 24] }],
    ['a time after the visit', { reminderHours: [0] }],
    ['half an hour', { reminderHours: [0.5] }],
    ['a way that nobody knows', { receipt: 'pigeon' }],
  ])('refuses %s', async (_, change) => {
    expect((await hq('PATCH', path, change)).status).toBe(400)
  })
})

describe('the times of reminders', () => {
  // Wednesday, 3 PM in Denver.
  const visit = Date.parse('2026-03-11T21:00:00Z')
  const setTime = (at: number) => office.clock.advance(at - office.clock.now())
  const remindAt = async (before: number) => {
    setTime(visit - before * hour)
    return remindOfVisits(office.deps)
  }
  const scheduleAt = async (before: number, change: object) => {
    setTime(visit - before * hour)
    await choose({ reminder: 'email_first', ...change })
    const id = await office.bookOne(reachable)
    await hq('POST', `/jobs/${id}/schedule`, {
      workerId: marcus,
      start: new Date(visit).toISOString(),
      tellCustomer: true,
    })
    return id
  }

  test('are each used once for a visit', async () => {
    const id = await scheduleAt(100, { reminderHours: [72, 24, 2] })
    const counts = []
    for (const before of [73, 71.9, 71.5, 30, 23.9, 5, 2.1, 1.9, 1.5, 0.5])
      counts.push(await remindAt(before))
    expect(counts).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0, 0])
    const rows = await office.deps.store.read
      .select()
      .from(outbox)
      .where(eq(outbox.template, 'reminder'))
      .orderBy(asc(outbox.id))
    expect(rows.map(({ about }) => about)).toEqual([
      `job:${id}:reminder:${visit}:72h:email`,
      `job:${id}:reminder:${visit}:email`,
      `job:${id}:reminder:${visit}:2h:email`,
    ])
  })

  test('give a visit on short notice only the nearest reminder', async () => {
    await scheduleAt(30, { reminderHours: [72, 24, 2] })
    expect(await remindAt(25)).toBe(1)
    expect(await remindAt(24.5)).toBe(0)
    expect(await remindAt(23)).toBe(1)
  })

  test('can change without reminding twice of the same time', async () => {
    await scheduleAt(100, { reminderHours: [24] })
    expect(await remindAt(23)).toBe(1)
    await choose({ reminderHours: [48, 24] })
    expect(await remindAt(22)).toBe(0)
  })

  test('go by text too, or not at all', async () => {
    await scheduleAt(100, { reminder: 'both' })
    expect(await remindAt(23)).toBe(2)
    expect(await sent('reminder')).toEqual(['email', 'sms'])
    await choose({ reminder: 'none', reminderHours: [24, 4] })
    expect(await remindAt(3.9)).toBe(0)
  })

  test('are quiet at night', async () => {
    await scheduleAt(100, { reminderHours: [18, 16] })
    // 9 PM the day before, then 11 PM.
    expect(await remindAt(18)).toBe(0)
    expect(await remindAt(16)).toBe(0)
    expect(await remindAt(7)).toBe(1)
  })
})
