import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activity, taskRuns } from '../../../db/schema'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus } from '../../support/admin'
import { marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const run = (body: object) => company.post('/api/admin/dispatch/run', body)
const planDry = async (): Promise<DispatchRun> => expectStatus(await run({ dryRun: true }), 200).body.data

/** The console's commit request for the plan it showed. */
const visitsOf = ({ actions }: DispatchRun) =>
  actions
    .filter(({ type }) => type === 'assigned')
    .map(({ jobId, worker, start, end, revision, basis }) => ({ jobId, worker, start, end, revision, basis }))

const commit = async (shown: DispatchRun): Promise<DispatchRun> =>
  expectStatus(await run({ visits: visitsOf(shown) }), 200).body.data

const tomorrow = { preferredDate: '2026-03-03' }

describe('committing a shown plan', () => {
  test('creates those visits at those times and no others, even hours later', async () => {
    const seen = [await company.waiting(tomorrow), await company.waiting(tomorrow)]
    const shown = await planDry()
    const unseen = await company.waiting({ ...tomorrow, priority: 10 })
    company.clock.advance(3 * 3_600_000)
    const done = await commit(shown)
    expect(done).toMatchObject({ success: true, assigned: 2, escalated: 0, skipped: 0 })
    for (const id of seen) {
      const { worker, start, end } = actionFor(shown, id)
      expect(actionFor(done, id)).toMatchObject({ type: 'assigned', worker, start, end })
      expect(await company.job(id)).toMatchObject({
        status: 'scheduled',
        workerId: worker,
        scheduledStart: Date.parse(start!),
        scheduledEnd: Date.parse(end!),
        busyUntil: Date.parse(end!) + 15 * 60_000,
      })
      expect(await company.messagesAbout(id)).toBe(1)
    }
    expect((await company.job(unseen)).status).toBe('pending')
    const lines = await company.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'dispatch.run'))
    expect(lines).toMatchObject([{ metadata: { assigned: 2, escalated: 0, skipped: 0 } }])
  })

  test('leaves out what has changed, and says what', async () => {
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) ids.push(await company.waiting(tomorrow))
    // Two at once, so both workers have to go.
    for (let count = 0; count < 2; count += 1)
      ids.push(await company.waiting({ ...tomorrow, preferredTime: '15:00-15:05' }))
    const shown = await planDry()
    const of = (worker: string) => ids.filter((id) => actionFor(shown, id).worker === worker)
    const [cancelled, held, taken] = of(marcus)
    await company.call('POST', '/api/customer/cancel', { body: { jobId: cancelled } })
    await company.patch(`/api/admin/jobs/${held}`, { held: true })
    const { start } = actionFor(shown, taken!)
    const other = await company.waiting(tomorrow)
    expectStatus(await company.post(`/api/admin/jobs/${other}/schedule`, { start, workerId: marcus }), 200)
    await company.patch(`/api/admin/workers/${sofia}`, { skills: ['gutter', 'roof'] })
    const done = await commit(shown)
    const said = (id: string) => {
      const { type, reason, detail } = actionFor(done, id)
      expect([type, reason]).toEqual(['skipped', 'raced'])
      return detail
    }
    expect(said(cancelled!)).toBe('The job was canceled in the meantime.')
    expect(said(held!)).toBe('The job changed in the meantime.')
    expect(said(taken!)).toBe('This technician has another visit at that time.')
    for (const id of of(sofia)) expect(said(id)).toContain("The technician's hours, skills or other details")
    expect(of(sofia).length).toBeGreaterThan(0)
    const changed = 3 + of(sofia).length
    expect(done).toMatchObject({ assigned: ids.length - changed, skipped: changed })
    for (const id of [held!, taken!, ...of(sofia)]) expect((await company.job(id)).status).toBe('pending')
  })

  test("doesn't create a visit whose time has come", async () => {
    const id = await company.waiting({ preferredDate: '2026-03-02', preferredTime: '8-9' })
    const shown = await planDry()
    company.clock.set('2026-03-02T16:00:00Z')
    expect(actionFor(await commit(shown), id)).toMatchObject({
      type: 'skipped',
      detail: 'The planned time has already come.',
    })
  })

  test('withdraws the to-dos about these jobs, and no others', async () => {
    const id = await company.waiting({ type: 'Chimney sweeping' })
    const stuck = await company.waiting({ type: 'Chimney sweeping' })
    await company.dispatch()
    await company.patch(`/api/admin/jobs/${id}`, { type: 'Gutter cleaning' })
    await commit(await planDry())
    expect(await company.openTasks()).toEqual([`dispatch.no-duration ${stuck}`])
  })

  test('makes to-dos of the jobs that are left, and says how many', async () => {
    await company.waiting(tomorrow)
    const stuck = await company.waiting({ type: 'Chimney sweeping' })
    const shown = await planDry()
    expect(await company.openTasks()).toEqual([])
    expect((await commit(shown)).todos).toBe(1)
    expect(await company.openTasks()).toEqual([`dispatch.no-duration ${stuck}`])
  })

  test('leaves customers alone on request', async () => {
    const id = await company.waiting(tomorrow)
    const shown = await planDry()
    expect(actionFor(shown, id).notifies).toBe(true)
    expectStatus(await run({ visits: visitsOf(shown), tellCustomer: false }), 200)
    expect([(await company.job(id)).status, await company.messagesAbout(id)]).toEqual(['scheduled', 0])
  })

  test("isn't a run of the timetable and leaves its slot alone", async () => {
    await company.waiting(tomorrow)
    await commit(await planDry())
    expect(await company.deps.store.read.select().from(taskRuns)).toEqual([])
  })

  test('is refused for invalid visits, and for a dry run', async () => {
    await company.waiting(tomorrow)
    const visits = visitsOf(await planDry())
    expect((await run({ dryRun: true, visits })).body.details).toEqual([expect.stringContaining('visits')])
    expect((await run({ visits: [] })).status).toBe(400)
    expect((await run({ visits: [{ ...visits[0], start: 'soon', revision: null }] })).status).toBe(400)
  })
})

