import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { fillBusiness } from '../../../bench/reports/fill'
import { workers, workerTimeOff } from '../../../db/schema'
import { sharesOf } from '../../../src/modules/ledger/shares'
import { postTransaction, paymentReceived, refunded } from '../../../src/modules/ledger/transactions'
import { sumUp } from '../../../src/modules/operations/reports/stored-sums'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { addWorld, marcus, sofia } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const read = async () => expectStatus(await admin.get('/api/dev/metrics'), 200).body.data

describe('metrics', () => {
  test('of an empty store are zeros, for every status', async () => {
    expect(await read()).toEqual({
      jobs: {
        total: 0,
        pending: 0,
        scheduled: 0,
        en_route: 0,
        in_progress: 0,
        completed: 0,
        cancelled: 0,
        no_show: 0,
      },
      workers: { total: 0, available: 0 },
      revenue: { total: 0, completedJobs: 0 },
    })
  })

  test('count jobs by status, and revenue without tax and refunds', async () => {
    await addWorld(admin)
    const start = (hour: number) => `2026-03-0${2 + hour}T16:00:00Z`
    const statuses = ['completed', 'completed', 'no_show', 'scheduled'] as const
    for (const [index, status] of statuses.entries())
      await plantJob(admin, { status, workerId: marcus, start: start(index) })
    await plantJob(admin, { status: 'cancelled' })
    await plantJob(admin, { status: 'pending' })
    const shares = sharesOf(10_881, 881, 7_000)
    await admin.deps.store.write(async (tx) => {
      const whole = { at: admin.clock.now(), franchiseId: 'franchise-denver' }
      await postTransaction(tx, {
        ...whole,
        kind: 'payment',
        about: 'payment:1',
        entries: paymentReceived(shares, 300),
      })
      await postTransaction(tx, {
        ...whole,
        kind: 'refund',
        about: 'refund:1',
        entries: refunded(shares, 0, 5_000),
      })
    })
    const { jobs, revenue } = await read()
    expect(jobs).toEqual({
      total: 6,
      pending: 1,
      scheduled: 1,
      en_route: 0,
      in_progress: 0,
      completed: 2,
      cancelled: 1,
      no_show: 1,
    })
    // $50.00 was refunded, including $4.04 tax.
    expect(revenue).toEqual({ total: 54.04, completedJobs: 2 })
  })

  test('are the same counted or summed up, and after a change', async () => {
    await fillBusiness(admin.deps, 4_500)
    const counted = await read()
    await sumUp(admin.deps)
    expect(await read()).toEqual(counted)
    await admin.deps.store.write((tx) =>
      tx.run(sql`UPDATE jobs SET status = 'cancelled' WHERE seq IN (2, 4400) AND status <> 'cancelled'`),
    )
    const [truth] = await admin.deps.store.read.all<{ cancelled: number }>(
      sql`SELECT count(*) AS cancelled FROM jobs WHERE status = 'cancelled'`,
    )
    expect((await read()).jobs).toMatchObject({ total: 4_500, cancelled: truth!.cancelled })
  })
})

describe('a worker is available', () => {
  beforeEach(() => addWorld(admin))
  const available = async () => (await read()).workers

  test("during working hours on the franchise's clock", async () => {
    for (const [time, count] of [
      ['2026-03-02T14:59:00Z', 0],
      ['2026-03-02T15:00:00Z', 2],
      ['2026-03-02T23:59:00Z', 2],
      ['2026-03-03T00:00:00Z', 0],
      ['2026-03-07T18:00:00Z', 0],
    ] as const) {
      admin.clock.set(time)
      expect({ time, ...(await available()) }).toEqual({ time, total: 2, available: count })
    }
  })

  test('unless away, on a visit, or no longer employed', async () => {
    const now = admin.clock.now()
    await admin.deps.store.write((tx) =>
      tx
        .insert(workerTimeOff)
        .values({ id: 'off', workerId: sofia, startsAt: now, endsAt: now + 3_600_000, createdAt: now }),
    )
    expect(await available()).toEqual({ total: 2, available: 1 })
    await plantJob(admin, { status: 'en_route', workerId: marcus, start: '2026-03-02T15:10:00Z' })
    expect(await available()).toEqual({ total: 2, available: 0 })
    await admin.deps.store.write((tx) => tx.update(workers).set({ active: false }))
    expect(await available()).toEqual({ total: 0, available: 0 })
  })
})
