import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { followingJobs } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { failureOf } from '../../support/failure'
import { marcus, sofia } from '../../support/world'
import { startCompany, type Company } from '../scheduling/company'

let office: Company
beforeEach(async () => {
  office = await startCompany()
})
afterEach(() => office.close())

const order = (id: string, afterJobId: string | null, gapMinutes?: number) =>
  office.patch(`/api/admin/jobs/${id}`, { afterJobId, ...(gapMinutes === undefined ? {} : { gapMinutes }) })
const read = async (id: string) => expectStatus(await office.get(`/api/admin/jobs/${id}`), 200).body.data

describe('a job that comes after another one', () => {
  test('shows it, and the other one shows its followers', async () => {
    const repair = await office.visit(marcus, '2026-03-03T09:00:00-07:00', { type: 'Gutter repair' })
    const paint = await office.waiting({ type: 'Paint' })
    expectStatus(await order(paint, repair, 1440), 200)
    const { job, timeline } = await read(paint)
    expect(job.after).toEqual({
      jobId: repair,
      service: 'Gutter repair',
      status: 'scheduled',
      start: '2026-03-03T16:00:00.000Z',
      end: '2026-03-03T17:00:00.000Z',
      gapMinutes: 1440,
    })
    const { reference } = (await read(repair)).job
    expect(timeline.at(-1)).toMatchObject({
      kind: 'corrected',
      before: { comesAfter: null },
      after: { comesAfter: reference, gapMinutes: 1440 },
    })
    expect((await read(repair)).job).toMatchObject({
      after: null,
      followers: [{ jobId: paint, start: null }],
    })
    expectStatus(await order(paint, null), 200)
    expect((await read(paint)).job.after).toBeNull()
  })

  test('keeps the gap when only the other job changes, and nothing is written twice', async () => {
    const [first, paint] = [await office.waiting(), await office.waiting()]
    expectStatus(await order(paint, first, 60), 200)
    const { revision } = (await read(paint)).job
    expectStatus(await order(paint, first), 200)
    expect((await read(paint)).job).toMatchObject({ revision, after: { gapMinutes: 60 } })
    expectStatus(await office.patch(`/api/admin/jobs/${paint}`, { gapMinutes: 120 }), 200)
    expect((await read(paint)).job.after).toMatchObject({ jobId: first, gapMinutes: 120 })
  })

  test('is refused for strangers, in a circle, and where the visits are the other way around', async () => {
    const elsewhere = { address: '9 Elm St, Denver, CO 80203', customerId: null }
    const [one, two, three] = [await office.waiting(), await office.waiting(), await office.waiting()]
    expect(await order(one, await office.waiting(elsewhere))).toMatchObject({
      status: 409,
      body: { error: 'A job can only come after another one of the same customer or at the same address' },
    })
    expectStatus(await order(one, 'unknown'), 404)
    expectStatus(await office.patch(`/api/admin/jobs/${one}`, { gapMinutes: 5 }), 400)
    expectStatus(await order(two, one), 200)
    expectStatus(await order(three, two), 200)
    for (const id of [one, two, three])
      expect(await order(one, id)).toMatchObject({
        status: 409,
        body: { error: 'The other job already comes after this one' },
      })
    const late = await office.visit(marcus, '2026-03-04T09:00:00-07:00')
    const early = await office.visit(sofia, '2026-03-03T09:00:00-07:00')
    expectStatus(await order(early, late), 409)
    expectStatus(await order(late, early, 24 * 60), 409)
    expectStatus(await order(late, early, 23 * 60), 200)
  })

  test('never closes a circle, even when two people order the jobs at once', async () => {
    const [one, two] = [await office.waiting(), await office.waiting()]
    const answers = await Promise.all([order(one, two), order(two, one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { write } = office.deps.store
    const link = { jobId: one, afterJobId: one, gapMinutes: 0 }
    await failureOf(write((tx) => tx.insert(followingJobs).values(link)))
    expect(await office.deps.store.read.select().from(followingJobs)).toHaveLength(1)
  })

  test('stays when the first one is canceled, and HQ gets a to-do until it decides', async () => {
    const repair = await office.visit(marcus, '2026-03-03T09:00:00-07:00', { type: 'Gutter repair' })
    const paint = await office.visit(sofia, '2026-03-04T09:00:00-07:00', { type: 'Paint' })
    expectStatus(await order(paint, repair), 200)
    expectStatus(await office.post(`/api/admin/jobs/${repair}/cancel`, { tellCustomer: false }), 200)
    expect((await read(paint)).job.status).toBe('scheduled')
    const { items } = expectStatus(await office.get('/api/admin/tasks?kind=job.first-canceled'), 200).body
      .data
    expect(items).toMatchObject([
      { subject: paint, title: 'Gutter repair was canceled, and Paint comes after it' },
    ])
    expectStatus(await order(paint, null), 200)
    expect(await office.openTasks()).not.toContain(`job.first-canceled ${paint}`)
  })
})
