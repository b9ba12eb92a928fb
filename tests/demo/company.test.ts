import { afterEach, beforeEach, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { customers, franchises, jobEvents, jobs, serviceTypes, settings, workers } from '../../db/schema'
import { jobStatuses } from '../../db/schema/jobs'
import { seedDemo } from '../../db/seed'
import { removeDemo } from '../../db/unseed'
import { loadConfig } from '../../src/config'
import { seedFirstStart } from '../../src/demo'
import { localDateAt } from '../../src/lib/calendar'
import { priceBy } from '../../src/lib/price-rules'
import { rebuildState, stateFields } from '../../src/modules/jobs/timeline'
import { startTestApp, type TestApp } from '../support/app'
import { booking } from '../support/world'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
})
afterEach(() => world.close())

const read = () => world.deps.store.read

test('the demo company has three franchises, a dozen workers and jobs in every state of a quiet day', async () => {
  const written = await seedDemo(world.deps.store, world.clock.now())
  expect(written.customers).toBeGreaterThan(190)
  expect([await read().$count(franchises), await read().$count(workers)]).toEqual([3, 12])
  const found = await read().selectDistinct({ status: jobs.status }).from(jobs)
  // Nobody is on the road before the day starts.
  const resting = jobStatuses.filter((status) => status !== 'en_route' && status !== 'in_progress')
  expect(found.map(({ status }) => status).toSorted()).toEqual(resting.toSorted())
})

test('each franchise has a plan that its customer can accept, at the price that they will pay', async () => {
  await seedDemo(world.deps.store, world.clock.now())
  const token = await world.hqToken()
  const offered = (await world.call('GET', '/api/admin/plans?status=offered', { token })).body.data.items
  expect(offered).toHaveLength(3)
  for (const { customerEmail, offer } of offered) {
    const proof = await world.deps.tokens.proof.issue(customerEmail)
    const account = (await world.call('GET', '/api/account', { token: proof })).body.data
    const path = account.plans.find(({ status }: { status: string }) => status === 'offered').offerPath
    const { text } = await world.call('GET', path)
    expect(text).toContain('Every 2 weeks')
    const consent = /name="consent" value="([^"]+)"/.exec(text)?.[1] ?? ''
    await world.call('POST', path, { raw: new URLSearchParams({ consent }) })
    const after = (await world.call('GET', '/api/account', { token: proof })).body.data.plans
    expect(after).toContainEqual(
      expect.objectContaining({ status: 'active', intervalWeeks: 2, total: offer.total }),
    )
  }
})

test('everyone in it is at example.com or has a 555-01xx number', async () => {
  await seedDemo(world.deps.store, world.clock.now())
  const contacts = await read().all<{ email: string; phone: string }>(
    sql`SELECT email, phone FROM customers UNION SELECT email, phone FROM workers UNION SELECT email, phone FROM franchises`,
  )
  for (const { email, phone } of contacts) {
    expect(email).toEndWith('@example.com')
    expect(phone.replaceAll('-', '')).toMatch(/^\d{3}55501\d\d$/)
  }
})

test("it's the same every time, and each job's timeline matches its state", async () => {
  await seedDemo(world.deps.store, world.clock.now())
  const first = await read().select().from(jobs).orderBy(asc(jobs.seq))
  for (const job of first.slice(0, 100)) {
    const events = await read()
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.jobId, job.id))
      .orderBy(asc(jobEvents.id))
    const rebuilt = rebuildState(events)
    for (const field of stateFields)
      expect([job.status, field, rebuilt[field]]).toEqual([job.status, field, job[field]])
  }
  const other = await startTestApp()
  await seedDemo(other.deps.store, other.clock.now())
  expect(await other.deps.store.read.select().from(jobs).orderBy(asc(jobs.seq))).toEqual(first)
  await other.close()
})

test("its jobs have their service's extras and price, and happen when the customer wanted", async () => {
  await seedDemo(world.deps.store, world.clock.now(), { today: true })
  const catalog = new Map((await read().select().from(serviceTypes)).map((row) => [row.label, row]))
  const zones = new Map((await read().select().from(franchises)).map((row) => [row.id, row.timeZone]))
  const all = await read().select().from(jobs)
  expect(all.filter(({ addOns }) => addOns.length > 0).length).toBeGreaterThan(30)
  for (const { type, addOns, gutterLength, stories, priceCents, ...job } of all) {
    const service = catalog.get(type)!
    expect(service.extras.map(({ label }) => label)).toEqual(expect.arrayContaining(addOns))
    const listed = priceBy(service, { gutterLength, stories, addOns })
    if (listed !== null) expect([type, addOns, priceCents]).toEqual([type, addOns, listed])
    if (job.scheduledStart !== null)
      expect(job.preferredDate).toBe(localDateAt(job.scheduledStart, zones.get(job.franchiseId!)!))
  }
})

test('no worker in it has two visits at once', async () => {
  await seedDemo(world.deps.store, world.clock.now())
  const clashes = await read().all(sql`
    SELECT one.id FROM jobs one JOIN jobs other ON one.worker_id = other.worker_id AND one.id < other.id
    WHERE one.scheduled_start < other.busy_until AND other.scheduled_start < one.busy_until
      AND one.status IN ('scheduled', 'completed') AND other.status IN ('scheduled', 'completed')`)
  expect(clashes).toEqual([])
})

test('removing it leaves nothing of it behind and touches nothing else', async () => {
  await seedDemo(world.deps.store, world.clock.now())
  const own = await world.call('POST', '/api/jobs/create', { body: booking })
  await world.deps.background.idle()
  await removeDemo(world.deps.store)
  const left = await read().select({ id: jobs.id }).from(jobs)
  expect(left).toEqual([{ id: own.body.data.job.id }])
  expect(await read().$count(customers)).toBe(1)
  expect(await read().$count(workers)).toBe(0)
  // The booking fell into a demo franchise's area, so that franchise stays but takes no more jobs.
  const [kept] = await read().select({ id: franchises.id, active: franchises.active }).from(franchises)
  expect(kept).toEqual({ id: own.body.data.job.franchiseId, active: false })
  expect(await read().all(sql`SELECT 1 FROM pragma_foreign_key_check`)).toEqual([])
})

test('is written only on the first start, and not again after it was removed', async () => {
  expect(await seedFirstStart(world.deps)).toBe(true)
  expect(await seedFirstStart(world.deps)).toBe(false)
  await removeDemo(world.deps.store)
  expect(await seedFirstStart(world.deps)).toBe(false)
})

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['once a provider is real', { SMTP_URL: 'smtp://mail.example.com', EMAIL_FROM: 'a@example.com' }],
  ['when it is turned off', { SEED_DEMO: 'off' }],
])("isn't written %s", async (_, env) => {
  const config = loadConfig({ LOG_LEVEL: 'silent', ...env })
  expect(await seedFirstStart({ ...world.deps, config })).toBe(false)
  expect(await read().$count(franchises)).toBe(0)
})

test("isn't written into a store that's in use", async () => {
  await world.call('POST', '/api/jobs/create', { body: booking })
  expect(await seedFirstStart(world.deps)).toBe(false)
  expect(await read().$count(settings)).toBe(1)
})
