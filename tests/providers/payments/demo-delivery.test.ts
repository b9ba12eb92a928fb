import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Store } from '../../../db/store'
import { Background } from '../../../src/lib/background'
import { hour, second } from '../../../src/lib/clock'
import { silentLog } from '../../../src/lib/log'
import { demoPayments, type DemoPayments } from '../../../src/providers/payments/demo'
import { readSignedEvent } from '../../../src/providers/payments/signature'
import type { ReceiveEvent } from '../../../src/providers/payments/types'
import { FixedClock } from '../../support/clock'
import { openTestStore, type TestStore } from '../../support/store'

let opened: TestStore
let store: Store
let clock: FixedClock
let demo: DemoPayments
let background: Background

const secret = 'whsec_demo_0123456789'

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
  clock = new FixedClock()
  background = new Background(silentLog)
  demo = newDemo()
})
afterEach(async () => {
  await background.idle()
  await opened.close()
})

/** As a process starting on the same data would create it. */
const newDemo = () => demoPayments({ store, clock, publicUrl: 'http://localhost', webhookSecret: secret })

async function pay(job: string): Promise<void> {
  const order = {
    amountCents: 5_000,
    jobId: job,
    description: 'Visit',
    transferGroup: job,
    key: `checkout:${job}`,
  }
  const { id } = await demo.createCheckout({
    ...order,
    successUrl: 'http://localhost/a',
    cancelUrl: 'http://localhost/b',
  })
  await demo.paySession(id, '4242424242424242')
}

const readBody = (body: string, header: string) =>
  readSignedEvent({ body: new TextEncoder().encode(body), header, secrets: [secret], now: clock.now() })

/** Acknowledges properly signed events, and keeps them. */
function webhook() {
  const received: string[] = []
  const receive: ReceiveEvent = async (body, header) => {
    received.push(readBody(body, header).type)
  }
  return { received, receive }
}

const paid = ['payment_intent.succeeded', 'checkout.session.completed']
const undelivered = async () =>
  (await Array.fromAsync(demo.eventsSince(0, { undelivered: true }))).flat().map(({ type }) => type)

test("events are sent signed and in order as soon as they're made", async () => {
  const { received, receive } = webhook()
  demo.connect(receive, background)
  await pay('job-1')
  await background.idle()
  expect(received).toEqual(paid)
  expect(await undelivered()).toEqual([])
})

test('events made before anything listened, or before a crash, are delivered later', async () => {
  await pay('job-1')
  expect(await demo.deliverDue()).toEqual({ delivered: 0, failed: 0 })
  expect(await undelivered()).toEqual(paid)
  demo = newDemo()
  const { received, receive } = webhook()
  demo.connect(receive, background)
  expect(await demo.deliverDue()).toEqual({ delivered: 2, failed: 0 })
  expect(received).toEqual(paid)
})

test('an unacknowledged event is retried with growing delays, and delays no other', async () => {
  const { received, receive } = webhook()
  let refused = 0
  const picky: ReceiveEvent = async (body, header) => {
    const { type } = readBody(body, header)
    if (type === 'payment_intent.succeeded' && ++refused < 4) throw new Error('not now')
    await receive(body, header)
  }
  demo.connect(picky, background)
  await pay('job-1')
  await background.idle()
  expect(received).toEqual(['checkout.session.completed'])
  expect(await undelivered()).toEqual(['payment_intent.succeeded'])

  expect(await demo.deliverDue()).toEqual({ delivered: 0, failed: 0 })
  clock.advance(30 * second)
  expect(await demo.deliverDue()).toEqual({ delivered: 0, failed: 1 })
  clock.advance(120 * second)
  expect(await demo.deliverDue()).toEqual({ delivered: 0, failed: 1 })
  clock.advance(600 * second - 1)
  expect(await demo.deliverDue()).toEqual({ delivered: 0, failed: 0 })
  clock.advance(1)
  expect(await demo.deliverDue()).toEqual({ delivered: 1, failed: 0 })
  expect(await undelivered()).toEqual([])
})

test('an attempt without an answer counts as failed', async () => {
  const begun = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  demo.connect(() => {
    begun.resolve()
    return never.promise
  }, background)
  await pay('job-1')
  await begun.promise
  const other = newDemo()
  const { received, receive } = webhook()
  other.connect(receive, background)
  expect(await other.deliverDue()).toEqual({ delivered: 0, failed: 0 })
  clock.advance(hour)
  expect(await other.deliverDue()).toEqual({ delivered: 2, failed: 0 })
  expect(received).toEqual(paid)
  never.resolve()
})

test('an event caused by handling another is delivered in the same run', async () => {
  const { received, receive } = webhook()
  demo.connect(async (body, header) => {
    await receive(body, header)
    const event = readBody(body, header)
    if (event.type !== 'payment_intent.succeeded') return
    const paymentId = String(event.object.id)
    await demo.refund({
      paymentId,
      cents: 5_000,
      reason: 'requested_by_customer',
      key: `refund:${paymentId}`,
    })
  }, background)
  await pay('job-1')
  await background.idle()
  expect(received).toEqual([...paid, 'charge.refunded'])
})
