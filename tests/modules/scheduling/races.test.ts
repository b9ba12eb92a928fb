import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, taskRuns, workers } from '../../../db/schema'
import type { Store } from '../../../db/store'
import { autoDispatch } from '../../../src/modules/scheduling/dispatch/run'
import { failureOf } from '../../support/failure'
import { marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** Runs dispatch with something happening between its plan and its first write. */
async function dispatchWhile(meanwhile: () => Promise<unknown>) {
  const { store } = company.deps
  let happened = false
  const interrupted: Store = {
    ...store,
    read: store.read,
    async write(unit) {
      if (!happened) {
        happened = true
        await meanwhile()
      }
      return store.write(unit)
    },
  }
  return autoDispatch({ ...company.deps, store: interrupted })
}

const raced = { type: 'skipped', reason: 'raced', worker: null, score: null, runnerUp: null }

describe('a job is skipped without an error', () => {
  test('when its worker got another visit at that time', async () => {
    await company.deps.store.write((tx) =>
      tx.update(workers).set({ active: false }).where(eq(workers.id, sofia)),
    )
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '8-8:10' })
    const run = await dispatchWhile(() => company.visit(marcus, '2026-03-03T15:00:00Z'))
    expect(run).toMatchObject({ success: true, assigned: 0, skipped: 1, actions: [raced] })
    expect(await company.job(id)).toMatchObject({ status: 'pending', workerId: null, scheduledStart: null })
    expect(await company.messagesAbout(id)).toBe(0)
  })

  const ofTheWorker: Record<string, () => Promise<{ status: number }>> = {
    'took time off': () => {
      const away = { startsAt: '2026-03-02T07:00:00Z', endsAt: '2026-03-09T07:00:00Z' }
      return company.post(`/api/admin/workers/${marcus}/time-off`, away)
    },
    'got other hours': () =>
      company.put(`/api/admin/workers/${marcus}/shifts`, {
        shifts: [{ weekday: 6, start: '08:00', end: '12:00' }],
      }),
    'lost a skill': () => company.patch(`/api/admin/workers/${marcus}`, { skills: [] }),
    'may do less in a day': () => company.patch(`/api/admin/workers/${marcus}`, { maxJobsPerDay: 1 }),
    'works elsewhere': () => company.patch(`/api/admin/workers/${marcus}`, { franchiseId: null }),
  }
  for (const [what, happens] of Object.entries(ofTheWorker))
    test(`when its worker ${what}, and is planned again by the next run`, async () => {
      await company.patch(`/api/admin/workers/${sofia}`, { active: false })
      const id = await company.waiting()
      const run = await dispatchWhile(async () => expect((await happens()).status).toBeLessThan(300))
      expect(actionFor(run, id)).toMatchObject({ ...raced, detail: expect.stringContaining('technician') })
      expect((await company.job(id)).status).toBe('pending')
      await company.patch(`/api/admin/workers/${sofia}`, { active: true })
      expect((await company.dispatch()).assigned).toBe(1)
    })

  test("when its worker's time off was withdrawn", async () => {
    const away = { startsAt: '2026-03-04T07:00:00Z', endsAt: '2026-03-05T07:00:00Z' }
    const { body } = await company.post(`/api/admin/workers/${marcus}/time-off`, away)
    const id = await company.waiting()
    const run = await dispatchWhile(() =>
      company.remove(`/api/admin/workers/${marcus}/time-off/${body.data.id}`),
    )
    expect(actionFor(run, id)).toMatchObject(raced)
  })

  test('when its worker stopped working', async () => {
    const id = await company.waiting()
    const run = await dispatchWhile(() =>
      company.deps.store.write((tx) => tx.update(workers).set({ active: false })),
    )
    expect(actionFor(run, id)).toMatchObject(raced)
  })

  const changes: Record<string, [said: RegExp, change: (id: string) => Promise<unknown>]> = {
    'someone scheduled it': [
      /Someone scheduled this job/,
      (id) =>
        company.post(`/api/admin/jobs/${id}/schedule`, { start: '2026-03-05T16:00:00Z', workerId: sofia }),
    ],
    'someone put it on hold': [/changed/, (id) => company.patch(`/api/admin/jobs/${id}`, { held: true })],
    'its address was corrected': [
      /changed/,
      (id) => company.patch(`/api/admin/jobs/${id}`, { address: '5 Elm St', lat: 39.7, lng: -105 }),
    ],
    'the customer canceled it': [
      /canceled/,
      (id) => company.call('POST', '/api/customer/cancel', { body: { jobId: id } }),
    ],
  }
  for (const [what, [said, change]] of Object.entries(changes))
    test(`when ${what}`, async () => {
      const id = await company.waiting()
      const other = await company.waiting()
      let after: unknown
      const run = await dispatchWhile(async () => {
        await change(id)
        after = await company.job(id)
      })
      expect(actionFor(run, id)).toMatchObject({ ...raced, detail: expect.stringMatching(said) })
      expect(actionFor(run, other).type).toBe('assigned')
      expect(await company.job(id)).toEqual(after as never)
    })
})

