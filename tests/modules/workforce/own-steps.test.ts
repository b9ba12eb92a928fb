import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoices, outbox } from '../../../db/schema'
import { isoTime, minute, second } from '../../../src/lib/clock'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin
let sam: { id: string; token: string }
let kim: { id: string; token: string }

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

// Everyone is new to each test, so that nobody is still at another visit.
beforeEach(async () => {
  sam = await hire('Sam')
  kim = await hire('Kim')
})

async function hire(name: string): Promise<{ id: string; token: string }> {
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name }), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

const call = (worker: { token: string }, jobId: string, path: string, body?: object) =>
  admin.call('POST', `/api/work/jobs/${jobId}/${path}`, { token: worker.token, body })
const move = (jobId: string, to: string, doneAt?: string) => call(sam, jobId, 'move', { to, doneAt })
const undo = (jobId: string, step: string) => call(sam, jobId, 'undo', { step })
const today = async (worker = sam) =>
  expectStatus(await admin.call('GET', '/api/work/jobs', { token: worker.token }), 200).body.data
const plant = (start = '2026-03-02T16:00:00Z', fields: object = {}) =>
  plantJob(admin, { workerId: sam.id, start, status: 'scheduled', fields })

/** Messages about a job that were sent or are still on their way. */
const told = async (jobId: string) => {
  const rows = await admin.deps.store.read.select().from(outbox).where(eq(outbox.jobId, jobId))
  return rows.filter(({ state }) => state !== 'cancelled').map(({ template }) => template)
}

async function later(ms: number, work: () => Promise<void>): Promise<void> {
  admin.clock.advance(ms)
  try {
    await work()
  } finally {
    admin.clock.advance(-ms)
  }
}

describe('one visit at a time', () => {
  test('a technician on the way or at work is told whose visit to finish first', async () => {
    const first = await plant('2026-03-02T16:00:00Z', { customerName: 'Ada Moore' })
    const second = await plant('2026-03-02T18:00:00Z')
    for (const to of ['en_route', 'in_progress']) {
      expectStatus(await move(first.id, to), 200)
      const refused = expectStatus(await move(second.id, 'en_route'), 409)
      expect(refused.body.error).toBe(
        'Finish the visit to Ada Moore first. You can only be on one visit at a time.',
      )
    }
    expectStatus(await move(first.id, 'completed'), 200)
    expectStatus(await move(second.id, 'en_route'), 200)
  })

  test('someone who turns back can go to another', async () => {
    const [first, second] = [await plant(), await plant('2026-03-02T18:00:00Z')]
    await move(first.id, 'en_route')
    expect(expectStatus(await move(first.id, 'scheduled'), 200).body.data).toMatchObject({
      status: 'scheduled',
      enRouteAt: null,
    })
    expectStatus(await move(second.id, 'en_route'), 200)
    expectStatus(await move(second.id, 'in_progress'), 200)
    expectStatus(await move(second.id, 'scheduled'), 409)
  })

  test("others' visits don't count, and the office may correct anything", async () => {
    const theirs = await plantJob(admin, {
      workerId: kim.id,
      start: '2026-03-02T16:00:00Z',
      status: 'en_route',
    })
    expect(theirs.status).toBe('en_route')
    const [first, second] = [await plant(), await plant('2026-03-02T18:00:00Z')]
    expectStatus(await move(first.id, 'en_route'), 200)
    expectStatus(await admin.post(`/api/admin/jobs/${second.id}/move`, { to: 'en_route' }), 200)
  })
})

