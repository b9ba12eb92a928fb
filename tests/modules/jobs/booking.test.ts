import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { activity, hqTasks, jobs, outbox } from '../../../db/schema'
import { emailOfLength } from '../../support/admin'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking, denver } from '../../support/world'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

let client = 0
const book = (body: unknown, headers?: Record<string, string>) =>
  world.call('POST', '/api/jobs/create', { body, headers, from: `198.51.100.${++client % 250}` })

describe('a booking', () => {
  test('is stored with its price, tax and total exact to the cent', async () => {
    const { status, body } = await book(booking)
    expect(status).toBe(201)
    expect(body.data.job).toMatchObject({
      ...booking,
      status: 'pending',
      franchiseId: denver,
      taxPercent: 8.81,
      tax: 16.69,
      total: 206.19,
      paymentState: 'unpaid',
      createdAt: '2026-03-02T15:00:00.000Z',
    })
    expect(body.data.message).toBeString()
    const [row] = await world.deps.store.read.select().from(jobs)
    expect(row).toMatchObject({ id: body.data.job.id, priceCents: 18950, taxCents: 1669, totalCents: 20619 })
  })

  test('logs the activity and queues the welcome email', async () => {
    const { body } = await book(booking)
    const [entry] = await world.deps.store.read.select().from(activity)
    expect(entry).toMatchObject({
      type: 'job.created',
      actor: 'public',
      metadata: { jobId: body.data.job.id },
    })
    expect(JSON.stringify(entry)).not.toContain('Jordan')
    const [message] = await world.deps.store.read.select().from(outbox)
    expect(message).toMatchObject({ template: 'booked', channel: 'email', recipient: 'jordan@example.com' })
  })

  test.each(['activity', 'outbox'])(
    'leaves nothing behind when its %s row cannot be written',
    async (table) => {
      const { store } = world.deps
      await store.write((tx) =>
        tx.run(
          sql.raw(
            `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'truckroll:full'); END`,
          ),
        ),
      )
      expect((await book(booking)).status).toBe(500)
      const kept = [jobs, activity, outbox].map((one) => store.read.$count(one))
      expect(await Promise.all(kept)).toEqual([0, 0, 0])
    },
  )

  test('without an email is welcomed by SMS, and without either by nothing', async () => {
    const { customerEmail: _, ...byPhone } = booking
    await book(byPhone)
    const { customerPhone: __, ...unreachable } = byPhone
    await book(unreachable)
    const messages = await world.deps.store.read.select().from(outbox)
    expect(messages.map(({ channel, recipient }) => [channel, recipient])).toEqual([['sms', '303-555-0142']])
  })

  test('keeps text in any script as it was sent', async () => {
    const customerName = 'Zoë 王小明 محمد 🙂'
    const { body } = await book({ ...booking, customerName })
    expect(body.data.job.customerName).toBe(customerName)
    expect(await world.deps.store.read.select().from(jobs)).toMatchObject([{ customerName }])
  })

  test('ignores server fields from the caller', async () => {
    const { status, body } = await book({
      ...booking,
      id: 'mine',
      status: 'completed',
      workerId: 'me',
      total: 1,
      paymentState: 'paid',
    })
    expect(status).toBe(201)
    expect(body.data.job).toMatchObject({
      status: 'pending',
      workerId: null,
      total: 206.19,
      paymentState: 'unpaid',
    })
    expect(body.data.job.id).not.toBe('mine')
  })

  test('stores an unknown franchise as sent and asks HQ', async () => {
    const { body } = await book({ ...booking, franchiseId: 'nowhere' })
    expect(body.data.job).toMatchObject({ franchiseId: 'nowhere', tax: 0 })
    const [task] = await world.deps.store.read.select().from(hqTasks)
    expect(task).toMatchObject({ kind: 'job.unknown-franchise', subject: body.data.job.id, state: 'open' })
  })

  test('outside every service area goes to HQ once its address is located', async () => {
    const { body } = await book({ ...booking, address: '1 Main St, Boise, ID 83702' })
    expect(body.data.job.franchiseId).toBeNull()
    await world.deps.background.idle()
    const kinds = (await world.deps.store.read.select().from(hqTasks)).map(({ kind }) => kind)
    expect(kinds).toEqual(['job.no-franchise'])
  })

  test('is located on the map after the answer', async () => {
    const { body } = await book(booking)
    expect(body.data.job.placeState).toBe('waiting')
    await world.deps.background.idle()
    const [row] = await world.deps.store.read.select().from(jobs)
    expect(row?.placeState).toBe('placed')
    expect(row?.lat).toBeCloseTo(39.75, 1)
    expect(row?.lng).toBeCloseTo(-105, 1)
  })

  test("with one Idempotency-Key happens once, however often it's sent", async () => {
    const headers = { 'idempotency-key': 'booking-1' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(booking, headers)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await world.deps.store.read.$count(jobs)).toBe(1)
    expect(await world.deps.store.read.$count(outbox)).toBe(1)
    expect((await book({ ...booking, price: 1 }, headers)).status).toBe(409)
  })
})

