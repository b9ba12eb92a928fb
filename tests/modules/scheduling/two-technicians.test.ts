import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { secondWorkers, serviceTypes, workers, workerShifts } from '../../../db/schema'
import type { DispatchRun, Drives } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
const priya = 'worker-priya'

beforeEach(async () => {
  company = await startCompany()
  await company.deps.store.write(async (tx) => {
    await tx.insert(serviceTypes).values({
      id: 'service-gutters',
      label: 'New gutters',
      baseMinutes: 120,
      skills: ['gutter'],
      technicians: 2,
      createdAt: 0,
      updatedAt: 0,
    })
  })
})
afterEach(() => company.close())

/** It is 8 AM on Monday, March 2, in Denver. */
const date = '2026-03-02'
const at = (clock: string) => `${date}T${clock}:00.000-07:00`

/** A helper who has no skill yet. */
const hirePriya = () =>
  company.deps.store.write(async (tx) => {
    const stamps = { createdAt: 0, updatedAt: 0 }
    const home = { homeLat: 39.75, homeLng: -104.99 }
    await tx
      .insert(workers)
      .values({ id: priya, name: 'Priya Shah', franchiseId: denver, ...home, ...stamps })
    for (let weekday = 1; weekday <= 5; weekday += 1)
      await tx
        .insert(workerShifts)
        .values({ id: `${priya}-${weekday}`, workerId: priya, weekday, startMinute: 480, endMinute: 1020 })
  })

const waiting = (fields = {}) => company.waiting({ type: 'New gutters', ...fields })
const secondOf = async (jobId: string) =>
  (await company.deps.store.read.select().from(secondWorkers).where(eq(secondWorkers.jobId, jobId)))[0]
    ?.workerId
const timeOff = async (worker: string, startsAt: string, endsAt: string) =>
  expectStatus(await company.post(`/api/admin/workers/${worker}/time-off`, { startsAt, endsAt }), 201)
const callInSick = (worker: string) => timeOff(worker, at('08:00'), at('23:59'))
const cover = async (worker: string): Promise<DispatchRun> =>
  expectStatus(await company.post('/api/admin/dispatch/run', { dryRun: true, cover: worker }), 200).body.data
const commit = async ({ actions, moves }: DispatchRun): Promise<DispatchRun> =>
  expectStatus(
    await company.post('/api/admin/dispatch/run', {
      visits: [...actions.filter(({ type }) => type === 'assigned'), ...moves].map(
        ({ jobId, worker, second, start, end, revision, basis, from }) => ({
          jobId,
          worker,
          second,
          start,
          end,
          revision,
          basis,
          from,
        }),
      ),
    }),
    200,
  ).body.data

describe('dispatch of a job for two technicians', () => {
  test('sends both, and plans everything else around them', async () => {
    const id = await waiting()
    const others = await Promise.all([company.waiting(), company.waiting()])
    const run = await company.dispatch()
    const action = actionFor(run, id)
    expect(action).toMatchObject({
      type: 'assigned',
      detail: 'No other two technicians can take it together.',
    })
    expect([action.worker, action.second].toSorted()).toEqual([marcus, sofia])
    expect(await secondOf(id)).toBe(action.second!)
    expect(others.map((other) => actionFor(run, other).type)).toEqual(['assigned', 'assigned'])
  })

  test('names the days on which no two are free', async () => {
    await timeOff(marcus, '2026-03-02T08:00:00.000-07:00', '2026-03-07T08:00:00.000-07:00')
    const id = await waiting()
    const run = await company.dispatch('?dryRun=true')
    expect(actionFor(run, id)).toMatchObject({
      type: 'skipped',
      reason: 'no_capacity',
      detail: 'No two technicians are free together Mon–Fri.',
      worker: null,
      second: null,
    })
  })

  test('assigns exactly what was shown, unless the hours of one of the two changed', async () => {
    const id = await waiting()
    const shown: DispatchRun = expectStatus(
      await company.post('/api/admin/dispatch/run', { dryRun: true }),
      200,
    ).body.data
    const { second } = actionFor(shown, id)
    await timeOff(second!, '2026-03-20T08:00:00Z', '2026-03-20T18:00:00Z')
    expect(await commit(shown)).toMatchObject({ assigned: 0, skipped: 1 })
    const again: DispatchRun = expectStatus(
      await company.post('/api/admin/dispatch/run', { dryRun: true }),
      200,
    ).body.data
    expect(await commit(again)).toMatchObject({ assigned: 1, skipped: 0 })
    expect(await company.job(id)).toMatchObject({ status: 'scheduled', workerId: again.actions[0]!.worker })
    expect(await secondOf(id)).toBe(again.actions[0]!.second!)
  })

  test('follows the job where it differs from its service', async () => {
    const alone = await waiting({ technicians: 1 })
    const both = await company.waiting({ technicians: 2 })
    const run = await company.dispatch()
    expect(actionFor(run, alone).second).toBeNull()
    expect(actionFor(run, both).second).toBeString()
  })
})

