import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { outboundEvents, webhookDeliveries } from '../../../db/schema'
import { day } from '../../../src/lib/clock'
import { sweepDeliveries } from '../../../src/modules/webhooks'
import { eventTypes } from '../../../src/modules/webhooks/catalog'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { fine, startReceiver } from './receiver'

let office: MoneyTest
let there: ReturnType<typeof startReceiver>
beforeEach(async () => {
  office = await startMoneyTest({ WEBHOOK_PRIVATE_NETWORKS: 'loopback' })
  there = startReceiver(fine)
})
afterEach(async () => {
  await office.close()
  await there.stop()
})

const subscribe = (more: object = {}) =>
  office.hq('POST', '/api/admin/webhook-subscriptions', { url: there.url, ...more })

const kept = () => office.deps.store.read.select().from(outboundEvents).orderBy(asc(outboundEvents.seq))

/** The types of the events since the last look. Each payload must match the schema of its type. */
let seen = 0
beforeEach(() => {
  seen = 0
})
async function news(): Promise<string[]> {
  await office.rest()
  const rows = (await kept()).filter(({ seq }) => seq > seen)
  seen = rows.at(-1)?.seq ?? seen
  for (const { type, payload } of rows) {
    const { data } = JSON.parse(payload ?? '{}')
    const declared = eventTypes.find((known) => known.type === type)
    expect(declared?.data.parse(data)).toEqual(data)
  }
  return rows.map(({ type }) => type)
}

const change = async (method: string, path: string, body?: unknown) => {
  const answer = await office.hq(method, path, body)
  expect([answer.status, answer.text]).toEqual([answer.status < 300 ? answer.status : 200, answer.text])
  return answer.body.data
}

async function addWorker(name: string): Promise<string> {
  return (await change('POST', '/api/admin/workers', { name, skills: [] })).id
}

describe('subscribers learn', () => {
  beforeEach(() => subscribe())

  test('of everything that happens to a job', async () => {
    const [ada, ben] = [await addWorker('Ada'), await addWorker('Ben')]
    const { id, customerId } = await office.job()
    expect(await news()).toEqual(['customer.created', 'job.booked'])
    const path = `/api/admin/jobs/${id}`
    await change('POST', `${path}/confirm`)
    expect(await news()).toEqual(['job.confirmed'])
    await change('PATCH', path, { notes: 'Ring twice' })
    expect(await news()).toEqual(['job.updated'])
    const visit = { start: '2026-03-05T16:00:00Z', end: '2026-03-05T17:00:00Z' }
    await change('POST', `${path}/schedule`, { ...visit, workerId: ada })
    expect(await news()).toEqual(['job.scheduled', 'job.assigned'])
    await change('POST', `${path}/schedule`, {
      start: '2026-03-06T16:00:00Z',
      end: '2026-03-06T17:00:00Z',
      workerId: ada,
    })
    expect(await news()).toEqual(['job.rescheduled'])
    await change('POST', `${path}/assign`, { workerId: ben })
    expect(await news()).toEqual(['job.assigned'])
    await change('POST', `${path}/move`, { to: 'pending' })
    expect(await news()).toEqual(['job.unscheduled'])
    await change('POST', `${path}/schedule`, { ...visit, workerId: ada })
    await news()
    await change('POST', `${path}/move`, { to: 'en_route' })
    await change('POST', `${path}/move`, { to: 'scheduled' })
    await change('POST', `${path}/move`, { to: 'en_route' })
    await change('POST', `${path}/move`, { to: 'in_progress' })
    expect(await news()).toEqual(['job.en_route', 'job.updated', 'job.en_route', 'job.started'])
    await change('POST', `${path}/move`, { to: 'completed' })
    expect(await news()).toEqual(['job.completed', 'invoice.created', 'invoice.sent'])
    await change('PATCH', `/api/admin/customers/${customerId}`, { name: 'Jordan R.' })
    await change('PATCH', `/api/admin/customers/${customerId}`, { name: 'Jordan R.' })
    expect(await news()).toEqual(['customer.updated'])
  })

  test('of payments, refunds and invoices, once each', async () => {
    const { id } = await office.job()
    await news()
    const payment = await office.pay(id)
    expect(await news()).toEqual(['payment.succeeded', 'invoice.created', 'invoice.paid'])
    const { items } = await change('GET', `/api/admin/invoices?jobId=${id}`)
    await change('POST', '/api/invoices/send', { invoiceId: items[0].id, method: 'email' })
    expect(await news()).toEqual(['invoice.sent'])
    await change('POST', `/api/admin/jobs/${id}/refund`, { amount: 20, reason: 'Jordan was unhappy' })
    // The credit note comes with the refund.
    expect(await news()).toEqual(['refund.created', 'invoice.created', 'refund.succeeded'])
    const rows = await kept()
    expect(rows.some(({ payload }) => payload?.includes('unhappy'))).toBe(false)
    await office.event('charge.dispute.created', {
      id: 'dp_1',
      payment_intent: payment,
      amount: 1_000,
      status: 'needs_response',
    })
    await office.event('charge.dispute.closed', {
      id: 'dp_1',
      payment_intent: payment,
      amount: 1_000,
      status: 'won',
    })
    expect(await news()).toEqual(['payment.disputed', 'payment.dispute_closed'])
  })

  test('of a declined card, a cancellation and a voided invoice', async () => {
    const { id } = await office.job()
    await news()
    await office.pay(id, '4000000000000002')
    expect(await news()).toEqual(['payment.failed'])
    await change('POST', '/api/invoices/generate', { jobId: id })
    await change('POST', `/api/admin/jobs/${id}/cancel`)
    expect(await news()).toEqual(['invoice.created', 'job.cancelled', 'invoice.voided'])
  })

  test('of a booking with a promo code with its discount, in one event', async () => {
    await change('POST', '/api/admin/promos', { code: 'SPRING', kind: 'percent', value: 50 })
    const { bookWithPromo } = await import('../../../src/modules/jobs')
    const { unkeyed } = await import('../../../src/http/idempotency')
    const input = { ...booking, addOns: [] }
    await bookWithPromo(office.deps, input, { code: 'SPRING', language: 'en' }, unkeyed)
    const types = await news()
    expect(types).toEqual(['customer.created', 'job.booked'])
    const [, booked] = await kept()
    expect(JSON.parse(booked?.payload ?? '').data).toMatchObject({ price: 100, discount: 50, total: 50 })
  })

  test('that a customer was erased by their id alone, and nothing about them is kept or sent', async () => {
    const { id, customerId } = await office.job()
    await change('POST', `/api/admin/jobs/${id}/cancel`)
    await office.rest()
    expect((await kept()).some(({ payload }) => payload?.includes('Jordan'))).toBe(true)
    await change('POST', `/api/admin/customers/${customerId}/erase`)
    const rows = await kept()
    const told = rows.filter(({ payload }) => payload !== null)
    expect(told.map(({ type, payload }) => [type, JSON.parse(payload ?? '').data])).toEqual([
      ['customer.erased', { id: customerId }],
    ])
  })
})