describe('undo', () => {
  test('takes back each step within a minute, and the customer never hears of it', async () => {
    const job = await plant()
    const steps = [
      ['en_route', 'scheduled'],
      ['in_progress', 'en_route'],
      ['completed', 'in_progress'],
    ] as const
    for (const [step, before] of steps) {
      expectStatus(await move(job.id, step), 200)
      await later(minute, async () => {
        expect(expectStatus(await undo(job.id, step), 200).body.data.status).toBe(before)
      })
      expectStatus(await undo(job.id, step), 409)
      expectStatus(await move(job.id, step), 200)
    }
    const { body } = await admin.get(`/api/admin/jobs/${job.id}`)
    expect(body.data.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'en_route',
      'undone',
      'en_route',
      'in_progress',
      'undone',
      'in_progress',
      'completed',
      'undone',
      'completed',
    ])
    expect(await told(job.id)).toEqual(['completed'])
  })

  test('comes too late after the minute, when the customer has been told', async () => {
    const job = await plant()
    await move(job.id, 'en_route')
    expect(await told(job.id)).toEqual(['on-the-way'])
    await later(minute + 6 * second, async () => {
      const refused = expectStatus(await undo(job.id, 'en_route'), 409)
      expect(refused.body.error).toBe('It’s too late to undo this step. Call the office to correct it.')
    })
  })

  test('of “on the way” is never sent; of the step after it, lets it go out', async () => {
    const job = await plant()
    await move(job.id, 'en_route')
    await admin.deps.background.idle()
    await undo(job.id, 'en_route')
    expect(await told(job.id)).toEqual([])
    await move(job.id, 'en_route')
    await move(job.id, 'in_progress')
    // The customer sees the technician at the door.
    expect(await told(job.id)).toEqual([])
    await undo(job.id, 'in_progress')
    expect(await told(job.id)).toEqual(['on-the-way'])
  })

  test('of the last step keeps its invoice a draft until the job is done again', async () => {
    const job = await plant('2026-03-02T16:00:00Z', { source: 'public' })
    const posted = async () =>
      (await admin.deps.store.read.select().from(invoices).where(eq(invoices.jobId, job.id))).map(
        ({ status, postAt }) => [status, postAt],
      )
    for (const to of ['en_route', 'in_progress', 'completed']) expectStatus(await move(job.id, to), 200)
    await admin.deps.background.idle()
    expect(await posted()).toEqual([['draft', admin.clock.now() + minute + 5 * second]])
    await undo(job.id, 'completed')
    expect(await posted()).toEqual([['draft', null]])
    await move(job.id, 'completed')
    expect(await posted()).toEqual([['draft', admin.clock.now() + minute + 5 * second]])
  })

  test("is for one's own last step alone", async () => {
    const job = await plant()
    await move(job.id, 'en_route')
    expectStatus(await call(kim, job.id, 'undo', { step: 'en_route' }), 404)
    expectStatus(await undo(job.id, 'in_progress'), 409)
    expectStatus(await undo(job.id, 'pending'), 400)
    await admin.post(`/api/admin/jobs/${job.id}/move`, { to: 'in_progress' })
    expectStatus(await undo(job.id, 'in_progress'), 409)
    expect((await today()).jobs[0].status).toBe('in_progress')
  })

  test('that is sent twice undoes one step', async () => {
    const job = await plant()
    await move(job.id, 'en_route')
    await move(job.id, 'in_progress')
    const send = () =>
      admin.call('POST', `/api/work/jobs/${job.id}/undo`, {
        token: sam.token,
        body: { step: 'in_progress' },
        headers: { 'idempotency-key': 'undo-1' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await today()).jobs[0].status).toBe('en_route')
  })
})

describe('a customer who is not home', () => {
  const at = (minutes: number) => isoTime(admin.clock.now() + minutes * minute)

  test('is given ten minutes at the door', async () => {
    const job = await plant()
    expectStatus(await call(sam, job.id, 'arrive'), 409)
    expectStatus(await move(job.id, 'no_show'), 409)
    await move(job.id, 'en_route')
    expectStatus(await move(job.id, 'no_show'), 409)
    const arrived = expectStatus(await call(sam, job.id, 'arrive'), 200).body.data
    expect(arrived).toMatchObject({ status: 'en_route', arrivedAt: at(0) })
    // A second tap doesn't start over.
    await later(5 * minute, async () => {
      expect((await call(sam, job.id, 'arrive')).body.data.arrivedAt).toBe(arrived.arrivedAt)
      const refused = expectStatus(await move(job.id, 'no_show'), 409)
      expect(refused.body.error).toBe('Wait 10 minutes at the door before you close this visit')
    })
    await later(10 * minute, async () => {
      expect(expectStatus(await move(job.id, 'no_show'), 200).body.data.status).toBe('no_show')
    })
  })

  test('counts by the time on the phone, also when it is sent later', async () => {
    const job = await plant()
    await move(job.id, 'en_route', at(-30))
    await call(sam, job.id, 'arrive', { doneAt: at(-20) })
    expectStatus(await move(job.id, 'no_show', at(-11)), 409)
    expectStatus(await move(job.id, 'no_show', at(-10)), 200)
  })

  test('is home after all within a minute: the to-do goes too', async () => {
    const job = await plant()
    const todos = async () =>
      (await admin.get('/api/admin/tasks?kind=job.no-show')).body.data.items.filter(
        ({ subject }: { subject: string }) => subject === job.id,
      ).length
    await move(job.id, 'en_route', at(-30))
    await call(sam, job.id, 'arrive', { doneAt: at(-20) })
    await move(job.id, 'no_show')
    expect(await todos()).toBe(1)
    expect(expectStatus(await undo(job.id, 'no_show'), 200).body.data).toMatchObject({
      status: 'en_route',
      arrivedAt: at(-20),
    })
    expect(await todos()).toBe(0)
    expect(await told(job.id)).toEqual([])
  })

  test('starts over on the next way', async () => {
    const job = await plant()
    await move(job.id, 'en_route')
    await call(sam, job.id, 'arrive')
    expect(expectStatus(await undo(job.id, 'arrived'), 200).body.data.arrivedAt).toBeNull()
    await call(sam, job.id, 'arrive')
    await move(job.id, 'scheduled')
    expect((await move(job.id, 'en_route')).body.data.arrivedAt).toBeNull()
  })
})
