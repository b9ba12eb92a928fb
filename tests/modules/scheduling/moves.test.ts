import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { jobEvents, jobs, outbox } from '../../../db/schema'
import type { DispatchAction, DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { startCompany, type Company, type JobFields } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** Wednesday, two days ahead. */
const date = '2026-03-04'
const north = { lat: 39.88, lng: -104.99 }
const south = { lat: 39.62, lng: -104.99 }
const at = (clock: string) => `${date}T${clock}:00.000-07:00`

/** A visit that dispatch placed inside the window its customer chose. */
const promised = (worker: string, clock: string, preferredTime: string, fields: JobFields = {}) =>
  company.visit(worker, at(clock), { preferredDate: date, preferredTime, movable: true, ...fields })

/** Marcus drives to the north, the south and the north again; the last visit could be the second. */
async function zigzag(fields: JobFields = {}) {
  const first = await promised(marcus, '08:30', '08:00-10:00', north)
  const second = await promised(marcus, '10:30', '10:00-12:00', { ...south, ...fields })
  const third = await promised(marcus, '12:30', '10:00-14:00', { ...north, ...fields })
  return { first, second, third }
}

const planDry = async (body: object = {}): Promise<DispatchRun> =>
  expectStatus(await company.post('/api/admin/dispatch/run', { dryRun: true, ...body }), 200).body.data
const moveOf = ({ moves }: DispatchRun, jobId: string): DispatchAction | undefined =>
  moves.find((move) => move.jobId === jobId)
const startOf = async (id: string) => (await company.job(id)).scheduledStart
const messages = (jobId: string) =>
  company.deps.store.read.select().from(outbox).where(eq(outbox.jobId, jobId))

describe('a visit whose customer was promised a window', () => {
  test('moves inside it when that saves driving, and the line says how much', async () => {
    const { third } = await zigzag()
    const run = await planDry()
    expect(run).toMatchObject({ assigned: 0, actions: [], moved: run.moves.length })
    const move = moveOf(run, third)
    expect(move).toMatchObject({
      type: 'moved',
      reason: 'saves_driving',
      from: { worker: marcus, start: new Date(at('12:30')).toISOString() },
    })
    expect(move?.detail).toMatch(
      /^From (Marcus Lee, )?Wed 12:30 PM to .*Wed \d+:\d\d [AP]M: saves \d+ minutes of driving, stays in the 10 AM–2 PM window\.$/,
    )
    // Nothing has happened yet.
    expect(await startOf(third)).toBe(Date.parse(at('12:30')))
  })

  test('moves in a run, once, with its history, and without a word to the customer', async () => {
    const { third } = await zigzag()
    await company.patch(`/api/admin/franchises/${denver}`, {
      visitMoves: { moves: 'window', freezeHours: 6, keepsTechnician: true },
    })
    const run = await company.dispatch()
    const move = moveOf(run, third)!
    expect(move).toMatchObject({ worker: marcus, notifies: false })
    expect(await startOf(third)).toBe(Date.parse(move.start!))
    const [line] = await company.deps.store.read
      .select()
      .from(jobEvents)
      .where(and(eq(jobEvents.jobId, third), eq(jobEvents.kind, 'rescheduled')))
    expect(line).toMatchObject({
      actor: 'dispatch',
      before: { scheduledStart: Date.parse(at('12:30')) },
      after: { scheduledStart: Date.parse(move.start!) },
    })
    expect(await messages(third)).toEqual([])
    expect((await company.dispatch()).moves).toEqual([])
  })

  test('is news to customers who know the name of a technician and get another one, by email', async () => {
    const here = { customerEmail: 'pat@example.com', customerPhone: '303-555-0188', namedWorkerId: marcus }
    // Sofia is in the north anyway.
    await company.visit(sofia, at('09:00'), north)
    const far = await promised(marcus, '10:00', '10:00-12:00', { ...north, ...here })
    const texted = await promised(marcus, '13:30', '12:00-14:00', {
      ...north,
      ...here,
      customerEmail: null,
    })
    const unnamed = await promised(marcus, '15:00', '14:00-16:00', { ...north, ...here, namedWorkerId: null })
    await company.visit(marcus, at('11:45'), south)
    const run = await company.dispatch()
    expect(moveOf(run, far)).toMatchObject({ worker: sofia, notifies: true })
    expect(moveOf(run, texted)).toMatchObject({ worker: sofia, notifies: false })
    expect(moveOf(run, unnamed)).toMatchObject({ worker: sofia, notifies: false })
    expect(moveOf(run, far)?.detail).toStartWith('From Marcus Lee, Wed 10:00 AM to Sofia Reyes, Wed ')
    expect(await messages(far)).toMatchObject([
      { channel: 'email', template: 'scheduled', data: { kept: true, formerWorkerName: 'Marcus Lee' } },
    ])
    expect(await messages(texted)).toEqual([])
    expect(await messages(unnamed)).toEqual([])
    expect(await company.job(far)).toMatchObject({ namedWorkerId: sofia })
    expect(await company.job(unnamed)).toMatchObject({ workerId: sofia, namedWorkerId: null })
  })

  test('keeps the technician the customer was told, unless somebody else saves a lot of driving', async () => {
    // Sofia drives past the second visit anyway, which saves less than a broken word is worth.
    const near = { lat: 39.75, lng: -104.99 }
    await company.visit(marcus, at('08:15'), near)
    const told = await promised(marcus, '10:00', '10:00-12:00', { lat: 39.765, lng: -104.99 })
    await company.visit(sofia, at('08:15'), { lat: 39.765, lng: -104.985 })
    expect(moveOf(await planDry(), told)).toMatchObject({ worker: sofia })
    await company.deps.store.write((tx) => tx.update(jobs).set({ namedWorkerId: marcus }))
    expect(moveOf(await planDry(), told)?.worker).not.toBe(sofia)
  })

  test('stays where it is once it is frozen, locked, placed by hand, or told to the minute', async () => {
    const { second, third } = await zigzag({ locked: true })
    expect((await planDry()).moves.map(({ jobId }) => jobId)).not.toContain(third)
    await company.deps.store.write((tx) => tx.update(jobs).set({ locked: false, movable: false }))
    expect((await planDry()).moves).toEqual([])
    await company.deps.store.write((tx) => tx.update(jobs).set({ movable: true, preferredTime: 'morning' }))
    expect((await planDry()).moves).toEqual([])
    await company.deps.store.write((tx) =>
      tx.update(jobs).set({ preferredTime: '10:00-14:00' }).where(eq(jobs.id, third)),
    )
    await company.deps.store.write((tx) =>
      tx.update(jobs).set({ preferredTime: '10:00-12:00' }).where(eq(jobs.id, second)),
    )
    expect(moveOf(await planDry(), third)).toBeDefined()
    const goTo = (moment: string) => company.clock.advance(Date.parse(moment) - company.deps.clock.now())
    // The run of Tuesday, 6 PM in Denver, starts a few seconds late.
    goTo('2026-03-03T18:00:20-07:00')
    expect(moveOf(await planDry(), third)).toBeDefined()
    goTo('2026-03-03T18:01:00-07:00')
    expect((await planDry()).moves).toEqual([])
  })

  test('can move on its own day where the franchise says so, until the day of its technician starts', async () => {
    const { first, third } = await zigzag()
    const goTo = (clock: string) => company.clock.advance(Date.parse(at(clock)) - company.deps.clock.now())
    const until = async (freezeHours: number) =>
      expectStatus(
        await company.patch(`/api/admin/franchises/${denver}`, {
          visitMoves: { moves: 'window', freezeHours, keepsTechnician: false },
        }),
        200,
      )
    await until(-12)
    goTo('07:45')
    expect(moveOf(await planDry(), third)).toBeDefined()
    await until(-7)
    expect((await planDry()).moves).toEqual([])
    await until(-12)
    const { store } = company.deps
    await store.write((tx) => tx.update(jobs).set({ status: 'en_route' }).where(eq(jobs.id, first)))
    expect((await planDry()).moves).toEqual([])
    await store.write((tx) => tx.update(jobs).set({ status: 'scheduled' }).where(eq(jobs.id, first)))
    expect(moveOf(await planDry(), third)).toBeDefined()
    goTo('08:00')
    expect((await planDry()).moves).toEqual([])
  })

  test('never moves where the company or the franchise says so', async () => {
    await zigzag()
    const never = { moves: 'never', freezeHours: 6, keepsTechnician: false }
    await company.patch(`/api/admin/franchises/${denver}`, { visitMoves: never })
    expect((await planDry()).moves).toEqual([])
    await company.patch(`/api/admin/franchises/${denver}`, { visitMoves: null })
    expect((await planDry()).moves.length).toBeGreaterThan(0)
    expectStatus(await company.patch('/api/admin/settings/dispatch', { values: { moves: 'never' } }), 200)
    expect((await planDry()).moves).toEqual([])
  })

  test('is confirmed without a name while dispatch may choose another technician', async () => {
    const contact = { customerEmail: 'pat@example.com', preferredDate: date }
    const open = await company.waiting({ ...contact, preferredTime: '10:00-12:00' })
    const any = await company.waiting(contact)
    await company.dispatch()
    const named = async (id: string) => (await messages(id)).map(({ data }) => data.workerName)
    expect([await named(open), (await company.job(open)).namedWorkerId]).toEqual([[null], null])
    expect([await named(any), (await company.job(any)).namedWorkerId]).toEqual([[null], null])
    expectStatus(
      await company.patch('/api/admin/settings/dispatch', { values: { keepsTechnician: true } }),
      200,
    )
    const kept = await company.waiting({ ...contact, preferredTime: '12:00-14:00' })
    await company.dispatch()
    const { workerId, namedWorkerId } = await company.job(kept)
    expect(namedWorkerId).toBe(workerId)
    expect(await named(kept)).toEqual([workerId === marcus ? 'Marcus Lee' : 'Sofia Reyes'])
  })

  test('is movable after dispatch has placed it, and fixed after a person has', async () => {
    const id = await company.waiting({ preferredDate: date, preferredTime: '10:00-12:00' })
    const any = await company.waiting({ preferredDate: date })
    await company.dispatch()
    expect(await company.job(id)).toMatchObject({ status: 'scheduled', movable: true })
    expect(await company.job(any)).toMatchObject({ status: 'scheduled', movable: true })
    expectStatus(
      await company.post(`/api/admin/jobs/${id}/schedule`, { start: at('11:00'), workerId: marcus }),
      200,
    )
    expect(await company.job(id)).toMatchObject({ movable: false })
  })
})

describe('a shown plan with moves', () => {
  const shownOf = ({ actions, moves }: DispatchRun) =>
    [...actions.filter(({ type }) => type === 'assigned'), ...moves].map(
      ({ jobId, worker, start, end, revision, basis, from }) => ({
        jobId,
        worker,
        start,
        end,
        revision,
        basis,
        from,
      }),
    )

  test('is committed exactly as shown, and a second time says what changed', async () => {
    const { third } = await zigzag()
    const visits = shownOf(await planDry())
    const done = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(done).toMatchObject({ assigned: 0, skipped: 0, moved: visits.length })
    const move = visits.find(({ jobId }) => jobId === third)!
    expect(await company.job(third)).toMatchObject({
      workerId: move.worker,
      scheduledStart: Date.parse(move.start!),
      movable: true,
    })
    const again = expectStatus(await company.post('/api/admin/dispatch/run', { visits }), 200).body.data
    expect(again).toMatchObject({ moved: 0, skipped: visits.length })
    expect(again.actions[0]).toMatchObject({ reason: 'raced', detail: 'The job changed in the meantime.' })
  })

  test('leaves a line out that the dispatcher took out', async () => {
    const { third } = await zigzag()
    expect(moveOf(await planDry({ without: [third] }), third)).toBeUndefined()
  })

  test('lets two visits change places', async () => {
    // Each technician is near the other one's visit, at the same time.
    await company.visit(marcus, at('08:15'), north)
    await company.visit(sofia, at('08:15'), south)
    const one = await promised(marcus, '10:00', '10:00-12:00', south)
    const other = await promised(sofia, '10:00', '10:00-12:00', north)
    const run = await company.dispatch()
    expect(run.moves.map(({ jobId }) => jobId).toSorted()).toEqual([one, other].toSorted())
    expect(await company.job(one)).toMatchObject({ workerId: sofia })
    expect(await company.job(other)).toMatchObject({ workerId: marcus })
  })
})