const booking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO',
  type: 'Gutter cleaning',
  price: 100,
}

describe('nothing is kept', () => {
  test('while nobody subscribes', async () => {
    await office.pay((await office.job()).id)
    expect(await kept()).toEqual([])
    // The very next booking after someone does is kept, and the very next one after they stop is not.
    const { id } = expectStatus(await subscribe({ types: ['job.booked'] }), 201).body.data
    await office.job()
    expect(await kept()).toHaveLength(1)
    await change('DELETE', `/api/admin/webhook-subscriptions/${id}`)
    await office.job()
    expect(await kept()).toHaveLength(1)
  })

  test('while nobody subscribes to that kind of event, or the subscription is off', async () => {
    const { id } = expectStatus(await subscribe({ types: ['invoice.sent'] }), 201).body.data
    await office.job()
    expect(await kept()).toEqual([])
    await change('PATCH', `/api/admin/webhook-subscriptions/${id}`, { types: [], enabled: false })
    await office.job()
    expect(await kept()).toEqual([])
  })

  test('of a change that is undone', async () => {
    await subscribe()
    const refused = office.deps.store.write(async (tx) => {
      const { insertJob, announceBooked } = await import('../../../src/modules/jobs')
      const origin = { source: 'hq' as const, actor: 'hq', at: office.clock.now() }
      await announceBooked(tx, await insertJob(tx, { ...booking, addOns: [] }, origin))
      throw new Error('undone')
    })
    expect(refused).rejects.toThrow('undone')
    await refused.catch(() => {})
    expect(await kept()).toEqual([])
  })

  test('longer than 30 days, unless it is still on its way', async () => {
    const { id } = expectStatus(await subscribe({ types: ['job.booked'] }), 201).body.data
    await office.job()
    const { sendWebhooksSoon } = await import('../../../src/modules/webhooks')
    sendWebhooksSoon(office.deps)
    await office.rest()
    await there.stop()
    await office.job()
    sendWebhooksSoon(office.deps)
    await office.rest()
    office.clock.advance(31 * day)
    await sweepDeliveries(office.deps)
    expect(await kept()).toHaveLength(1)
    const left = await office.deps.store.read.select().from(webhookDeliveries)
    expect(left).toMatchObject([{ subscriptionId: id, state: 'queued' }])
  })
})
