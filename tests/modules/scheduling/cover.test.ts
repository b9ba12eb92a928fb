import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, outbox, serviceTypes, workers, workerShifts } from '../../../db/schema'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { askAboutDelays, reactSoon } from '../../../src/modules/scheduling/dispatch/react'
import { expectStatus } from '../../support/admin'
import { marcus, sofia } from '../../support/world'
import { startCompany, type Company, type JobFields } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** It is 8 AM on Monday, March 2, in Denver. */
const date = '2026-03-02'
const at = (clock: string) => `${date}T${clock}:00.000-07:00`
const promised = (worker: string, clock: string, preferredTime: string, fields: JobFields = {}) =>
  company.visit(worker, at(clock), { preferredDate: date, preferredTime, ...fields })

const cover = async (worker: string): Promise<DispatchRun> =>
  expectStatus(await company.post('/api/admin/dispatch/run', { dryRun: true, cover: worker }), 200).body.data

const callInSick = async (worker: string) =>
  expectStatus(
    await company.post(`/api/admin/workers/${worker}/time-off`, {
      startsAt: at('08:00'),
      endsAt: at('23:59'),
    }),
    201,
  )

const shown = ({ moves }: DispatchRun) =>
  moves.map(({ jobId, worker, start, end, revision, basis, from }) => ({
    jobId,
    worker,
    start,
    end,
    revision,
    basis,
    from,
  }))

describe('a technician who calls in sick', () => {
  test('is covered by others in time, and customers whom nobody reaches in time are named', async () => {
    const early = await promised(sofia, '09:00', '08:00-10:00')
    const late = await promised(sofia, '13:00', '12:00-14:00')
    const exact = await company.visit(sofia, at('15:00'), { customerName: 'Priya Shah' })
    // Marcus is taken then.
    await company.visit(marcus, at('14:30'))
    await callInSick(sofia)
    const run = await cover(sofia)
    expect(run.moves.map(({ jobId, worker }) => [jobId, worker])).toEqual([
      [early, marcus],
      [late, marcus],
    ])
    expect(run.moves[0]!.detail).toMatch(
      /^Marcus Lee can take it at \d+:\d\d AM, stays in the 8–10 AM window\.$/,
    )
    expect(run.actions).toMatchObject([
      { type: 'escalated', jobId: exact, remedies: [{ kind: 'offer', date: expect.any(String) }] },
    ])
    expect(run.summary).toMatch(
      /^Marcus Lee can take 2 of Sofia Reyes's visits\. Priya Shah's 3:00 PM visit needs a call \((\w{3}|today) .+ would work\)\.$/,
    )
  })

  test('says what keeps everyone else from a visit, if it is one thing', async () => {
    await company.visit(sofia, at('15:00'))
    await callInSick(sofia)
    const why = async () => (await cover(sofia)).actions.map(({ detail }) => detail.split('. ')[0])
    expect(await why()).toEqual([])
    await company.deps.store.write((tx) =>
      tx
        .update(workerShifts)
        .set({ endMinute: 14 * 60 })
        .where(eq(workerShifts.workerId, marcus)),
    )
    expect(await why()).toEqual(["It doesn't fit into anyone else's shift"])
    await company.deps.store.write(async (tx) => {
      await tx.update(serviceTypes).set({ skills: ['roof'] })
      await tx
        .update(workers)
        .set({ skills: ['roof'] })
        .where(eq(workers.id, sofia))
    })
    expect(await why()).toEqual(['Nobody else has the skills for it'])
  })

  test("keeps the visit they are on, and the proposal doesn't pass over it", async () => {
    const begun = await company.visit(sofia, at('08:00'), { customerName: 'Nora Nguyen' })
    await promised(sofia, '13:00', '12:00-14:00')
    expectStatus(await company.post(`/api/admin/jobs/${begun}/move`, { to: 'en_route' }), 200)
    await callInSick(sofia)
    const run = await cover(sofia)
    expect([...run.moves, ...run.actions].map(({ jobId }) => jobId)).not.toContain(begun)
    expect(run.summary).toBe(
      "Marcus Lee can take 1 of Sofia Reyes's visits. Sofia Reyes is already on the way to Nora Nguyen's 8:00 AM visit.",
    )
    expectStatus(await company.post(`/api/admin/jobs/${begun}/move`, { to: 'in_progress' }), 200)
    expect((await cover(sofia)).summary).toBe(
      "Marcus Lee can take 1 of Sofia Reyes's visits. Nora Nguyen's 8:00 AM visit is already under way.",
    )
  })

  test('gets a to-do that says so within seconds, and accepting does exactly what was shown', async () => {
    const early = await promised(sofia, '09:00', '08:00-10:00', {
      customerEmail: 'pat@example.com',
      namedWorkerId: sofia,
    })
    await callInSick(sofia)
    await company.deps.background.idle()
    const task = () => company.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'worker.absent'))
    expect(await task()).toMatchObject([
      { state: 'open', subject: sofia, detail: "Marcus Lee can take 1 of Sofia Reyes's visits." },
    ])
    const run = await cover(sofia)
    const visits = shown(run)
    const done = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(done).toMatchObject({ moved: 1, skipped: 0 })
    expect(await company.job(early)).toMatchObject({
      workerId: marcus,
      scheduledStart: Date.parse(visits[0]!.start!),
    })
    expect(await task()).toMatchObject([{ state: 'done' }])
    const told = await company.deps.store.read.select().from(outbox).where(eq(outbox.jobId, early))
    expect(told).toMatchObject([{ channel: 'email', data: { kept: true, formerWorkerName: 'Sofia Reyes' } }])
    expect((await cover(sofia)).summary).toBe('Sofia Reyes can make all visits today.')
  })

  test('says what changed since the proposal was shown', async () => {
    const early = await promised(sofia, '09:00', '08:00-10:00')
    await callInSick(sofia)
    const visits = shown(await cover(sofia))
    await company.call('POST', '/api/customer/cancel', { body: { jobId: early } })
    const done = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(done).toMatchObject({ moved: 0, actions: [{ detail: 'The job was canceled in the meantime.' }] })
  })
})

