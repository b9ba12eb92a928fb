import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { jobs, outbox } from '../../../db/schema'
import { jobStatuses, type JobStatus } from '../../../db/schema/jobs'
import { readTimeline, rebuildState, stateFields } from '../../../src/modules/jobs/timeline'
import { startTestApp, type CallOptions, type TestApp } from '../../support/app'
import { testServer } from '../../support/store'
import { addWorld, booking, denver, marcus, sofia } from '../../support/world'

let world: TestApp
let token: string
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  token = await world.hqToken()
})
afterEach(() => world.close())

const hq = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  world.call(method, `/api/admin${path}`, { token, ...(body === undefined ? {} : { body }), ...options })

let client = 0
async function bookOne(overrides: object = {}): Promise<string> {
  const from = `198.51.${Math.floor(++client / 250) % 250}.${client % 250}`
  const { body } = await world.call('POST', '/api/jobs/create', { body: { ...booking, ...overrides }, from })
  return body.data.job.id
}

describe('scheduling', () => {
  test('takes the length from the service type and keeps the buffer behind it', async () => {
    const id = await bookOne()
    const { status, body } = await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-09T16:00:00Z',
      workerId: marcus,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'scheduled',
      workerId: marcus,
      // 45 + 0.15 × 100 ft × 2 storeys
      scheduledEnd: '2026-03-09T17:15:00.000Z',
      busyUntil: '2026-03-09T17:30:00.000Z',
    })
  })

  test('tells the customer, in the time zone of the franchise, and again when the visit moves', async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-10T16:00:00Z', workerId: marcus })
    await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-11T16:00:00Z',
      workerId: marcus,
      tellCustomer: false,
    })
    const told = await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'scheduled'))
    expect(told.map(({ about, data }) => [about.split(':')[1], data.moved])).toEqual([
      [id, false],
      [id, true],
    ])
    const { body } = await hq('GET', `/jobs/${id}`)
    expect(
      body.data.timeline
        .map((line: { kind: string }) => line.kind)
        .filter((kind: string) => kind !== 'placed'),
    ).toEqual(['booked', 'scheduled', 'rescheduled', 'rescheduled'])
  })

  test('needs an end where the service type does not say how long it takes', async () => {
    const id = await bookOne({ type: 'Something new' })
    const { status, body } = await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z' })
    expect([status, body.details]).toEqual([
      400,
      ['end: is required, since the service type does not say how long it takes'],
    ])
    const end = '2026-03-09T18:00:00Z'
    expect((await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', end })).status).toBe(
      200,
    )
    const backwards = { start: end, end: '2026-03-09T16:00:00Z' }
    expect((await hq('POST', `/jobs/${id}/schedule`, backwards)).status).toBe(400)
  })

  test('refuses a worker or a job that does not exist', async () => {
    const id = await bookOne()
    expect(
      (await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: 'nobody' }))
        .status,
    ).toBe(404)
    expect((await hq('POST', '/jobs/none/schedule', { start: '2026-03-09T16:00:00Z' })).status).toBe(404)
  })

  test('of fifty who want one worker at overlapping times, one gets him', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => bookOne()))
    const start = Date.parse('2026-03-09T16:00:00Z')
    const answers = await Promise.all(
      ids.map((id, index) =>
        // Spread over an hour: each overlaps every other, some by their buffers alone.
        hq('POST', `/jobs/${id}/schedule`, {
          start: new Date(start + index * 60_000).toISOString(),
          workerId: marcus,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  })

  test('gives back-to-back visits to one worker, and the same time to another', async () => {
    const [one, two, three] = [await bookOne(), await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    expect(
      (await hq('POST', `/jobs/${two}/schedule`, { start: '2026-03-09T17:30:00Z', workerId: marcus })).status,
    ).toBe(200)
    expect(
      (await hq('POST', `/jobs/${three}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus }))
        .status,
    ).toBe(409)
    expect(
      (await hq('POST', `/jobs/${three}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: sofia }))
        .status,
    ).toBe(200)
    expect((await hq('POST', `/jobs/${three}/assign`, { workerId: marcus })).status).toBe(409)
    expect((await hq('POST', `/jobs/${two}/assign`, { workerId: sofia })).body.data.workerId).toBe(sofia)
  })

  test('is refused by the schema itself, not only by code', async () => {
    const [one, two] = [await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    const steal = world.deps.store.write((tx) =>
      tx.run(sql`UPDATE jobs SET worker_id = ${marcus}, status = 'scheduled', scheduled_start = ${Date.parse('2026-03-09T17:20:00Z')},
        scheduled_end = ${Date.parse('2026-03-09T18:00:00Z')}, busy_until = ${Date.parse('2026-03-09T18:00:00Z')} WHERE id = ${two}`),
    )
    expect(steal).rejects.toThrow()
    await steal.catch(() => {})
  })
})

describe('the life of a job', () => {
  test('goes from booked to completed, timed and told', async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const to of ['en_route', 'in_progress', 'completed']) {
      world.clock.advance(60_000)
      expect((await hq('POST', `/jobs/${id}/move`, { to })).body.data.status).toBe(to)
    }
    const { body } = await hq('GET', `/jobs/${id}`)
    expect(body.data.job).toMatchObject({
      enRouteAt: '2026-03-02T15:01:00.000Z',
      startedAt: '2026-03-02T15:02:00.000Z',
      completedAt: '2026-03-02T15:03:00.000Z',
    })
    const told = await world.deps.store.read
      .select({ template: outbox.template, channel: outbox.channel })
      .from(outbox)
    expect(told).toEqual([
      { template: 'booked', channel: 'email' },
      { template: 'scheduled', channel: 'email' },
      { template: 'on-the-way', channel: 'sms' },
      { template: 'completed', channel: 'email' },
    ])
  })

  test('refuses a leap with 409 and says what is possible', async () => {
    const id = await bookOne()
    const { status, body } = await hq('POST', `/jobs/${id}/move`, { to: 'completed' })
    expect(status).toBe(409)
    expect(body.error).toContain('pending')
  })

  test('taken off the plan, the worker is free again', async () => {
    const [one, two] = [await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    const { body } = await hq('POST', `/jobs/${one}/move`, { to: 'pending' })
    expect(body.data).toMatchObject({ status: 'pending', workerId: null, scheduledStart: null })
    expect(
      (await hq('POST', `/jobs/${two}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })).status,
    ).toBe(200)
  })

  test('the customer hears that a time does not hold any more, and that nobody was there', async () => {
    const [one, two, three] = [await bookOne(), await bookOne(), await bookOne()]
    for (const [hour, id] of [one, two, three].entries())
      await hq('POST', `/jobs/${id}/schedule`, { start: `2026-03-09T1${hour * 3}:00:00Z`, workerId: marcus })
    await hq('POST', `/jobs/${one}/move`, { to: 'pending' })
    await hq('POST', `/jobs/${two}/move`, { to: 'no_show' })
    await hq('POST', `/jobs/${three}/move`, { to: 'pending', tellCustomer: false })
    const told = await world.deps.store.read
      .select({ template: outbox.template, jobId: outbox.jobId })
      .from(outbox)
      .where(inArray(outbox.template, ['unscheduled', 'missed']))
    expect(told).toEqual([
      { template: 'unscheduled', jobId: one },
      { template: 'missed', jobId: two },
    ])
  })

  test('the timeline cannot be changed or shortened', async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const statement of [
      sql`UPDATE job_events SET actor = 'nobody' WHERE job_id = ${id}`,
      sql`DELETE FROM job_events WHERE job_id = ${id}`,
    ])
      expect(
        await world.deps.store
          .write((tx) => tx.run(statement))
          .then(
            () => 'done',
            () => 'refused',
          ),
      ).toBe('refused')
  })

  test('1,000 random sequences of moves reach no illegal state, and the timeline rebuilds each', async () => {
    const next: Record<JobStatus, JobStatus[]> = {
      pending: ['scheduled', 'cancelled'],
      scheduled: ['scheduled', 'pending', 'en_route', 'cancelled', 'no_show'],
      en_route: ['in_progress', 'cancelled', 'no_show'],
      in_progress: ['completed', 'cancelled'],
      completed: [],
      cancelled: [],
      no_show: [],
    }
    const step = fc.record({
      to: fc.constantFrom(...jobStatuses),
      hour: fc.nat(200),
      worker: fc.constantFrom(marcus, sofia, null),
    })
    // A server answers over the network; a few dozen show there what a thousand show on a file.
    const numRuns = testServer ? 40 : 1000
    const sequences = fc.sample(fc.array(step, { minLength: 1, maxLength: 8 }), { numRuns, seed: 7 })
    for (const [index, sequence] of sequences.entries()) {
      // The admin limit is 600 a minute.
      if (index % 50 === 0) world.clock.advance(61_000)
      const id = await bookOne()
      let status: JobStatus = 'pending'
      for (const { to, hour, worker } of sequence) {
        const start = new Date(
          Date.parse('2026-03-09T00:00:00Z') + (index * 201 + hour) * 3_600_000,
        ).toISOString()
        const answer: { status: number } =
          to === 'scheduled'
            ? await hq('POST', `/jobs/${id}/schedule`, { start, workerId: worker })
            : to === 'cancelled'
              ? { status: 0 }
              : await hq('POST', `/jobs/${id}/move`, { to })
        if (answer.status === 0) continue
        const legal = next[status].includes(to)
        if (answer.status === 200) {
          expect([status, to, legal]).toEqual([status, to, true])
          status = to
        } else expect(answer.status).toBe(409)
        if (legal && to !== 'scheduled') expect(answer.status).toBe(200)
      }
      const [row] = await world.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
      expect(row?.status).toBe(status)
      const timeline = await readTimeline(world.deps.store.read, row!)
      expect(timeline[0]).toMatchObject({ kind: 'booked', actor: 'public', after: { priceCents: 18_950 } })
      const rebuilt = rebuildState(timeline)
      for (const field of stateFields) expect([field, rebuilt[field]]).toEqual([field, row![field]])
    }
  }, 60_000)
})

describe('prices', () => {
  test('are changed with discount, credit and promo code, and the total follows', async () => {
    const id = await bookOne()
    await hq('POST', '/promos', { code: 'spring10', kind: 'percent', value: 10, maxUses: 1 })
    const { body } = await hq('POST', `/jobs/${id}/reprice`, {
      price: 200,
      referralCredit: 5,
      promoCode: 'Spring10',
    })
    // (200 − 20 − 5) × 1.0881
    expect(body.data).toMatchObject({
      price: 200,
      discount: 20,
      referralCredit: 5,
      tax: 15.42,
      total: 190.42,
      promoCode: 'SPRING10',
    })
    const other = await bookOne()
    expect((await hq('POST', `/jobs/${other}/reprice`, { promoCode: 'SPRING10' })).status).toBe(409)
    await hq('POST', `/jobs/${id}/reprice`, { promoCode: null })
    expect((await hq('POST', `/jobs/${other}/reprice`, { promoCode: 'SPRING10' })).status).toBe(200)
  })

  test('is told to the customer when the total changes, unless nobody shall hear of it', async () => {
    const id = await bookOne()
    const before = (await hq('GET', `/jobs/${id}`)).body.data.job.total
    await hq('POST', `/jobs/${id}/reprice`, { price: 200 })
    await hq('POST', `/jobs/${id}/reprice`, { price: 200 })
    await hq('POST', `/jobs/${id}/reprice`, { price: 150, tellCustomer: false })
    const told = await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'repriced'))
    expect(told.map(({ jobId, data }) => [jobId, data])).toMatchObject([
      [id, { beforeCents: Math.round(before * 100), totalCents: 21_762 }],
    ])
  })

  test('cannot be discounted below nothing, or once paid', async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/reprice`, { discount: 500 })).status).toBe(409)
    await world.deps.store.write((tx) => tx.update(jobs).set({ paymentState: 'paid' }).where(eq(jobs.id, id)))
    expect((await hq('POST', `/jobs/${id}/reprice`, { price: 1 })).status).toBe(409)
  })
})

