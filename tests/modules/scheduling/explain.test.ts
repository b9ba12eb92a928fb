import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, serviceTypes, workers, workerShifts, workerTimeOff } from '../../../db/schema'
import type { DispatchExplanation } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus } from '../../support/admin'
import { marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const explain = async (id: string): Promise<DispatchExplanation> =>
  expectStatus(await company.get(`/api/admin/dispatch/explain/${id}`), 200).body.data

const about = (explanation: DispatchExplanation, worker: string) =>
  explanation.workers.find((verdict) => verdict.worker === worker)!

const change = (table: typeof workers, id: string, set: Partial<typeof workers.$inferInsert>) =>
  company.deps.store.write((tx) => tx.update(table).set(set).where(eq(table.id, id)))

describe("a job's dispatch explanation", () => {
  test('lists the cost of every worker who could take it with its parts, the lowest first', async () => {
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: 'morning' })
    await company.visit(marcus, '2026-03-03T17:30:00Z', { lat: 39.65, lng: -104.9 })
    const explanation = await explain(id)
    expect(explanation).toMatchObject({
      jobId: id,
      status: 'pending',
      worker: null,
      reason: null,
      detail: null,
      windows: [{ start: '2026-03-03T14:00:00.000Z', end: '2026-03-03T19:00:00.000Z' }],
      windowUnclear: false,
      travel: 'estimate',
    })
    expect(explanation.workers.map(({ worker, name, fits }) => [worker, name, fits])).toEqual([
      [marcus, 'Marcus Lee', true],
      [sofia, 'Sofia Reyes', true],
    ])
    for (const { score, date, rule, change } of explanation.workers) {
      const { total, travel, lateness, balance, familiarity } = score!
      expect(travel + lateness + balance + familiarity).toBeCloseTo(total, 1)
      expect([date, rule, change]).toEqual(['2026-03-03', null, null])
    }
    const { worker, start, score } = actionFor(await company.dispatch(), id)
    const best = explanation.workers[0]!
    expect({ worker: worker!, start: start!, total: score! }).toEqual({
      worker: best.worker,
      start: best.start!,
      total: best.score!.total,
    })
  })

  test('names the first failing rule for each worker, and the smallest change that helps', async () => {
    await company.deps.store.write(async (tx) => {
      await tx.update(serviceTypes).set({ skills: ['gutter', 'Roof'] })
      await tx.update(workerShifts).set({ endMinute: 560 }).where(eq(workerShifts.workerId, sofia))
    })
    await change(workers, sofia, { skills: ['Gutter', 'roof'] })
    const stamps = { createdAt: 0, updatedAt: 0 }
    await company.deps.store.write((tx) =>
      tx.insert(workers).values([
        { id: 'gone', name: 'Gone', active: false, franchiseId: 'franchise-denver', ...stamps },
        { id: 'other', name: 'Other', franchiseId: null, ...stamps },
      ]),
    )
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '9:00-10:00' })
    const explanation = await explain(id)
    expect(about(explanation, 'gone')).toMatchObject({
      fits: false,
      rule: 'active',
      detail: "Isn't active.",
    })
    expect(about(explanation, 'other')).toMatchObject({ rule: 'franchise', change: null })
    expect(about(explanation, marcus)).toMatchObject({
      rule: 'skills',
      detail: "Doesn't have the skills: Roof.",
      change: { kind: 'skills_learned', sentence: 'fits with these skills: Roof' },
    })
    expect(about(explanation, sofia)).toMatchObject({
      rule: 'shift',
      detail: 'The shift on Tue, Mar 3 ends 25 minutes too early.',
      change: {
        kind: 'shift_ends_later',
        by: 25,
        unit: 'minutes',
        date: '2026-03-03',
        sentence: 'fits if the shift ends 25 minutes later',
      },
    })
    await company.deps.store.write((tx) =>
      tx.update(workerShifts).set({ endMinute: 585 }).where(eq(workerShifts.workerId, sofia)),
    )
    expect(about(await explain(id), sofia).fits).toBe(true)
  })

  test('shows the next free times of technicians once the preferred time is over', async () => {
    const id = await company.waiting({ preferredDate: '2026-02-27', preferredTime: 'morning' })
    const explanation = await explain(id)
    expect(explanation.detail).toBe('The preferred time has passed.')
    expect(about(explanation, marcus)).toMatchObject({ fits: true, start: expect.any(String) })
  })

  test('covers caps, time off and full days', async () => {
    const { store, clock } = company.deps
    await change(workers, marcus, { maxJobsPerDay: 1 })
    await company.visit(marcus, '2026-03-03T22:00:00Z')
    await store.write((tx) =>
      tx.insert(workerTimeOff).values({
        id: 'off',
        workerId: sofia,
        startsAt: Date.parse('2026-03-03T07:00:00Z'),
        endsAt: Date.parse('2026-03-04T07:00:00Z'),
        createdAt: clock.now(),
      }),
    )
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '8-10' })
    const explanation = await explain(id)
    expect(about(explanation, marcus)).toMatchObject({
      rule: 'daily_cap',
      detail: 'Already has 1 of 1 jobs on Tue, Mar 3.',
      change: { sentence: 'fits if the daily limit is 1 job higher' },
    })
    expect(about(explanation, sofia)).toMatchObject({
      rule: 'time_off',
      detail: 'Has time off then on Tue, Mar 3.',
    })
    await change(workers, marcus, { maxJobsPerDay: null })
    await company.visit(marcus, '2026-03-03T15:10:00Z')
    await company.visit(marcus, '2026-03-03T16:15:00Z')
    const full = about(await explain(id), marcus)
    expect([full.rule, full.change?.kind]).toEqual(['route', 'window_closes_later'])
    expect(full.detail).toMatch(/^The longest gap on Tue, Mar 3 is .+ too short\.$/)
  })

  test('distinguishes a shift that starts too late, ends too early, is too short or is over', async () => {
    const shiftFrom = (startMinute: number, endMinute: number) =>
      company.deps.store.write((tx) => tx.update(workerShifts).set({ startMinute, endMinute }))
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '6am-9am' })
    const told = async () => about(await explain(id), marcus).detail
    await shiftFrom(600, 1020)
    expect(await told()).toBe('The shift on Tue, Mar 3 starts 1 hr too late.')
    await shiftFrom(300, 390)
    expect(await told()).toBe('The shift on Tue, Mar 3 ends 15 minutes too early.')
    await shiftFrom(480, 500)
    expect(await told()).toBe('The shift on Tue, Mar 3 is 25 minutes too short.')
    await shiftFrom(480, 1020)
    company.clock.set('2026-03-03T15:50:00Z')
    expect(await told()).toBe('The rest of the shift on Tue, Mar 3 is too late for it.')
  })

  test('distinguishes a long drive from a full day, and both from no road at all', async () => {
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '8-9' })
    await change(workers, marcus, { homeLat: 40.9, homeLng: -104.99 })
    expect(about(await explain(id), marcus).detail).toMatch(
      /^Would arrive .+ too late on Tue, Mar 3, driving from home\.$/,
    )
    const { providers } = company.deps
    const nowhere = (from: unknown[], to: unknown[]) =>
      Promise.resolve(from.map(() => Float64Array.from(to, () => Infinity)))
    Object.assign(providers, { routing: { ...providers.routing, source: 'valhalla', matrix: nowhere } })
    expect(about(await explain(id), marcus)).toMatchObject({
      rule: 'route',
      detail: 'No road leads there.',
    })
  })

  test("says when the franchise is inactive or doesn't exist, as a run does", async () => {
    const ids = [await company.waiting(), await company.waiting({ franchiseId: 'no-such-franchise' })]
    await company.deps.store.write((tx) => tx.update(franchises).set({ active: false }))
    const run = await company.dispatch('?dryRun=1')
    for (const id of ids) {
      const { reason, detail } = actionFor(run, id)
      expect(await explain(id)).toMatchObject({ reason, detail })
    }
    expect(about(await explain(ids[0]!), marcus).detail).toBe("Its franchise isn't active.")
  })

  test('says what keeps a job from being planned at all', async () => {
    const held = await company.waiting({ held: true })
    expect(await explain(held)).toMatchObject({ reason: 'held', detail: 'It is on hold.' })
    expect((await explain(held)).workers[0]!.fits).toBe(true)
    const lost = await company.waiting({ placeState: 'unknown', lat: null, lng: null })
    expect(await explain(lost)).toMatchObject({ reason: 'no_place', workers: [] })
    const odd = await company.waiting({ type: 'Chimney sweeping', preferredTime: 'teatime' })
    expect(await explain(odd)).toMatchObject({ reason: 'no_duration', windowUnclear: true, windows: null })
  })

  test("ignores a scheduled job's own visit", async () => {
    const id = await company.waiting({ preferredDate: '2026-03-03', preferredTime: '8-8:30' })
    const { worker } = actionFor(await company.dispatch(), id)
    const explanation = await explain(id)
    expect(explanation).toMatchObject({ status: 'scheduled', worker, reason: null })
    expect(explanation.workers.map(({ fits }) => fits)).toEqual([true, true])
  })

  test('is refused for a missing or finished job, or to a stranger', async () => {
    const done = await company.waiting({ status: 'cancelled' })
    await company.call('POST', '/api/customer/cancel', { body: { jobId: done } })
    expect((await company.get(`/api/admin/dispatch/explain/${done}`)).status).toBe(409)
    expect((await company.get('/api/admin/dispatch/explain/no-such-job')).status).toBe(404)
    expect((await company.call('GET', `/api/admin/dispatch/explain/${done}`)).status).toBe(401)
  })
})