test('any other error ends the run, and the next one does the rest', async () => {
  const ids = [await company.waiting(), await company.waiting()]
  const { store } = company.deps
  const broken: Store = {
    ...store,
    read: store.read,
    write: () => Promise.reject(new Error('the disk is full')),
  }
  const failure = await failureOf(autoDispatch({ ...company.deps, store: broken }))
  expect(failure).toMatchObject({ message: 'the disk is full' })
  expect((await company.dispatch()).assigned).toBe(2)
  for (const id of ids) expect(await company.messagesAbout(id)).toBe(1)
})

describe('simultaneous runs', () => {
  test('are one: the others say that they did nothing', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => company.waiting()))
    const runs = await Promise.all([company.dispatch(), company.dispatch(), company.dispatch()])
    expect(runs.map(({ assigned }) => assigned).toSorted()).toEqual([0, 0, 8])
    for (const id of ids) expect(await company.messagesAbout(id)).toBe(1)
    const log = await company.deps.store.read
      .select()
      .from(taskRuns)
      .where(eq(taskRuns.task, 'auto-dispatch'))
    expect(log).toMatchObject([{ state: 'done', result: { assigned: 8, escalated: 0, skipped: 0 } }])
  })

  test('do no harm even without the lock between them', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => company.waiting()))
    const runs = await Promise.all([1, 2, 3].map(() => autoDispatch(company.deps)))
    const assigned = runs.flatMap(({ actions }) =>
      actions.filter(({ type }) => type === 'assigned').map(({ jobId }) => jobId),
    )
    expect(assigned.toSorted()).toEqual(ids.toSorted())
    expect(runs.map(({ assigned, escalated, skipped }) => assigned + escalated + skipped)).toEqual([8, 8, 8])
    for (const id of ids) expect(await company.messagesAbout(id)).toBe(1)
  })

  test('tell HQ that one is under way', async () => {
    await company.waiting()
    const [first, second] = await Promise.all([
      company.post('/api/admin/dispatch/run'),
      company.post('/api/admin/dispatch/run'),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
  })
})

test("a run told to stop leaves the rest, and withdraws no to-do it didn't check", async () => {
  await company.waiting({ type: 'Chimney sweeping' })
  await company.dispatch()
  const open = await company.openTasks()
  const waiting = await company.waiting()
  company.deps.background.stop()
  expect(await autoDispatch(company.deps)).toMatchObject({ assigned: 0, actions: [] })
  expect(await company.openTasks()).toEqual(open)
  const rows = await company.deps.store.read.select().from(jobs).where(eq(jobs.id, waiting))
  expect(rows).toMatchObject([{ status: 'pending' }])
})