describe('corrections and notes', () => {
  test('a new address is placed anew; a place set by hand stays', async () => {
    const id = await bookOne({ address: 'no such place anywhere zzqx' })
    await world.deps.background.idle()
    expect((await hq('GET', `/jobs/${id}`)).body.data.job.placeState).toBe('unknown')
    await hq('PATCH', `/jobs/${id}`, { address: '1420 Larimer St, Denver, CO 80202' })
    await world.deps.background.idle()
    expect((await hq('GET', `/jobs/${id}`)).body.data.job).toMatchObject({
      placeState: 'placed',
      zip: '80202',
      franchiseId: denver,
    })
    const { body } = await hq('PATCH', `/jobs/${id}`, { lat: 39.7, lng: -105 })
    expect(body.data).toMatchObject({ lat: 39.7, lng: -105, placeLabel: 'Set by hand' })
  })

  test('notes are kept beside the timeline', async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/notes`, { text: 'Dog in the yard' })).status).toBe(201)
    expect((await hq('GET', `/jobs/${id}`)).body.data.jobNotes).toMatchObject([
      { text: 'Dog in the yard', author: 'hq:admin@example.com' },
    ])
    expect((await hq('POST', '/jobs/none/notes', { text: 'x' })).status).toBe(404)
  })
})
