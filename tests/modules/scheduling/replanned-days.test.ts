import { afterEach, expect, test } from 'bun:test'
import { jobs } from '../../../db/schema'
import { promisedWindow } from '../../../src/lib/promised-time'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { expectStatus } from '../../support/admin'
import { startCompany, type Company } from './company'
import { brokenRules, readCompany, type StoredCompany } from './store-rules'

let company: Company | undefined
afterEach(async () => {
  await company?.close()
  company = undefined
})

const zone = 'America/Denver'
const dates = ['2026-03-03', '2026-03-04', '2026-03-05']
const windows = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00']
const rounds = 8

/** Customers all over Denver who chose a window. */
async function book(at: Company, random: () => number, count: number): Promise<string[]> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const ids: string[] = []
  for (let one = 0; one < count; one += 1)
    ids.push(
      await at.waiting({
        lat: 39.62 + random() * 0.26,
        lng: -105.15 + random() * 0.3,
        preferredDate: pick(dates),
        preferredTime: pick(windows),
      }),
    )
  return ids
}

/** The company as if nothing had a visit yet, so the rules are checked for all visits together. */
const unscheduled = (now: StoredCompany): StoredCompany => ({
  ...now,
  jobs: now.jobs.map((job) =>
    job.status === 'scheduled' ? { ...job, status: 'pending', workerId: null, scheduledStart: null } : job,
  ),
})

const outOfWindow = ({ jobs: rows }: StoredCompany) =>
  rows.filter((job) => job.status === 'scheduled' && promisedWindow(job, job.scheduledStart!, zone) === null)

const scheduledIds = ({ jobs: rows }: StoredCompany) =>
  rows.filter(({ status }) => status === 'scheduled').map(({ id }) => id)

test('replanned days keep every rule and every promise, and stay as they are until something changes', async () => {
  let moved = 0
  for (let seed = 1; seed <= rounds; seed += 1) {
    company = await startCompany({ BUSINESS_TIMEZONE: zone })
    const { store, clock } = company.deps
    const random = seededRandom(seed)
    const first = await book(company, random, 16)
    await company.dispatch()
    // Some customers cancel, and others book.
    await store.write((tx) => tx.update(jobs).set({ confirmedAt: clock.now() }))
    for (const jobId of first.filter(() => random() < 0.25))
      expectStatus(await company.call('POST', '/api/customer/cancel', { body: { jobId } }), 200)
    await book(company, random, 4)
    const before = await readCompany(store.read)
    const dry = async (): Promise<DispatchRun> =>
      expectStatus(await company!.post('/api/admin/dispatch/run', { dryRun: true }), 200).body.data
    const plan = await dry()
    expect(await dry()).toEqual(plan)
    const run = await company.dispatch()
    expect({ ...run, timestamp: '' }).toMatchObject({ assigned: plan.assigned, moved: plan.moved })
    const after = await readCompany(store.read)
    expect(scheduledIds(after)).toEqual(expect.arrayContaining(scheduledIds(before)))
    expect(outOfWindow(after)).toEqual([])
    expect({ seed, broken: brokenRules(unscheduled(after), after, clock.now(), zone) }).toEqual({
      seed,
      broken: [],
    })
    expect(await company.dispatch()).toMatchObject({ assigned: 0, moved: 0 })
    moved += run.moved
    await company.close()
    company = undefined
  }
  expect(moved).toBeGreaterThan(0)
})
