import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { day, second } from '../../../src/lib/clock'
import { stopWebhooks } from '../../../src/modules/webhooks'
import { WebhookSender } from '../../../src/modules/webhooks/sender'
import { fine, startHooks, startRawReceiver, startReceiver, verified, type Hooks } from './receiver'

let hooks: Hooks
const stops: (() => unknown)[] = []
beforeEach(async () => {
  hooks = await startHooks()
})
afterEach(async () => {
  await hooks.close()
  for (const stop of stops.splice(0)) await stop()
})

function receiver(answer: Parameters<typeof startReceiver>[0] = fine) {
  const started = startReceiver(answer)
  stops.push(started.stop)
  return started
}

async function rawReceiver(handle: Parameters<typeof startRawReceiver>[0]) {
  const started = await startRawReceiver(handle)
  stops.push(started.stop)
  return started
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('no', { status: code, headers })

const onlyBookings = { types: ['job.booked'] }

async function firstDelivery(id: string) {
  const [delivery] = await hooks.deliveries(id)
  return delivery!
}

describe('an event', () => {
  test('arrives signed, once, and in the words of the API', async () => {
    const there = receiver()
    const id = await hooks.subscribe(there.url, onlyBookings)
    const jobId = await hooks.book()
    await hooks.deliver()
    await hooks.deliver()
    expect(there.received).toHaveLength(1)
    const [got] = there.received
    const message = verified(await hooks.secret(id), got!, hooks.clock.now())
    const job = (await hooks.get(`/api/admin/jobs/${jobId}`)).body.data.job
    expect(message.type).toBe('job.booked')
    expect(message.timestamp).toBe('2026-03-02T15:00:00.000Z')
    // Finding the address on the map came later, so the event shows the job as it was booked.
    expect(message.data).toMatchObject({
      id: jobId,
      total: 129.99,
      reference: job.reference,
      status: 'pending',
    })
    expect(got!.headers['content-type']).toBe('application/json')
    expect(await firstDelivery(id)).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200 })
  })

  test('goes only to the subscriptions that want it', async () => {
    const [all, bookings, invoices] = [receiver(), receiver(), receiver()]
    await hooks.subscribe(all.url)
    await hooks.subscribe(bookings.url, onlyBookings)
    await hooks.subscribe(invoices.url, { types: ['invoice.sent'] })
    await hooks.book()
    await hooks.deliver()
    const types = ({ received }: typeof all) => received.map(({ body }) => JSON.parse(body).type).toSorted()
    expect(types(all)).toEqual(['customer.created', 'job.booked'])
    expect(types(bookings)).toEqual(['job.booked'])
    expect(types(invoices)).toEqual([])
  })

  test('keeps its id and text when it is repeated, and gets a new signature', async () => {
    const there = receiver((_, count) => new Response(null, { status: count === 1 ? 500 : 204 }))
    const id = await hooks.subscribe(there.url, onlyBookings)
    const secret = await hooks.secret(id)
    await hooks.book()
    await hooks.deliver()
    const failedAt = hooks.clock.now()
    hooks.clock.advance(10 * second)
    await hooks.deliver()
    const [first, second_] = there.received
    expect(second_!.body).toBe(first!.body)
    expect(second_!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    verified(secret, first!, failedAt)
    verified(secret, second_!, hooks.clock.now())
    expect(await firstDelivery(id)).toMatchObject({ state: 'delivered', attempts: 2, lastStatus: 204 })
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const there = receiver()
    const id = await hooks.subscribe(there.url, onlyBookings)
    const before = await hooks.secret(id)
    await hooks.post(`/api/admin/webhook-subscriptions/${id}/rotate`)
    const after = await hooks.secret(id)
    expect(after).not.toBe(before)
    await hooks.book()
    await hooks.deliver()
    const [during] = there.received
    for (const secret of [before, after]) verified(secret, during!, hooks.clock.now())
    hooks.clock.advance(day + 1)
    await hooks.book()
    await hooks.deliver()
    const late = there.received.at(-1)!
    verified(after, late, hooks.clock.now())
    expect(() => verified(before, late, hooks.clock.now())).toThrow('No matching signature found')
  })
})

