import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { incidents, invoices, maintenancePlans, outbox, customers } from '../../../db/schema'
import { raiseTodo } from '../../../src/modules/office/todos'
import type { TodayLine } from '../../../src/modules/operations'
import { lateVisits, unassignedVisits } from '../../../src/modules/operations/today/visits'
import { day, hour } from '../../../src/lib/clock'
import { startTestApp, type TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { addWorld, denver, marcus } from '../../support/world'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(app)
})
afterEach(() => app.close())

const isoIn = (ms: number) => new Date(app.clock.now() + ms).toISOString()
const today = async (token?: string) =>
  (await app.call('GET', '/api/admin/today', { token: token ?? (await app.hqToken()) })).body.data
const linesOf = async (): Promise<TodayLine[]> => (await today()).lines
const kinds = async () => (await linesOf()).filter(({ snoozed }) => snoozed === null).map(({ kind }) => kind)
const snooze = async (key: string, until: string) =>
  app.call('POST', '/api/admin/today/snooze', { token: await app.hqToken(), body: { key, until } })
const lateFromYesterday = () =>
  plantJob(app, {
    status: 'scheduled',
    workerId: marcus,
    start: isoIn(-day),
    fields: { franchiseId: denver, customerName: 'Ada Young' },
  })

test('a visit from yesterday that never started leads to a form that reschedules it', async () => {
  const { id } = await lateFromYesterday()
  const [line] = await linesOf()
  expect(line).toMatchObject({
    kind: 'visit.late',
    group: 'visits',
    title: "Ada Young's visit hasn't started",
    urgent: true,
    fix: { label: 'Reschedule', page: `/admin?tab=today&job=${id}&do=schedule` },
    job: { id, customerName: 'Ada Young' },
  })
})

test('a visit on time, one that just began and one that is over need nobody', async () => {
  const visit = { workerId: marcus, fields: { franchiseId: denver } }
  await plantJob(app, { ...visit, status: 'scheduled', start: isoIn(2 * hour) })
  await plantJob(app, { ...visit, status: 'completed', start: isoIn(-day) })
  expect(await kinds()).toEqual([])
})

test('a job whose preferred day is here or over is urgent, one for tomorrow is not', async () => {
  const dateIn = (days: number) => isoIn(days * day).slice(0, 10)
  for (const days of [-3, 1])
    await plantJob(app, {
      fields: { franchiseId: denver, customerName: `Ada ${days}`, preferredDate: dateIn(days) },
    })
  const waiting = (await linesOf()).filter(({ kind }) => kind === 'job.waiting')
  expect(waiting.map(({ title, urgent }) => [title, urgent])).toEqual([
    ["Ada -3's job isn't scheduled", true],
    ["Ada 1's job isn't scheduled", false],
  ])
})

test('a snoozed line is away for everyone until the next morning, and a late visit that moved comes back', async () => {
  await lateFromYesterday()
  const { key } = (await linesOf())[0]!
  const { status, body } = await snooze(key, 'tomorrow')
  expect([status, typeof body.data.until]).toEqual([200, 'string'])
  expect(await kinds()).toEqual([])
  expect((await linesOf())[0]?.snoozed?.until).toBe(body.data.until)
  app.clock.set(body.data.until)
  expect(await kinds()).toContain('visit.late')
  expect((await snooze(key, 'done')).status).toBe(200)
  expect(await kinds()).toEqual([])
  expect((await snooze(key, 'now')).status).toBe(200)
  expect(await kinds()).toContain('visit.late')
})

test('a line nobody sees cannot be snoozed, and a to-do is marked done as a to-do', async () => {
  expect((await snooze('visit.late:unknown:1', 'tomorrow')).status).toBe(404)
  await app.deps.store.write((tx) =>
    raiseTodo(tx, app.clock.now(), { kind: 'sms.reply', subject: 'sms-1', title: 'A customer replied' }),
  )
  const [line] = await linesOf()
  expect(line).toMatchObject({ group: 'replies', todo: { kind: 'sms.reply' } })
  expect((await snooze(line!.key, 'done')).status).toBe(409)
  expect((await snooze(line!.key, 'next-week')).status).toBe(200)
})

test('snoozing is in the activity log, without the name of the customer', async () => {
  await lateFromYesterday()
  await snooze((await linesOf())[0]!.key, 'tomorrow')
  const { body } = await app.call('GET', '/api/admin/activity', { token: await app.hqToken() })
  expect(body.data.items[0]).toMatchObject({ type: 'today.snoozed' })
  expect(JSON.stringify(body.data.items[0])).not.toContain('Ada')
})

test('visits without a technician, plan requests, failed messages and incidents each have a line with a fix', async () => {
  const now = app.clock.now()
  const stamps = { createdAt: now, updatedAt: now }
  await plantJob(app, {
    status: 'scheduled',
    workerId: null,
    start: isoIn(5 * hour),
    fields: { franchiseId: denver },
  })
  await app.deps.store.write(async (tx) => {
    await tx.insert(customers).values({ id: 'ada', name: 'Ada Young', ...stamps })
    await tx.insert(maintenancePlans).values({
      id: 'plan-1',
      customerId: 'ada',
      customerName: 'Ada Young',
      customerEmail: 'ada@example.com',
      serviceType: 'Gutter cleaning',
      address: '1 Main St',
      intervalMonths: 6,
      ...stamps,
    })
    await tx.insert(outbox).values({
      id: 'message-1',
      about: 'test:1',
      channel: 'email',
      template: 'visit-reminder',
      recipient: 'ada@example.com',
      data: {},
      state: 'dead',
      dueAt: now,
      createdAt: now,
    })
    await tx.insert(incidents).values({
      id: 'incident-1',
      check: 'email',
      title: "Emails can't be sent",
      action: 'Check the API key of Resend.',
      since: now,
      lastSeenAt: now,
    })
  })
  const lines = await linesOf()
  expect(lines.map(({ kind }) => kind)).toEqual([
    'visit.unassigned',
    'plan.requested',
    'message.failed',
    'system.incident',
  ])
  expect(lines.every(({ fix }) => fix !== null)).toBe(true)
})

test('an overdue invoice says who owes how much', async () => {
  const { id } = await plantJob(app, {
    status: 'completed',
    workerId: marcus,
    start: isoIn(-40 * day),
    fields: { franchiseId: denver },
  })
  const now = app.clock.now()
  await app.deps.store.write((tx) =>
    tx.insert(invoices).values({
      id: 'invoice-1',
      status: 'sent',
      number: 'INV-1',
      jobId: id,
      franchiseId: denver,
      customerName: 'Ada Young',
      taxCents: 0,
      totalCents: 12_000,
      content: {} as never,
      issuedOn: '2026-01-01',
      dueOn: '2026-01-15',
      sentAt: now,
      createdAt: now,
      updatedAt: now,
    }),
  )
  const { lines, money } = await today()
  expect(lines).toMatchObject([{ kind: 'invoice.overdue', title: 'Ada Young owes $120.00' }])
  expect(money).toMatchObject({ open: { balance: 120, overdue: 120, invoices: 1 } })
  expect(money.trend).toHaveLength(14)
})

test.each([
  ['late visits', lateVisits],
  ['visits without a technician', unassignedVisits],
] as const)('%s are found by an index over open visits', async (_, query) => {
  const { read } = app.deps.store
  const text = query(app.deps, { may: () => true, franchiseId: denver }).toSQL().sql
  const steps = await read.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`))
  expect(steps.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^SEARCH jobs USING (COVERING )?INDEX jobs_open_visits \(scheduled_start/),
  )
})
