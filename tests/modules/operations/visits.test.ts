import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../../db/migrate'
import { jobs, workerTimeOff } from '../../../db/schema'
import { raiseTodo } from '../../../src/modules/office/todos'
import { startTestApp, type TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { openEmptyDatabase } from '../../support/migration'
import { addWorld, denver, marcus } from '../../support/world'

let app: TestApp
let calls = 0

beforeEach(async () => {
  app = await startTestApp({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(app)
})
afterEach(() => app.close())

const ask = async (query = '') =>
  app.call('GET', `/api/reports${query}`, { from: `198.18.4.${++calls}`, token: await app.hqToken() })
const read = async (query: string) => (await ask(query)).body.data.data

describe('jobs', () => {
  test('are counted by status, service and booking month, with how long people wait', async () => {
    const booked = (time: string, fields = {}) => ({
      franchiseId: denver,
      createdAt: Date.parse(time),
      ...fields,
    })
    await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-02-03T16:00:00Z',
      fields: booked('2026-02-01T16:00:00Z'),
    })
    await plantJob(app, {
      status: 'no_show',
      workerId: marcus,
      start: '2026-02-05T16:00:00Z',
      fields: booked('2026-02-01T16:00:00Z', { type: 'GUTTER CLEANING' }),
    })
    await plantJob(app, { status: 'cancelled', fields: booked('2026-01-31T16:00:00Z') })
    await plantJob(app, { status: 'pending', fields: booked('2026-03-01T16:00:00Z') })
    const report = await read('?type=jobs')
    expect(report).toMatchObject({ total: 4, cancelRate: 0.25, noShowRate: 0.25, leadTimeDays: 3 })
    expect(report.byType).toEqual([
      { type: 'Gutter cleaning', jobs: 4, completed: 1, cancelled: 1, cancelRate: 0.25 },
    ])
    expect(report.months.map(({ month, jobs }: { month: string; jobs: number }) => [month, jobs])).toEqual([
      ['2026-01', 1],
      ['2026-02', 2],
      ['2026-03', 1],
    ])
    expect((await read('?type=jobs&from=2026-02-01&to=2026-02-01')).total).toBe(2)
  })
})

describe('a job billed without a visit', () => {
  test('counts as a job, but not as a wait or a visit', async () => {
    for (const [number, nextBillingDate] of ['2026-03-02', '2026-03-02', '2020-01-31'].entries())
      await app.call('POST', '/api/billing/recurring', {
        token: await app.hqToken(),
        body: {
          recurringScheduleId: `schedule-${number}`,
          franchiseId: denver,
          customerId: 'c',
          customerName: 'Ann',
          customerEmail: 'ann@example.com',
          serviceType: 'Gutter cleaning',
          intervalMonths: 1,
          price: 50,
          nextBillingDate,
        },
      })
    const run = await app.call('GET', '/api/cron/recurring-jobs', { token: app.deps.secrets.cronSecret })
    expect(run.body.data.invoicesCreated).toBeGreaterThanOrEqual(3)
    app.clock.set('2026-03-03T15:00:00Z')
    expect(await read('?type=workers')).toMatchObject({ visits: 0, completed: 0, jobsPerWorkerDay: 0 })
    const report = await read('?type=jobs')
    expect(report.leadTimeDays).toBeNull()
    expect(report.byStatus.completed).toBe(report.total)
  })

  test('is removed from the sums of an older version', async () => {
    const upgraded = await openEmptyDatabase()
    try {
      const known = readMigrations()
      const before = known.findIndex(({ name }) => name.endsWith('visits-counted-anew'))
      await migrate(upgraded.target, known.slice(0, before))
      const stored = (source: string) =>
        `INSERT INTO summed_chunks (source, chunk, time_zone, totals) VALUES ('${source}', 0, 'UTC', '{}')`
      await upgraded.target.apply([stored('jobs'), stored('ledger')])
      await migrate(upgraded.target)
      expect(await upgraded.target.query('SELECT source FROM summed_chunks')).toEqual([{ source: 'ledger' }])
    } finally {
      await upgraded.close()
    }
  })
})

describe('workers', () => {
  const hoursOfMarch = async () =>
    (await read('?type=workers&from=2026-03-09&to=2026-03-15')).availableHours as number

  const cases: [what: string, startsAt: string, endsAt: string, hours: number][] = [
    ['a whole week', '2026-03-09T06:00:00Z', '2026-03-14T06:00:00Z', 45],
    ['a week up to its last minute', '2026-03-09T06:00:00Z', '2026-03-14T05:59:00Z', 45],
    ['exactly one shift', '2026-03-10T14:00:00Z', '2026-03-10T23:00:00Z', 9],
    ['one afternoon and the next morning', '2026-03-10T22:00:00Z', '2026-03-11T15:00:00Z', 2],
    ['an evening when nobody works', '2026-03-10T23:00:00Z', '2026-03-11T06:00:00Z', 0],
    ['half an hour', '2026-03-10T16:00:00Z', '2026-03-10T16:30:00Z', 0.5],
    ['a time with no end in sight', '2026-03-12T06:00:00Z', '9999-12-31T00:00:00Z', 18],
  ]
  test.each(cases)('time off counts as far as it overlaps shifts: %s', async (_, startsAt, endsAt, hours) => {
    app.clock.set('2026-03-20T15:00:00Z')
    const before = await hoursOfMarch()
    await takeOff(startsAt, endsAt)
    expect(before - (await hoursOfMarch())).toBe(hours)
  })

  test('time off entered twice is subtracted once', async () => {
    app.clock.set('2026-03-20T15:00:00Z')
    const before = await hoursOfMarch()
    await takeOff('2026-03-10T06:00:00Z', '2026-03-11T06:00:00Z')
    await takeOff('2026-03-10T18:00:00Z', '2026-03-12T06:00:00Z')
    expect(before - (await hoursOfMarch())).toBe(18)
  })

  const takeOff = async (startsAt: string, endsAt: string) =>
    app.call('POST', `/api/admin/workers/${marcus}/time-off`, {
      token: await app.hqToken(),
      body: { startsAt, endsAt },
    })

  test('are measured against their hours without time off', async () => {
    // Both have worked Monday to Friday, nine hours a day, since the start of the year.
    await app.deps.store.write(async (tx) => {
      await tx.run('UPDATE workers SET created_at = 0')
      await tx.insert(workerTimeOff).values({
        id: 'holiday',
        workerId: marcus,
        startsAt: Date.parse('2026-02-09T07:00:00Z'),
        endsAt: Date.parse('2026-02-11T07:00:00Z'),
        createdAt: 0,
      })
    })
    const done = (start: string, late: number) =>
      plantJob(app, {
        status: 'completed',
        workerId: marcus,
        start,
        fields: { franchiseId: denver, startedAt: Date.parse(start) + late * 60_000 },
      })
    await done('2026-02-12T16:00:00Z', 0)
    await done('2026-02-12T18:00:00Z', 15)
    await done('2026-02-13T16:00:00Z', 16)
    // Still ahead: neither done nor late.
    await plantJob(app, { status: 'scheduled', workerId: marcus, start: '2026-03-06T16:00:00Z' })
    const week = await read('?type=workers&from=2026-02-09&to=2026-02-15')
    expect(week).toMatchObject({
      workers: 2,
      visits: 3,
      completed: 3,
      noShows: 0,
      busyHours: 3,
      availableHours: 72,
    })
    expect(week).toMatchObject({ utilisation: 0.0417, jobsPerWorkerDay: 0.375, onTimeShare: 0.6667 })
    expect(week.months).toHaveLength(1)
    expect((await read('?type=workers')).visits).toBe(3)
  })

  test('cost no more when someone asks about the time since year one', async () => {
    const report = await read('?type=workers&from=0001-01-01')
    expect(report).toMatchObject({ workers: 2, visits: 0, availableHours: 18 })
  })
})

describe('coverage', () => {
  test('shows where jobs have no worker nearby, and hides places where hardly anyone lives', async () => {
    const at = (
      zip: string | null,
      franchiseId: string | null,
      placeState: 'placed' | 'unknown' = 'placed',
    ) => plantJob(app, { fields: { zip, franchiseId, placeState } })
    for (let n = 0; n < 6; n++) await at('80202', denver)
    const lost: { id: string }[] = []
    for (let n = 0; n < 5; n++) lost.push(await at('59718', null))
    await at('59801', null)
    await at(null, null, 'unknown')
    await app.deps.store.write(async (tx) => {
      await raiseTodo(tx, app.clock.now(), {
        kind: 'job.no-franchise',
        subject: lost[0]!.id,
        title: 'Outside',
      })
      await raiseTodo(tx, app.clock.now(), {
        kind: 'message.undelivered',
        subject: lost[0]!.id,
        title: 'Not about this',
      })
    })
    const report = await read('?type=coverage')
    expect(report).toMatchObject({ inside: 6, outside: 6, unplaced: 1, escalations: 1, outsideShare: 0.5 })
    expect(report.areas).toEqual([
      { area: '597', inside: 0, outside: 5, unplaced: 0, escalations: 1 },
      { area: '802', inside: 6, outside: 0, unplaced: 0, escalations: 0 },
    ])
    expect(report.elsewhere).toEqual({ inside: 0, outside: 1, unplaced: 1, escalations: 0 })
    expect(await app.deps.store.read.select().from(jobs)).toHaveLength(13)
  })
})