test('a technician who runs late keeps what can be made in time and hands over the rest', async () => {
  const first = await promised(sofia, '08:30', '08:00-10:00')
  const second = await promised(sofia, '09:45', '08:00-10:00')
  const third = await promised(sofia, '13:00', '12:00-14:00')
  company.clock.advance(80 * 60_000)
  // 9:20, and the first visit only begins now.
  expectStatus(await company.post(`/api/admin/jobs/${first}/move`, { to: 'en_route' }), 200)
  expectStatus(await company.post(`/api/admin/jobs/${first}/move`, { to: 'in_progress' }), 200)
  company.clock.advance(35 * 60_000)
  const run = await cover(sofia)
  const named = [...run.moves, ...run.actions].map(({ jobId }) => jobId)
  expect(named).toEqual([second])
  expect(named).not.toContain(third)

  const open = async () =>
    (await company.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'worker.late'))).map(
      ({ title, state }) => [title, state],
    )
  await askAboutDelays(company.deps)
  expect(await open()).toEqual([['Sofia Reyes is running late: 1 visit needs someone else', 'open']])
  await company.call('POST', '/api/customer/cancel', { body: { jobId: second } })
  await askAboutDelays(company.deps)
  expect(await open()).toEqual([['Sofia Reyes is running late: 1 visit needs someone else', 'done']])
})

test('a cancellation lets the other visits of the franchise move closer within seconds', async () => {
  const tomorrow = (clock: string) => `2026-03-04T${clock}:00.000-07:00`
  const north = { lat: 39.88, lng: -104.99, preferredDate: '2026-03-04', movable: true }
  const south = { lat: 39.62, lng: -104.99, preferredDate: '2026-03-04', movable: true }
  const ids = [
    await company.visit(marcus, tomorrow('08:30'), { ...north, preferredTime: '08:00-10:00' }),
    await company.visit(marcus, tomorrow('10:30'), { ...south, preferredTime: '10:00-12:00' }),
    await company.visit(marcus, tomorrow('12:30'), { ...north, preferredTime: '10:00-14:00' }),
  ]
  const gone = await company.visit(sofia, tomorrow('09:00'))
  const look = async () => {
    reactSoon(company.deps)
    await company.deps.background.idle()
  }
  const revisions = () => Promise.all(ids.map(async (id) => (await company.job(id)).revision))
  const before = await revisions()
  await look()
  expect(await revisions()).toEqual(before)
  await company.call('POST', '/api/customer/cancel', { body: { jobId: gone } })
  await look()
  expect(await revisions()).not.toEqual(before)
})

test('a customer who was not home leaves room for one who waits for it, within seconds', async () => {
  const visit = (worker: string, clock: string) => company.visit(worker, at(clock))
  const missed = await visit(sofia, '10:00')
  for (const clock of ['09:00', '10:00', '11:00']) await visit(marcus, clock)
  for (const clock of ['09:00', '11:00']) await visit(sofia, clock)
  // Another visit that may move, as on every day with bookings from the website.
  await company.visit(marcus, '2026-03-04T09:00:00.000-07:00', {
    preferredDate: '2026-03-04',
    preferredTime: '08:00-10:00',
    movable: true,
  })
  const waiting = await company.waiting({ preferredDate: date, preferredTime: '10:00-10:15' })
  const look = async () => {
    reactSoon(company.deps)
    await company.deps.background.idle()
  }
  await look()
  expect(await company.dispatch()).toMatchObject({ assigned: 0 })
  expectStatus(await company.post(`/api/admin/jobs/${missed}/move`, { to: 'no_show' }), 200)
  await look()
  expect(await company.job(waiting)).toMatchObject({ status: 'scheduled', workerId: sofia })
})

test('somebody else cannot be covered by a person of another franchise', async () => {
  expectStatus(await company.post('/api/admin/dispatch/run', { dryRun: true, cover: 'nobody' }), 404)
  expectStatus(await company.post('/api/admin/dispatch/run', { cover: sofia }), 400)
})
