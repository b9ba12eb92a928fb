import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { takenVisits } from '../../../db/schema'
import { day, hour, isoTime } from '../../../src/lib/clock'
import { sweepTaken } from '../../../src/modules/jobs'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

interface Technician {
  id: string
  token: string
}

let admin: Admin
let sam: Technician
let kim: Technician

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())
beforeEach(async () => {
  sam = await hire('Sam')
  kim = await hire('Kim')
})

async function hire(name: string): Promise<Technician> {
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name }), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

const today = async ({ token }: Technician) =>
  expectStatus(await admin.call('GET', '/api/work/jobs', { token }), 200).body.data
const taken = async (worker: Technician) => (await today(worker)).taken
const plant = (start = '2026-03-02T18:00:00Z', workerId = sam.id) =>
  plantJob(admin, { workerId, start, status: 'scheduled', fields: { customerName: 'Ada Moore' } })
const schedule = async (jobId: string, { start, workerId }: { start: string; workerId: string }) => {
  const end = isoTime(Date.parse(start) + hour)
  expectStatus(await admin.post(`/api/admin/jobs/${jobId}/schedule`, { start, end, workerId }), 200)
}
const see = async ({ token }: Technician, jobId: string) =>
  expectStatus(await admin.call('POST', `/api/work/jobs/${jobId}/seen`, { token }), 200)

describe('a visit that a technician loses', () => {
  test('stays on their phone as canceled by the office, until they have seen it', async () => {
    const job = await plant()
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/cancel`, {}), 200)
    expect(await taken(sam)).toEqual([
      {
        jobId: job.id,
        customerName: 'Ada Moore',
        type: 'Gutter cleaning',
        way: 'canceled',
        byCustomer: false,
        start: '2026-03-02T18:00:00.000Z',
        end: '2026-03-02T19:00:00.000Z',
        at: '2026-03-02T15:00:00.000Z',
        to: null,
        newStart: null,
      },
    ])
    await see(kim, job.id)
    expect(await taken(sam)).toHaveLength(1)
    await see(sam, job.id)
    await see(sam, job.id)
    expect(await taken(sam)).toEqual([])
  })

  test('says that the customer canceled it', async () => {
    const job = await plant()
    const body = { jobId: job.id }
    expectStatus(await admin.call('POST', '/api/customer/cancel', { body }), 200)
    expect(await taken(sam)).toMatchObject([{ way: 'canceled', byCustomer: true }])
  })

  test('names the technician who makes it instead', async () => {
    const job = await plant()
    await schedule(job.id, { start: '2026-03-02T18:00:00Z', workerId: kim.id })
    expect(await taken(sam)).toMatchObject([{ jobId: job.id, way: 'reassigned', to: 'Kim' }])
    expect(await taken(kim)).toEqual([])
    expect((await today(kim)).jobs).toHaveLength(1)
  })

  test('says to which day it was moved, and nothing of a move within the day', async () => {
    const [moved, kept] = [await plant(), await plant('2026-03-02T20:00:00Z')]
    await schedule(moved.id, { start: '2026-03-05T16:00:00Z', workerId: sam.id })
    await schedule(kept.id, { start: '2026-03-02T22:00:00Z', workerId: sam.id })
    expect(await taken(sam)).toMatchObject([
      { jobId: moved.id, way: 'moved', newStart: '2026-03-05T16:00:00.000Z', to: null },
    ])
  })

  test('says that it lost its time', async () => {
    const job = await plant()
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/move`, { to: 'pending' }), 200)
    expect(await taken(sam)).toMatchObject([{ way: 'unscheduled', to: null, newStart: null }])
  })

  test('is no news once it came back', async () => {
    const job = await plant()
    await schedule(job.id, { start: '2026-03-02T18:00:00Z', workerId: kim.id })
    await schedule(job.id, { start: '2026-03-02T18:00:00Z', workerId: sam.id })
    expect(await taken(sam)).toEqual([])
    expect((await today(sam)).jobs).toHaveLength(1)
    expect(await taken(kim)).toMatchObject([{ way: 'reassigned', to: 'Sam' }])
  })

  test('is news to both technicians of a visit for two', async () => {
    const job = await plant()
    expectStatus(
      await admin.post(`/api/admin/jobs/${job.id}/assign`, { workerId: sam.id, secondWorkerId: kim.id }),
      200,
    )
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/cancel`, {}), 200)
    for (const worker of [sam, kim]) expect(await taken(worker)).toMatchObject([{ way: 'canceled' }])
  })

  test("isn't recorded for other days, nor for steps of their own", async () => {
    const far = await plant('2026-03-09T18:00:00Z')
    expectStatus(await admin.post(`/api/admin/jobs/${far.id}/cancel`, {}), 200)
    const own = await plant()
    for (const to of ['en_route', 'scheduled', 'en_route', 'in_progress', 'completed'])
      expectStatus(
        await admin.call('POST', `/api/work/jobs/${own.id}/move`, { token: sam.token, body: { to } }),
        200,
      )
    const rows = await admin.deps.store.read.select().from(takenVisits)
    expect(rows.filter(({ jobId }) => jobId === far.id || jobId === own.id)).toEqual([])
  })
})

test('visits that were lost long ago are forgotten', async () => {
  const job = await plant()
  expectStatus(await admin.post(`/api/admin/jobs/${job.id}/cancel`, {}), 200)
  const left = async () =>
    (await admin.deps.store.read.select().from(takenVisits)).filter(({ jobId }) => jobId === job.id).length
  admin.clock.advance(7 * day - 1000)
  await sweepTaken(admin.deps)
  expect(await left()).toBe(1)
  admin.clock.advance(1000)
  await sweepTaken(admin.deps)
  expect(await left()).toBe(0)
  admin.clock.advance(-7 * day)
})