describe('planning around the visits a dispatcher has placed', () => {
  const replan = async (body: object): Promise<DispatchRun> =>
    expectStatus(await run({ dryRun: true, ...body }), 200).body.data

  test('keeps them exactly there and plans the rest around them', async () => {
    const [one, other] = [await company.waiting(tomorrow), await company.waiting(tomorrow)]
    const placed = {
      jobId: one,
      worker: sofia,
      start: '2026-03-03T15:00:00.000Z',
      end: '2026-03-03T23:45:00.000Z',
    }
    const plan = await replan({ fixed: [placed] })
    const { jobId: _, ...there } = placed
    expect(actionFor(plan, one)).toMatchObject({ type: 'assigned', reason: 'as_chosen', ...there })
    expect(actionFor(plan, other)).toMatchObject({ type: 'assigned', worker: marcus })
    expect((await commit(plan)).assigned).toBe(2)
    expect((await company.job(one)).scheduledEnd).toBe(Date.parse(placed.end))
  })

  test('leaves out the jobs they excluded', async () => {
    const [one, other] = [await company.waiting(tomorrow), await company.waiting(tomorrow)]
    const plan = await replan({ without: [one] })
    expect(plan.actions.map(({ jobId }) => jobId)).toEqual([other])
  })

  test('is only for previews', async () => {
    const { status, body } = await run({ without: ['x'] })
    expect([status, body.details]).toEqual([400, ['dryRun: needs a dry run']])
  })
})

describe('a job that does not fit', () => {
  const remediesFor = async (id: string) => {
    const plan = expectStatus(await run({ dryRun: true, remedies: true }), 200).body.data as DispatchRun
    return actionFor(plan, id).remedies
  }

  test('names the smallest change that would make it fit, which then does', async () => {
    // Both are busy until just before their shifts end at midnight UTC.
    for (const workerId of [marcus, sofia]) {
      const times = { start: '2026-03-03T15:00:00Z', end: '2026-03-03T23:30:00Z', bufferMinutes: 0 }
      const visit = { ...times, workerId, tellCustomer: false }
      expectStatus(await company.post(`/api/admin/jobs/${await company.waiting()}/schedule`, visit), 200)
    }
    const id = await company.waiting({ ...tomorrow, preferredTime: 'afternoon' })
    const [extend, offer, ask] = await remediesFor(id)
    expect(extend).toMatchObject({ kind: 'extend_shift', minutes: expect.any(Number) })
    expect(offer).toMatchObject({ kind: 'offer', date: '2026-03-04', window: '08:00-10:00' })
    expect(ask?.kind).toBe('ask')
    const { worker, start, end } = extend!
    const plan = expectStatus(await run({ dryRun: true, fixed: [{ jobId: id, worker, start, end }] }), 200)
    expect((await commit(plan.body.data)).assigned).toBe(1)
  })

  test('is offered the first arrival window when the wanted day has passed', async () => {
    const id = await company.waiting({ preferredDate: '2026-02-27', preferredTime: 'morning' })
    expect((await remediesFor(id)).map(({ kind, date }) => [kind, date])).toEqual([
      ['offer', '2026-03-02'],
      ['ask', null],
    ])
  })

  test('has no such change while something else is missing', async () => {
    const id = await company.waiting({ type: 'Chimney sweeping' })
    expect(await remediesFor(id)).toEqual([])
  })
})
