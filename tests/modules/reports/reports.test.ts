import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../../db/migrate'
import { jobs, workerTimeOff } from '../../../db/schema'
import { raiseTask } from '../../../src/modules/hq-tasks/raise'
import { postTransaction } from '../../../src/modules/ledger/post'
import { paymentReceived, refunded, transferMade } from '../../../src/modules/ledger/recipes'
import { sharesOf } from '../../../src/modules/ledger/shares'
import { Report, reportTypes } from '../../../src/modules/reports/model'
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

const ask = (query = '') => app.call('GET', `/api/reports${query}`, { from: `198.18.4.${++calls}` })
const read = async (query: string) => (await ask(query)).body.data.data

/** Paid in full in Denver: 100 dollars and 8.81 tax, of which the franchise gets 70. */
const shares = sharesOf(10_881, 881, 7_000)

async function pay(jobId: string, time: string, franchiseId: string | null = denver): Promise<void> {
  const at = Date.parse(time)
  const whole = franchiseId === null ? sharesOf(10_881, 881, 0) : shares
  await app.deps.store.write((tx) =>
    postTransaction(tx, {
      kind: 'payment',
      about: `payment:${jobId}`,
      at,
      jobId,
      franchiseId,
      entries: paymentReceived(whole, 345),
    }),
  )
}

async function payBack(jobId: string, cents: number, time: string): Promise<void> {
  const at = Date.parse(time)
  await app.deps.store.write((tx) =>
    postTransaction(tx, {
      kind: 'refund',
      about: `refund:${jobId}`,
      at,
      jobId,
      franchiseId: denver,
      entries: refunded(shares, 0, cents),
    }),
  )
}

describe('a report', () => {
  test('is the P&L of all franchises unless something else is asked for', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      type: 'pnl',
      franchise: 'all',
      generatedAt: '2026-03-02T15:00:00.000Z',
    })
    expect((await ask('?franchise=all')).body.data.franchise).toBe('all')
    expect((await ask('?franchise=')).body.data.franchise).toBe('all')
    expect((await ask(`?franchise=${denver}`)).body.data.franchise).toBe(denver)
  })

  test('has the shape its documentation promises, with data and without', async () => {
    for (const type of reportTypes)
      expect(Report.safeParse((await ask(`?type=${type}`)).body.data).error).toBeUndefined()
    const job = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-02-10T16:00:00Z',
      fields: { franchiseId: denver, zip: '80202' },
    })
    await pay(job.id, '2026-02-10T18:00:00Z')
    for (const type of reportTypes) {
      expect(Report.safeParse((await ask(`?type=${type}`)).body.data).error).toBeUndefined()
      expect(
        Report.safeParse((await ask(`?type=${type}&franchise=${denver}&from=2026-02-01`)).body.data).error,
      ).toBeUndefined()
    }
  })

  test('says which of its parameters are wrong, all at once', async () => {
    const answer = await ask(`?type=gossip&franchise=${'f'.repeat(201)}&from=yesterday&to=2026-02-30`)
    expect(answer.status).toBe(400)
    const named = answer.body.details.map((fault: string) => fault.split(':')[0])
    expect(named.toSorted()).toEqual(['franchise', 'from', 'to', 'type'])
    expect((await ask('?from=2026-03-02&to=2026-03-01')).body.details).toEqual([
      'to: must not be before from',
    ])
  })

  test('is for everybody, so it names nobody and repeats nothing that somebody typed', async () => {
    const secret = 'Zebulon'
    await app.call('POST', '/api/jobs/create', {
      body: {
        customerName: secret,
        customerEmail: `${secret}@example.com`,
        customerPhone: '303-555-0199',
        address: `1 ${secret} Way, Denver, CO 80202`,
        type: `${secret} special`,
        franchiseId: `${secret}-franchise`,
        notes: secret,
        price: 100,
      },
    })
    await app.deps.background.idle()
    for (const type of reportTypes) {
      const { text } = await ask(`?type=${type}`)
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
      expect(text).not.toContain('Marcus')
      expect(text).not.toContain('Front Range')
    }
    const { byType } = await read('?type=jobs')
    expect(byType).toEqual([{ type: 'other', jobs: 1, completed: 0, cancelled: 0, cancelRate: 0 }])
  })
})