describe('bad input', () => {
  const long = (length: number) => 'x'.repeat(length)
  const atLimit: [string, unknown, unknown][] = [
    ['customerName', long(200), long(201)],
    ['customerEmail', emailOfLength(200), emailOfLength(201)],
    ['customerPhone', '5'.repeat(50), '5'.repeat(51)],
    ['address', long(500), long(501)],
    ['type', long(200), long(201)],
    ['price', 99999, 99999.01],
    ['price', 0, -0.01],
    ['price', 10.99, 10.999],
    ['preferredDate', '2026-03-09T10:00:00.1234+01:00', '2026-03-09T10:00:00.12345+01:00'],
    ['preferredTime', long(30), long(31)],
    ['addOns', [long(100)], [long(101)]],
    ['addOns', Array.from({ length: 100 }, () => 'Flush'), Array.from({ length: 101 }, () => 'Flush')],
    ['franchiseId', long(100), long(101)],
    ['notes', long(1000), long(1001)],
    ['paymentId', long(200), long(201)],
    ['paymentStatus', long(50), long(51)],
  ]
  test.each(atLimit)('%s is accepted at its limit and refused one past it', async (field, good, bad) => {
    const taken = await book({ ...booking, [field]: good })
    expect([taken.status, taken.text]).toEqual([201, taken.text])
    const { status, body } = await book({ ...booking, [field]: bad })
    expect(status).toBe(400)
    expect(body.details.join()).toContain(field)
    expect(body.details.join()).not.toContain(long(31))
  })

  test.each([
    ['preferredDate', 'next tuesday'],
    ['preferredDate', '2026-02-30'],
    ['customerPhone', 'call me'],
    ['customerEmail', 'not an address'],
    ['customerEmail', null],
    ['customerName', '   '],
    ['customerName', null],
    ['customerName', 7],
    ['price', '189.50'],
    ['price', null],
    ['addOns', 'flush'],
    ['addOns', ['Downspout flush', ' ']],
    ['addOns', ['']],
    ['gutterLength', 'long'],
  ])('%s = %p is refused', async (field, value) => {
    const { status, body } = await book({ ...booking, [field]: value })
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, error: 'Validation failed' })
    expect(body.details).toEqual([expect.stringMatching(new RegExp(`^${field}(\\.\\d+)?: `))])
  })

  test("a list of only wrong entries doesn't get a longer answer", async () => {
    const { status, body } = await book({
      ...booking,
      addOns: Array.from({ length: 80_000 }, () => ''),
    })
    expect([status, body.details]).toEqual([400, ["addOns: can't have more than 100 items"]])
  })

  test('every problem is listed at once', async () => {
    const { body } = await book({ price: -1, addOns: [1] })
    const fields = body.details.map((detail: string) => detail.split(':')[0])
    expect(fields.toSorted()).toEqual(['addOns.0', 'address', 'customerName', 'price', 'type'])
  })

  test.each([
    'preferredDate',
    'preferredTime',
    'franchiseId',
    'notes',
    'paymentId',
    'paymentStatus',
    'gutterLength',
    'stories',
  ])('%s may be null', async (field) => {
    expect((await book({ ...booking, [field]: null })).status).toBe(201)
  })
})