describe('arrival windows of a service for two technicians', () => {
  const windowsOn = async (service: string) => {
    const query = new URLSearchParams({
      lat: '39.74',
      lng: '-104.98',
      service,
      from: '2026-03-03',
      days: '1',
    })
    const answer = await company.call('GET', `/api/availability?${String(query)}`, { from: '198.51.100.7' })
    return expectStatus(answer, 200).body.data.windows.map(({ window }: { window: string }) => window)
  }

  test('are those in which two are free, counting bookings that wait', async () => {
    await timeOff(marcus, '2026-03-03T08:00:00.000-07:00', '2026-03-03T12:00:00.000-07:00')
    expect(await windowsOn('Gutter cleaning')).toContain('08:00-10:00')
    expect(await windowsOn('New gutters')).toEqual(['12:00-14:00', '14:00-16:00'])
    await waiting({ preferredDate: '2026-03-03', preferredTime: '12:00-14:00', source: 'hq' })
    expect(await windowsOn('New gutters')).toEqual(['14:00-16:00'])
  })
})

async function visitOfTwo(lead: string, second: string): Promise<string> {
  const id = await waiting()
  const visit = { start: at('13:00'), workerId: lead, secondWorkerId: second, tellCustomer: false }
  expectStatus(await company.post(`/api/admin/jobs/${id}/schedule`, visit), 200)
  return id
}

test('a scheduled visit for two fills the days of both, with the drives to it', async () => {
  const id = await visitOfTwo(sofia, marcus)
  const { workers: rows } = expectStatus(await company.get(`/api/admin/dispatch/drives?date=${date}`), 200)
    .body.data as Drives
  for (const workerId of [sofia, marcus]) {
    const [day] = rows.find((row) => row.workerId === workerId)!.days
    expect(day).toMatchObject({
      bookedMinutes: 120,
      legs: [
        { from: null, to: id },
        { from: id, to: null },
      ],
    })
  }
})

describe('a technician of a visit for two who calls in sick', () => {
  test('is replaced alone, at the same time, and the other one stays', async () => {
    await hirePriya()
    const id = await visitOfTwo(sofia, marcus)
    await callInSick(marcus)
    const run = await cover(marcus)
    expect(run.moves).toMatchObject([{ jobId: id, worker: sofia, second: priya, notifies: false }])
    expect(run.summary).toBe("Priya Shah can take 1 of Marcus Lee's visits.")
    expect(await commit(run)).toMatchObject({ moved: 1 })
    expect(await company.job(id)).toMatchObject({ workerId: sofia, scheduledStart: Date.parse(at('13:00')) })
    expect(await secondOf(id)).toBe(priya)
  })

  test('is replaced as the lead only by someone with the skill', async () => {
    await hirePriya()
    const id = await visitOfTwo(sofia, marcus)
    await callInSick(sofia)
    expect(await cover(sofia)).toMatchObject({ moves: [], actions: [{ jobId: id, type: 'escalated' }] })
  })
})
