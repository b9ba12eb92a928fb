import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { inArray, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { marcus, sofia } from '../../support/world'
import { startOffice, type Office } from './office'
import { checkSequences } from './sequences'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const hq: Office['hq'] = (...call) => office.hq(...call)
const bookOne: Office['bookOne'] = (overrides) => office.bookOne(overrides)

describe('a job', () => {
  test('goes from booked to completed, with times and messages', async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const to of ['en_route', 'in_progress', 'completed']) {
      office.clock.advance(60_000)
      expect((await hq('POST', `/jobs/${id}/move`, { to })).body.data.status).toBe(to)
    }
    const { body } = await hq('GET', `/jobs/${id}`)
    expect(body.data.job).toMatchObject({
      enRouteAt: '2026-03-02T15:01:00.000Z',
      startedAt: '2026-03-02T15:02:00.000Z',
      completedAt: '2026-03-02T15:03:00.000Z',
    })
    await office.deps.background.idle()
    const told = await office.deps.store.read
      .select({ template: outbox.template, channel: outbox.channel })
      .from(outbox)
    expect(told).toEqual([
      { template: 'booked', channel: 'email' },
      { template: 'scheduled', channel: 'email' },
      { template: 'on-the-way', channel: 'sms' },
      { template: 'completed', channel: 'email' },
      { template: 'invoice', channel: 'email' },
    ])
  })

  test('refuses to skip a status with 409 and says what is possible', async () => {
    const id = await bookOne()
    const { status, body } = await hq('POST', `/jobs/${id}/move`, { to: 'completed' })
    expect(status).toBe(409)
    expect(body.error).toContain('It can become canceled')
  })

  test('that is unscheduled frees its worker', async () => {
    const [one, two] = [await bookOne(), await bookOne()]
    await hq('POST', `/jobs/${one}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    const { body } = await hq('POST', `/jobs/${one}/move`, { to: 'pending' })
    expect(body.data).toMatchObject({ status: 'pending', workerId: null, scheduledStart: null })
    expect(
      (await hq('POST', `/jobs/${two}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })).status,
    ).toBe(200)
  })

  test('set on its way by mistake goes back to its time, notifies nobody, and can be reassigned', async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    await hq('POST', `/jobs/${id}/move`, { to: 'en_route' })
    const count = async () => (await office.deps.store.read.select().from(outbox)).length
    const told = await count()
    const back = await hq('POST', `/jobs/${id}/move`, { to: 'scheduled' })
    expect(back.body.data).toMatchObject({
      status: 'scheduled',
      workerId: marcus,
      scheduledStart: '2026-03-09T16:00:00.000Z',
      enRouteAt: null,
    })
    expect(await count()).toBe(told)
    const { timeline } = (await hq('GET', `/jobs/${id}`)).body.data
    expect(timeline.at(-1)).toMatchObject({ kind: 'not_on_the_way', after: { status: 'scheduled' } })
    const given = await hq('POST', `/jobs/${id}/schedule`, {
      start: '2026-03-09T17:00:00Z',
      workerId: sofia,
    })
    expect(given.body.data).toMatchObject({ status: 'scheduled', workerId: sofia })
  })

  test("can't become scheduled by a plain status change", async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/move`, { to: 'scheduled' })).status).toBe(409)
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    expect((await hq('POST', `/jobs/${id}/move`, { to: 'scheduled' })).status).toBe(409)
    for (const to of ['en_route', 'in_progress']) await hq('POST', `/jobs/${id}/move`, { to })
    expect((await hq('POST', `/jobs/${id}/move`, { to: 'scheduled' })).status).toBe(409)
  })

  test("tells the customer when a time no longer holds and when they weren't home", async () => {
    const [one, two, three] = [await bookOne(), await bookOne(), await bookOne()]
    for (const [hour, id] of [one, two, three].entries())
      await hq('POST', `/jobs/${id}/schedule`, { start: `2026-03-09T1${hour * 3}:00:00Z`, workerId: marcus })
    await hq('POST', `/jobs/${one}/move`, { to: 'pending' })
    await hq('POST', `/jobs/${two}/move`, { to: 'no_show' })
    await hq('POST', `/jobs/${three}/move`, { to: 'pending', tellCustomer: false })
    const told = await office.deps.store.read
      .select({ template: outbox.template, jobId: outbox.jobId })
      .from(outbox)
      .where(inArray(outbox.template, ['unscheduled', 'missed']))
      .orderBy(outbox.id)
    expect(told).toEqual([
      { template: 'unscheduled', jobId: one },
      { template: 'missed', jobId: two },
    ])
  })

  test("has a timeline that can't be changed or shortened", async () => {
    const id = await bookOne()
    await hq('POST', `/jobs/${id}/schedule`, { start: '2026-03-09T16:00:00Z', workerId: marcus })
    for (const statement of [
      sql`UPDATE job_events SET actor = 'nobody' WHERE job_id = ${id}`,
      sql`DELETE FROM job_events WHERE job_id = ${id}`,
    ])
      expect(
        await office.deps.store
          .write((tx) => tx.run(statement))
          .then(
            () => 'done',
            () => 'refused',
          ),
      ).toBe('refused')
  })

  test('reaches no illegal status in random sequences, and the timeline rebuilds each', () =>
    checkSequences(office, 40))
})
