import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { askAboutDelays } from '../../../src/modules/scheduling/dispatch/react'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus } from '../../support/admin'
import { marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** It is 8 AM on Monday, March 2, in Denver. */
const at = (clock: string, day = '02') => new Date(`2026-03-${day}T${clock}:00-07:00`).toISOString()
const order = async (id: string, afterJobId: string | null, gapMinutes = 0) =>
  expectStatus(await company.patch(`/api/admin/jobs/${id}`, { afterJobId, gapMinutes }), 200)
const preview = async (body = {}): Promise<DispatchRun> =>
  expectStatus(await company.post('/api/admin/dispatch/run', { dryRun: true, ...body }), 200).body.data

describe('dispatch of jobs that come after others', () => {
  test('places the whole chain in one run, each after the one before it', async () => {
    const repair = await company.waiting()
    const prime = await company.waiting()
    const paint = await company.waiting()
    await order(prime, repair)
    await order(paint, prime, 24 * 60)
    const run = await company.dispatch()
    expect([repair, prime, paint].map((id) => actionFor(run, id).type)).toEqual(Array(3).fill('assigned'))
    const [one, two, three] = await Promise.all([repair, prime, paint].map((id) => company.job(id)))
    expect(two!.scheduledStart!).toBeGreaterThanOrEqual(one!.scheduledEnd!)
    expect(three!.scheduledStart!).toBeGreaterThanOrEqual(two!.scheduledEnd! + 24 * 3_600_000)
    expect(actionFor(run, prime).detail).toContain('Comes after Gutter cleaning on Mon.')
  })

  test('waits while the first job has no time', async () => {
    const repair = await company.waiting({ held: true })
    const paint = await company.waiting()
    await order(paint, repair)
    expect(actionFor(await company.dispatch(), paint)).toMatchObject({
      type: 'skipped',
      reason: 'waits_for_job',
      detail: "Comes after Gutter cleaning, which isn't scheduled yet.",
    })
    expect((await company.job(paint)).status).toBe('pending')
  })

  test('places a job before a follower that is already scheduled', async () => {
    const paint = await company.visit(sofia, at('14:00'))
    const repair = await company.waiting()
    await order(paint, repair, 60)
    await company.dispatch()
    const { scheduledEnd } = await company.job(repair)
    expect(scheduledEnd!).toBeLessThanOrEqual(Date.parse(at('13:00')))
  })

  test('plans around a visit that the dispatcher placed', async () => {
    const repair = await company.waiting()
    const paint = await company.waiting()
    await order(paint, repair)
    const fixed = [{ jobId: repair, worker: marcus, start: at('13:00', '03'), end: at('15:00', '03') }]
    const { start } = actionFor(await preview({ fixed }), paint)
    expect(Date.parse(start!)).toBeGreaterThanOrEqual(Date.parse(at('15:00', '03')))
  })

  test('assigns both as shown, though the dispatcher placed the second one', async () => {
    const repair = await company.waiting()
    const paint = await company.waiting()
    await order(paint, repair)
    const fixed = [{ jobId: paint, worker: marcus, start: at('13:00', '03'), end: at('15:00', '03') }]
    const { actions } = await preview({ fixed })
    const visits = actions.map(({ jobId, worker, start, end, revision, basis }) => ({
      jobId,
      worker,
      start,
      end,
      revision,
      basis,
    }))
    const run = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(run).toMatchObject({ assigned: 2, skipped: 0 })
    expect((await company.job(repair)).scheduledEnd!).toBeLessThanOrEqual(Date.parse(at('13:00', '03')))
  })

  test('refuses a plan that was shown before the first job moved', async () => {
    const repair = await company.visit(marcus, at('09:00'))
    const paint = await company.waiting()
    await order(paint, repair)
    const shown = actionFor(await preview(), paint)
    const later = { start: at('15:00'), workerId: marcus, tellCustomer: false }
    expectStatus(await company.post(`/api/admin/jobs/${repair}/schedule`, later), 200)
    const { jobId, worker, start, end, revision, basis } = shown
    const visits = [{ jobId, worker, start, end, revision, basis }]
    const run = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(actionFor(run, paint)).toMatchObject({
      type: 'skipped',
      reason: 'raced',
      detail: "The job before this one wouldn't be done by then.",
    })
  })

  test('explains the order', async () => {
    const repair = await company.visit(marcus, at('09:00', '03'))
    const paint = await company.waiting()
    await order(paint, repair)
    const path = `/api/admin/dispatch/explain/${paint}`
    const { detail, workers } = expectStatus(await company.get(path), 200).body.data
    expect(detail).toBe('Comes after Gutter cleaning on Tue.')
    for (const { start } of workers.filter(({ fits }: { fits: boolean }) => fits))
      expect(Date.parse(start)).toBeGreaterThanOrEqual(Date.parse(at('10:00', '03')))
  })

  test('moves the follower of a visit that runs late', async () => {
    const window = { preferredDate: '2026-03-02', preferredTime: '10:00-12:00' }
    const repair = await company.visit(marcus, at('08:00'))
    const paint = await company.visit(sofia, at('10:00'), window)
    await order(paint, repair)
    company.clock.set(at('09:40'))
    await company.deps.store.write((tx) =>
      tx
        .update(jobs)
        .set({ status: 'in_progress', startedAt: Date.parse(at('09:30')) })
        .where(eq(jobs.id, repair)),
    )
    const { moves, summary } = await preview({ cover: marcus })
    expect(moves).toMatchObject([{ jobId: paint, worker: sofia }])
    expect(Date.parse(moves[0]!.start!)).toBeGreaterThanOrEqual(Date.parse(at('10:30')))
    expect(summary).toContain(
      "Jordan Rivera's 10:00 AM visit comes after a visit that runs late and moves to 10:30 AM",
    )
    await askAboutDelays(company.deps)
    expect(await company.openTasks()).toContain(`worker.late ${marcus}`)
  })
})
