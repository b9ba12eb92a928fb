import { afterEach, beforeEach, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { activity, hqTasks, jobs } from '../../../db/schema'
import { promisedWindow } from '../../../src/lib/promised-time'
import { improveSoon } from '../../../src/modules/scheduling/dispatch/better-plan'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { reactSoon } from '../../../src/modules/scheduling/dispatch/react'
import { shownOf } from '../../../src/modules/scheduling/dispatch/shown'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { startCompany, type Company } from './company'
import { searchBriefly, zigzags } from './zigzags'

let company: Company
beforeEach(async () => {
  company = await startCompany()
  searchBriefly(company)
})
afterEach(() => company.close())

async function look(): Promise<void> {
  improveSoon(company.deps)
  await company.deps.background.idle()
}

const todos = () =>
  company.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'board.better-plan'))
const better = async (): Promise<DispatchRun> =>
  expectStatus(
    await company.post('/api/admin/dispatch/run', { dryRun: true, better: true, franchiseId: denver }),
    200,
  ).body.data
const visitsNow = async () =>
  (await company.deps.store.read.select().from(jobs)).map(({ id, workerId, scheduledStart }) => [
    id,
    workerId,
    scheduledStart,
  ])

test('a plan that saves enough driving waits as a to-do, and is applied as shown with one click', async () => {
  await zigzags(company)
  const before = await visitsNow()
  await look()
  expect(await todos()).toMatchObject([
    {
      state: 'open',
      subject: denver,
      franchiseId: denver,
      title: expect.stringMatching(/^A better dispatch plan saves .+ of driving$/),
      detail: expect.stringMatching(/^Front Range Gutters: \d+ visits move, all within the arrival windows/),
    },
  ])
  // Nothing has happened yet.
  expect(await visitsNow()).toEqual(before)
  const today = expectStatus(await company.get('/api/admin/today'), 200).body.data
  expect(JSON.stringify(today)).toContain('See plan')
  const run = await better()
  expect(run.moves.length).toBeGreaterThan(0)
  expect(run.summary).toMatch(/^Saves .+ of driving\.$/)
  const visits = shownOf(run).map((visit) => ({
    ...visit,
    start: new Date(visit.start).toISOString(),
    end: new Date(visit.end).toISOString(),
    from: visit.from && { ...visit.from, start: new Date(visit.from.start).toISOString() },
  }))
  const done = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
  expect(done).toMatchObject({ moved: run.moves.length, skipped: 0 })
  for (const job of await company.deps.store.read.select().from(jobs))
    expect(promisedWindow(job, job.scheduledStart!, 'America/Denver')).not.toBeNull()
  expect(await todos()).toMatchObject([{ state: 'done' }])
  await look()
  expect(await todos()).toHaveLength(1)
})

test('a plan is thrown away when one of its visits changes', async () => {
  await zigzags(company)
  await look()
  const [move] = (await better()).moves
  await company.call('POST', '/api/customer/cancel', { body: { jobId: move!.jobId } })
  reactSoon(company.deps)
  await company.deps.background.idle()
  expect(await todos()).toMatchObject([{ state: 'done' }])
  expect(await better()).toMatchObject({
    moves: [],
    summary: 'The board has changed since this plan was found, so the plan no longer fits.',
  })
})

test('a plan is thrown away once its visits are fixed', async () => {
  await zigzags(company)
  await look()
  const starts = (await better()).moves.map(({ start }) => Date.parse(start!))
  // 5 PM the evening before, and then 7 PM.
  const fixedFrom = new Date(Math.min(...starts)).setUTCHours(1)
  company.clock.advance(fixedFrom - 3_600_000 - company.deps.clock.now())
  expect((await better()).moves).not.toEqual([])
  company.clock.advance(2 * 3_600_000)
  expect((await better()).moves).toEqual([])
})

test('a plan that saves less than the office wants is not offered', async () => {
  await zigzags(company)
  expectStatus(
    await company.patch('/api/admin/settings/dispatch', { values: { betterPlanMinutes: 600 } }),
    200,
  )
  await look()
  expect(await todos()).toEqual([])
})

test('the office can have better plans and covers applied without a click, and the log says so', async () => {
  await zigzags(company)
  const today = '2026-03-02'
  const early = await company.visit(sofia, `${today}T09:00:00.000-07:00`, {
    preferredDate: today,
    preferredTime: '08:00-10:00',
  })
  const before = await visitsNow()
  await company.patch(`/api/admin/franchises/${denver}`, {
    visitMoves: { moves: 'window', freezeHours: 6, keepsTechnician: false, acceptsPlans: true },
  })
  await look()
  expect(await todos()).toEqual([])
  expect(await visitsNow()).not.toEqual(before)
  const newest = async () =>
    (await company.deps.store.read.select().from(activity).orderBy(desc(activity.id)).limit(1))[0]
  expect(await newest()).toMatchObject({
    type: 'dispatch.run',
    actor: 'dispatch',
    summary: expect.stringMatching(/^Applied a dispatch plan automatically: 0 assigned · \d+ moved/),
  })
  expectStatus(
    await company.post(`/api/admin/workers/${sofia}/time-off`, {
      startsAt: `${today}T08:00:00-07:00`,
      endsAt: `${today}T23:59:00-07:00`,
    }),
    201,
  )
  await company.deps.background.idle()
  expect(await company.job(early)).toMatchObject({ workerId: marcus })
  expect(await newest()).toMatchObject({ summary: expect.stringContaining('automatically') })
})
