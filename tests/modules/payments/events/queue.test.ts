import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoEvents, webhookEvents } from '../../../../db/schema'
import { newId } from '../../../../db/store'
import { maxEventAttempts } from '../../../../src/lib/backoff'
import { day, hour, minute } from '../../../../src/lib/clock'
import { sweepEvents } from '../../../../src/modules/payments/events/admin'
import {
  claimDue,
  keepEvent,
  eventLeaseMs,
  eventQueueFigures,
} from '../../../../src/modules/payments/events/queue'
import { EventWorker, processEvent } from '../../../../src/modules/payments/events/worker'
import { failureOf } from '../../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

const strange = (jobId = newId()) => ({ id: `pi_${newId()}`, amount: 19_999, metadata: { jobId } })
const stored = async (id: string) =>
  (await money.deps.store.read.select().from(webhookEvents).where(eq(webhookEvents.id, id)))[0]!
const figures = () => eventQueueFigures(money.deps.store.read)
const depth = async () => (await figures()).depth

describe('an event that cannot be processed', () => {
  test('is acknowledged, waits, and is processed once its job exists', async () => {
    const job = await money.job()
    const later = newId()
    expect((await money.event('payment_intent.succeeded', strange(later), 'evt_early')).status).toBe(200)
    expect(await stored('evt_early')).toMatchObject({ state: 'queued', attempts: 1 })
    expect((await stored('evt_early')).lastError).toBe("The event names a job that doesn't exist")
    expect(await depth()).toBe(1)
    await money.event('payment_intent.succeeded', { ...strange(job.id), id: 'pi_mine' }, 'evt_mine')
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })

  test('is retried at once by the task, then with growing delays, and given up after the last one', async () => {
    await money.event('payment_intent.succeeded', strange(), 'evt_poison')
    money.clock.advance(minute)
    const first = await money.cron()
    expect(first.body.data).toMatchObject({ success: true, processed: 1, succeeded: 0, failed: 1 })
    expect(first.body.data.results).toEqual([
      { id: 'evt_poison', type: 'payment_intent.succeeded', success: false },
    ])
    money.clock.advance(4 * minute)
    expect((await money.cron()).body.data.processed).toBe(0)
    money.clock.advance(2 * minute)
    expect((await money.cron()).body.data.processed).toBe(1)
    for (let left = maxEventAttempts - 3; left > 0; left--) {
      expect((await stored('evt_poison')).state).toBe('queued')
      money.clock.advance(27 * hour)
      await money.cron()
    }
    expect(await stored('evt_poison')).toMatchObject({ state: 'dead', attempts: maxEventAttempts })
    expect(await figures()).toEqual({ depth: 0, dead: 1 })
    money.clock.advance(5 * day)
    expect((await money.cron()).body.data.processed).toBe(0)
  })

  test('delays no other event', async () => {
    const good = await money.job()
    for (let poison = 0; poison < 30; poison++) await money.event('payment_intent.succeeded', strange())
    await money.event('payment_intent.succeeded', { ...strange(good.id), id: 'pi_good' })
    expect((await money.readJob(good.id)).paymentState).toBe('paid')
    money.clock.advance(minute)
    const { data } = (await money.cron()).body
    expect([data.processed, data.failed]).toEqual([30, 30])
    expect(new Set(data.results.map(({ id }: { id: string }) => id)).size).toBe(30)
  })

  test('with an unexpected shape fails with the field names, not their values', async () => {
    await money.event('payment_intent.succeeded', { id: 'pi_odd', amount: 'secret' }, 'evt_odd')
    expect((await stored('evt_odd')).lastError).toBe('The event is missing expected fields: amount')
  })

  test('that names no job or payment of ours is done', async () => {
    await money.event(
      'payment_intent.succeeded',
      { id: 'pi_foreign', amount: 500, currency: 'eur' },
      'evt_foreign',
    )
    await money.event(
      'charge.refunded',
      { payment_intent: 'pi_foreign', amount_refunded: 500 },
      'evt_foreign_refund',
    )
    await money.event('account.updated', { id: 'acct_foreign' }, 'evt_foreign_account')
    await money.event('transfer.reversed', { id: 'tr_foreign', amount_reversed: 5 }, 'evt_foreign_transfer')
    await money.event('something.else', {}, 'evt_else')
    expect(await depth()).toBe(0)
  })
})