describe('money', () => {
  test('is divided to the cent, month by month, and adds up', async () => {
    const one = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-01-20T16:00:00Z',
      fields: { franchiseId: denver },
    })
    const other = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-02-10T16:00:00Z',
      fields: { type: 'Odd job' },
    })
    await pay(one.id, '2026-01-20T18:00:00Z')
    await pay(other.id, '2026-02-10T18:00:00Z', null)
    // In March by Greenwich, in February by Denver.
    await payBack(one.id, 10_881, '2026-03-01T05:00:00Z')
    await app.deps.store.write((tx) =>
      postTransaction(tx, {
        kind: 'transfer',
        about: 'transfer:1',
        at: Date.parse('2026-01-21T00:00:00Z'),
        franchiseId: denver,
        entries: transferMade(7_000),
      }),
    )
    const pnl = await read('?type=pnl')
    expect(pnl.months).toEqual([
      {
        month: '2026-01',
        payments: 1,
        revenue: 100,
        refunds: 0,
        netRevenue: 100,
        franchiseShares: 70,
        fees: 3.45,
        hqNet: 26.55,
        tax: 8.81,
      },
      {
        month: '2026-02',
        payments: 1,
        revenue: 100,
        refunds: 100,
        netRevenue: 0,
        franchiseShares: -70,
        fees: 3.45,
        hqNet: 66.55,
        tax: 0,
      },
    ])
    expect(pnl).toMatchObject({
      payments: 2,
      revenue: 200,
      refunds: 100,
      netRevenue: 100,
      franchiseShares: 0,
      fees: 6.9,
      hqNet: 93.1,
      tax: 8.81,
    })

    const revenue = await read('?type=revenue')
    expect(revenue).toMatchObject({ revenue: 200, refunds: 100, netRevenue: 100, averageTicket: 100 })
    expect(revenue.franchises).toEqual([
      { franchiseId: null, payments: 1, revenue: 100, refunds: 0, netRevenue: 100, averageTicket: 100 },
      { franchiseId: denver, payments: 1, revenue: 100, refunds: 100, netRevenue: 0, averageTicket: 100 },
    ])
    expect(
      revenue.types
        .map(({ type, netRevenue }: { type: string; netRevenue: number }) => [type, netRevenue])
        .toSorted(),
    ).toEqual([
      ['Gutter cleaning', 0],
      ['other', 100],
    ])
    expect((await read(`?type=pnl&franchise=${denver}&to=2026-01-31`)).hqNet).toBe(26.55)
    expect((await read('?type=revenue&from=2026-02-01')).revenue).toBe(100)
  })
})

describe('jobs', () => {
  test('are counted by status, service and month of booking, with how long people wait', async () => {
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

describe('what is billed without a visit', () => {
  test('is a job, but nobody waited for it and nobody came', async () => {
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

  test('is taken out of what an older version has summed up', async () => {
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
    ['an evening nobody works', '2026-03-10T23:00:00Z', '2026-03-11T06:00:00Z', 0],
    ['half an hour', '2026-03-10T16:00:00Z', '2026-03-10T16:30:00Z', 0.5],
    ['a time without an end in sight', '2026-03-12T06:00:00Z', '9999-12-31T00:00:00Z', 18],
  ]
  test.each(cases)(
    'time off counts as far as it falls into shifts: %s',
    async (_, startsAt, endsAt, hours) => {
      app.clock.set('2026-03-20T15:00:00Z')
      const before = await hoursOfMarch()
      await takeOff(startsAt, endsAt)
      expect(before - (await hoursOfMarch())).toBe(hours)
    },
  )

  test('time off that is entered twice is taken off once', async () => {
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

  test('are measured against the hours they have, without time off', async () => {
    // Both work Monday to Friday, nine hours a day, since the beginning of the year.
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

  test('cost no more when somebody asks about the time since year one', async () => {
    const report = await read('?type=workers&from=0001-01-01')
    expect(report).toMatchObject({ workers: 2, visits: 0, availableHours: 18 })
  })
})

describe('coverage', () => {
  test('shows where jobs are that nobody is near, and hides places where hardly anybody lives', async () => {
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
      await raiseTask(tx, app.clock.now(), {
        kind: 'job.no-franchise',
        subject: lost[0]!.id,
        title: 'Outside',
      })
      await raiseTask(tx, app.clock.now(), {
        kind: 'message-undelivered',
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