describe('a receiver that', () => {
  test.each([
    ['answers 500', status(500), 500, 'HTTP 500'],
    ['answers 404', status(404), 404, 'HTTP 404'],
    [
      'redirects to this machine',
      status(302, { location: 'http://127.0.0.1:1/' }),
      302,
      "Redirects aren't followed. Enter the final address.",
    ],
  ])('%s gets the event again', async (_, answer, code, error) => {
    const there = receiver(answer)
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastStatus: code,
      lastError: error,
    })
    expect(there.received).toHaveLength(1)
  })

  test('never answers is given up on for now', async () => {
    hooks.deps.state.of(WebhookSender).timeoutMs = 100
    const there = await rawReceiver(() => {})
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({
      state: 'queued',
      lastStatus: null,
      lastError: 'No answer within 0.1 seconds',
    })
  })

  test('closes the connection gets the event again', async () => {
    const there = await rawReceiver((socket) => socket.destroy())
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({
      state: 'queued',
      lastError: 'The connection was closed before an answer came',
    })
  })

  test("isn't there gets the event again", async () => {
    const there = receiver()
    await there.stop()
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({
      state: 'queued',
      lastError: 'The connection was refused',
    })
  })

  test('sends an endless answer counts by its status, and only the beginning is kept', async () => {
    const there = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const more = () => {
        while (socket.writable && socket.write(`400\r\n${'y'.repeat(1024)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    const { id: delivery, state } = await firstDelivery(id)
    const { log } = (await hooks.get(`/api/admin/webhook-deliveries/${delivery}`)).body.data
    expect({ state, kept: log[0].response }).toEqual({ state: 'delivered', kept: 'y'.repeat(1_000) })
  })

  test('answers and then says no more counts by its status', async () => {
    hooks.deps.state.of(WebhookSender).timeoutMs = 200
    const there = await rawReceiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\npart'),
    )
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({ state: 'delivered', lastStatus: 200 })
  })

  test.each([429, 503])('answers %p with Retry-After is left alone for that long', async (code) => {
    const there = receiver(status(code, { 'retry-after': '3600' }))
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect((await firstDelivery(id)).dueAt).toBe('2026-03-02T16:00:00.000Z')
  })

  test('answers 410 is turned off, with a to-do', async () => {
    const there = receiver(status(410))
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({ state: 'failed', lastStatus: 410 })
    const { enabled, disabledBecause } = (await hooks.get(`/api/admin/webhook-subscriptions/${id}`)).body.data
    expect({ enabled, disabledBecause }).toEqual({ enabled: false, disabledBecause: 'gone' })
    const todos = (await hooks.get('/api/admin/tasks?kind=webhook.disabled')).body.data.items
    expect(todos).toMatchObject([{ subject: id, title: expect.stringContaining('127.0.0.1') }])
  })

  test('is slow delays no other', async () => {
    const held = Promise.withResolvers<Response>()
    const slow = receiver(() => held.promise)
    const quick = receiver()
    await hooks.subscribe(slow.url, onlyBookings)
    const id = await hooks.subscribe(quick.url, onlyBookings)
    await hooks.book()
    const delivering = hooks.deliver()
    while ((await hooks.deliveries(id))[0]?.state !== 'delivered') await Bun.sleep(5)
    expect(slow.received.length).toBeLessThanOrEqual(1)
    held.resolve(fine())
    await delivering
    expect(slow.received).toHaveLength(1)
  })

  test('is slow gets at most five events at once', async () => {
    let [open, most] = [0, 0]
    const slow = receiver(async () => {
      most = Math.max(most, ++open)
      await Bun.sleep(5)
      open--
      return fine()
    })
    await hooks.subscribe(slow.url, onlyBookings)
    for (let count = 0; count < 12; count++) await hooks.book()
    await hooks.deliver()
    expect(slow.received).toHaveLength(12)
    expect(most).toBeWithin(2, 6)
  })
})

describe('an event that keeps failing', () => {
  test('is tried ten times over three days, then given up, and can be replayed', async () => {
    const there = receiver((_, count) => new Response(null, { status: count <= 10 ? 500 : 200 }))
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    const begun = hooks.clock.now()
    for (let tries = 1; tries <= 10; tries++) {
      await hooks.deliver()
      expect(there.received).toHaveLength(tries)
      const { dueAt } = await firstDelivery(id)
      if (dueAt !== null) hooks.clock.set(dueAt)
    }
    const { id: delivery, state } = await firstDelivery(id)
    expect(state).toBe('failed')
    expect(hooks.clock.now() - begun).toBeWithin(3 * day, 3.5 * day)
    hooks.clock.advance(day)
    await hooks.deliver()
    expect(there.received).toHaveLength(10)
    const replayed = await hooks.post(`/api/admin/webhook-deliveries/${delivery}/replay`)
    expect(replayed.body.data.state).toBe('queued')
    await hooks.deliver()
    expect(await firstDelivery(id)).toMatchObject({ state: 'delivered', attempts: 1 })
    expect((await hooks.get(`/api/admin/webhook-deliveries/${delivery}`)).body.data.log).toHaveLength(11)
  })

  test('for five days turns its webhook off, tells HQ and its contact, and continues when it is turned on', async () => {
    let isWell = false
    const there = receiver(() => new Response(null, { status: isWell ? 200 : 500 }))
    const contact = { contactEmail: 'integrations@example.com', types: ['job.booked'] }
    const id = await hooks.subscribe(there.url, contact)
    const path = `/api/admin/webhook-subscriptions/${id}`
    for (let days = 0; days <= 5; days++) {
      expect((await hooks.get(path)).body.data.enabled).toBe(true)
      await hooks.book()
      await hooks.deliver()
      hooks.clock.advance(day)
    }
    expect((await hooks.get(path)).body.data).toMatchObject({ enabled: false, disabledBecause: 'failing' })
    const todos = '/api/admin/tasks?kind=webhook.disabled'
    expect((await hooks.get(todos)).body.data.items).toHaveLength(1)
    const mails = (await hooks.get('/api/admin/outbox')).body.data.items
    expect(
      mails.filter((mail: { recipient: string }) => mail.recipient === contact.contactEmail),
    ).toHaveLength(1)

    const sent = there.received.length
    await hooks.book()
    await hooks.deliver()
    expect(there.received).toHaveLength(sent)
    isWell = true
    await hooks.patch(path, { enabled: true })
    await hooks.deliver()
    expect((await hooks.get(path)).body.data).toMatchObject({ enabled: true, failingSince: null })
    expect(there.received.length).toBeGreaterThan(sent)
    expect((await hooks.get(todos)).body.data.items).toEqual([])
  })

  test('can be replayed together with all others since a time', async () => {
    let isWell = false
    const there = receiver(() => new Response(null, { status: isWell ? 200 : 500 }))
    const id = await hooks.subscribe(there.url, onlyBookings)
    for (let count = 0; count < 3; count++) await hooks.book()
    for (let tries = 0; tries < 10; tries++) {
      await hooks.deliver()
      const due = (await hooks.deliveries(id)).map(({ dueAt }) => dueAt ?? '').toSorted()
      if (due[2]) hooks.clock.set(due[2])
    }
    isWell = true
    const path = `/api/admin/webhook-subscriptions/${id}/replay`
    const late = await hooks.post(path, { since: '2026-03-02T15:00:01Z' })
    expect(late.body.data).toEqual({ replayed: 0 })
    const all = await hooks.post(path, { since: '2026-03-02T15:00:00Z' })
    expect(all.body.data).toEqual({ replayed: 3 })
    await hooks.deliver()
    expect((await hooks.deliveries(id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
  })
})

describe('a shutdown', () => {
  test('cuts off running requests, which are sent again after the next start', async () => {
    const arrived = Promise.withResolvers<void>()
    const there = await rawReceiver(() => arrived.resolve())
    const id = await hooks.subscribe(there.url, onlyBookings)
    await hooks.book()
    const delivering = hooks.deliver()
    await arrived.promise
    stopWebhooks(hooks.deps)
    await delivering
    expect(await firstDelivery(id)).toMatchObject({ state: 'queued', attempts: 0, lastError: null })
  })
})