describe('the queue', () => {
  const keep = (id: string) =>
    money.deps.store.write((tx) =>
      keepEvent(
        tx,
        money.clock.now(),
        { id, type: 'x', at: 0, object: {}, raw: '{}' },
        { source: 'webhook', claimed: false },
      ),
    )
  const claim = (limit = 10) => money.deps.store.write((tx) => claimDue(tx, money.clock.now(), limit))

  test('gives each event to one worker, and counts the attempt before it starts', async () => {
    for (const id of ['a', 'b', 'c']) await keep(id)
    const [one, other] = await Promise.all([claim(2), claim(2)])
    expect([...one, ...other].map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c'])
    expect((await stored('a')).attempts).toBe(1)
    expect(await claim()).toEqual([])
  })

  test("reclaims a dead worker's events when the lease ends", async () => {
    await keep('a')
    await claim()
    money.clock.advance(eventLeaseMs - 1)
    expect(await claim()).toEqual([])
    money.clock.advance(1)
    expect((await claim()).map(({ id, attempts }) => [id, attempts])).toEqual([['a', 2]])
  })

  test('keeps nothing from a worker whose lease ran out', async () => {
    const job = await money.job()
    const object = { ...strange(job.id), id: 'pi_slow' }
    const raw = JSON.stringify({ id: 'evt_slow', type: 'payment_intent.succeeded', data: { object } })
    const event = { id: 'evt_slow', type: 'payment_intent.succeeded', at: 0, object, raw }
    const slow = await money.deps.store.write((tx) =>
      keepEvent(tx, money.clock.now(), event, { source: 'webhook', claimed: true }),
    )
    money.clock.advance(eventLeaseMs)
    const [taken] = await claim()
    expect(await processEvent(money.deps, slow!)).toBe(false)
    expect(await stored('evt_slow')).toMatchObject({ state: 'processing', attempts: 2 })
    expect((await money.readJob(job.id)).paymentState).toBe('unpaid')
    expect(await processEvent(money.deps, taken!)).toBe(true)
    await money.rest()
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })

  test("fetches events the processor couldn't deliver", async () => {
    const job = await money.job()
    await money.deps.store.write((tx) =>
      tx.insert(demoEvents).values({
        id: 'evt_undelivered',
        type: 'payment_intent.succeeded',
        payload: JSON.stringify({
          id: 'evt_undelivered',
          type: 'payment_intent.succeeded',
          created: 1,
          data: { object: { ...strange(job.id), id: 'pi_undelivered' } },
        }),
        createdAt: money.clock.now() - hour,
        dueAt: money.clock.now() + day,
      }),
    )
    const { data } = (await money.cron()).body
    expect(data.results).toEqual([{ id: 'evt_undelivered', type: 'payment_intent.succeeded', success: true }])
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect((await stored('evt_undelivered')).source).toBe('reconciled')
    expect((await money.cron()).body.data.processed).toBe(0)
  })

  test('tries a fetched event once in a run, however it ends', async () => {
    const raw = JSON.stringify({
      id: 'evt_lost',
      type: 'payment_intent.succeeded',
      data: { object: strange() },
    })
    money.break({
      async *eventsSince() {
        yield [{ id: 'evt_lost', type: 'payment_intent.succeeded', at: 0, object: {}, raw }]
      },
    })
    expect((await money.cron()).body.data).toMatchObject({ processed: 1, failed: 1 })
    expect(await stored('evt_lost')).toMatchObject({ state: 'queued', attempts: 1 })
  })

  test("continues when the processor can't be reached", async () => {
    await money.event('payment_intent.succeeded', strange(), 'evt_poison')
    money.break({
      eventsSince: () => {
        throw new Error('away')
      },
    })
    money.clock.advance(minute)
    expect((await money.cron()).body.data.processed).toBe(1)
  })

  test('forgets events done long ago, and keeps the rest', async () => {
    await money.event('something.else', {}, 'evt_old')
    await money.event('payment_intent.succeeded', strange(), 'evt_waiting')
    money.clock.advance(91 * day)
    await sweepEvents(money.deps)
    expect(await stored('evt_old')).toBeUndefined()
    expect(await stored('evt_waiting')).toBeDefined()
  })
})

describe('the event worker', () => {
  const keep = (id: string, claimed: boolean) => {
    const raw = JSON.stringify({ id, type: 'something.else', data: { object: {} } })
    const event = { id, type: 'something.else', at: 0, object: {}, raw }
    return money.deps.store.write((tx) =>
      keepEvent(tx, money.clock.now(), event, { source: 'webhook', claimed }),
    )
  }
  const keepMany = async (count: number) => {
    const ids = Array.from({ length: count }, (_, place) => `evt_${place}`)
    await Promise.all(ids.map((id) => keep(id, false)))
    return ids
  }
  const worker = () => money.deps.state.of(EventWorker)

  test("processes what didn't fit in memory in the background", async () => {
    const ids = await keepMany(30)
    worker().processDue(money.deps)
    await money.rest()
    for (const id of ids) expect((await stored(id)).state).toBe('done')
  })

  test("reports each event's outcome, and does one run for everyone who asks meanwhile", async () => {
    const ids = await keepMany(20)
    const first = worker().processDue(money.deps)
    const next = worker().processDue(money.deps)
    expect(next).not.toBe(first)
    expect(worker().processDue(money.deps)).toBe(next)
    await Promise.all([first.finished, next.finished])
    expect(first.outcomes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(first.outcomes.every(({ success }) => success)).toBe(true)
    expect(next.outcomes).toEqual([])
  })

  test("doesn't make an incoming event wait for the whole queue", async () => {
    await keepMany(100)
    const run = worker().processDue(money.deps)
    const row = await keep('evt_new', true)
    await worker().add(money.deps, row!)
    expect((await stored('evt_new')).state).toBe('done')
    expect(await depth()).toBeGreaterThan(0)
    await run.finished
    expect(run.outcomes).toHaveLength(100)
    expect(await depth()).toBe(0)
  })

  test('finishes claimed events and leaves the queue for the next start when the service stops', async () => {
    await keepMany(100)
    const run = worker().processDue(money.deps)
    const row = await keep('evt_new', true)
    const processed = worker().add(money.deps, row!)
    money.deps.background.stop()
    await money.rest()
    await Promise.all([run.finished, processed])
    expect((await stored('evt_new')).state).toBe('done')
    const left = await money.deps.store.read
      .select({ attempts: webhookEvents.attempts })
      .from(webhookEvents)
      .where(eq(webhookEvents.state, 'queued'))
    expect(left).toHaveLength(100 - run.outcomes.length)
    expect(left.length).toBeGreaterThan(0)
    expect(left.every(({ attempts }) => attempts === 0)).toBe(true)
    expect(await depth()).toBe(left.length)
  })

  test("tells callers when the queue can't be claimed, and keeps working", async () => {
    const write = () => Promise.reject(new Error('the disk is full'))
    const broken = { ...money.deps, store: { ...money.deps.store, write } }
    const failure = await failureOf(worker().processDue(broken).finished)
    expect(failure.message).toBe('the disk is full')
    await money.rest()
    await keepMany(1)
    await worker().processDue(money.deps).finished
    expect(await depth()).toBe(0)
  })
})

describe('at HQ', () => {
  test('events are listed, read and filtered by state', async () => {
    await money.event('something.else', {}, 'evt_1')
    await money.event('payment_intent.succeeded', strange(), 'evt_2')
    const page = await money.hq('GET', '/api/admin/webhooks?limit=1')
    expect(page.body.data.items.map(({ id }: { id: string }) => id)).toEqual(['evt_2'])
    const next = await money.hq('GET', `/api/admin/webhooks?limit=1&cursor=${page.body.data.nextCursor}`)
    expect(next.body.data.items.map(({ id }: { id: string }) => id)).toEqual(['evt_1'])
    const queued = await money.hq('GET', '/api/admin/webhooks?state=queued')
    expect(queued.body.data.items).toHaveLength(1)
    const one = await money.hq('GET', '/api/admin/webhooks/evt_2')
    expect(one.body.data).toMatchObject({ state: 'queued', attempts: 1, payload: { id: 'evt_2' } })
    expect((await money.hq('GET', '/api/admin/webhooks/evt_unknown')).status).toBe(404)
  })

  test('an event with the longest possible id can be opened by it', async () => {
    const id = `evt_${'x'.repeat(251)}`
    expect((await money.event('customer.created', {}, id)).body).toEqual({ received: true, eventId: id })
    await money.rest()
    expect((await money.hq('GET', `/api/admin/webhooks/${id}`)).body.data).toMatchObject({
      id,
      state: 'done',
    })
  })

  test('an event is replayed as if it had just arrived, and replaying a finished one changes nothing', async () => {
    const job = await money.job()
    const object = { ...strange(job.id), id: 'pi_1' }
    await money.event('payment_intent.succeeded', object, 'evt_1')
    const before = await money.hq('GET', `/api/admin/jobs/${job.id}`)
    const replayed = await money.hq('POST', '/api/admin/webhooks/evt_1/replay')
    expect(replayed.body.data).toMatchObject({ state: 'done', attempts: 1 })
    await money.rest()
    const after = await money.hq('GET', `/api/admin/jobs/${job.id}`)
    expect(after.body.data.timeline).toEqual(before.body.data.timeline)
    await money.event('payment_intent.succeeded', strange(), 'evt_bad')
    expect((await money.hq('POST', '/api/admin/webhooks/evt_bad/replay')).body.data).toMatchObject({
      state: 'queued',
      lastError: "The event names a job that doesn't exist",
    })
    expect((await money.hq('POST', '/api/admin/webhooks/evt_unknown/replay')).status).toBe(404)
  })

  test("an event being processed can't be replayed at the same time", async () => {
    await money.deps.store.write((tx) =>
      keepEvent(
        tx,
        money.clock.now(),
        { id: 'evt_busy', type: 'x', at: 0, object: {}, raw: '{}' },
        { source: 'webhook', claimed: true },
      ),
    )
    expect((await money.hq('POST', '/api/admin/webhooks/evt_busy/replay')).status).toBe(409)
  })
})
