import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../../../db/schema'
import { businessSettings, customers, franchises, jobs, staff, workers } from '../../../db/schema'
import { reseed, seedFirstStart } from '../../../src/demo'
import { checkLedger } from '../../../src/modules/ledger/check'
import { balanceOf } from '../../../src/modules/ledger/transactions'
import { StartInput } from '../../../src/modules/setup/model'
import { startForReal } from '../../../src/modules/setup/start'
import { readSetup } from '../../../src/modules/setup/state'
import { population } from '../../demo/rows'
import { startDemo } from '../../support/demo'
import { failureOf } from '../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { answers, startWith } from './answers'

let world: MoneyTest
beforeEach(async () => {
  world = await startDemo()
})
afterEach(() => world.close())

const read = () => world.deps.store.read

const start = (more: object = {}) => startWith(world.deps, more)

/** Every row of the store, by table. */
async function everything(): Promise<Record<string, Record<string, unknown>[]>> {
  // A database server counts our commits in a table of ours.
  const tables = Object.values(schema)
    .filter((one) => one !== schema.commitMarks)
    .filter((one) => is(one, SQLiteTable))
  const rows = await Promise.all(
    tables.map(async (table) => [
      getTableName(table),
      await read().all<Record<string, unknown>>(sql`SELECT * FROM ${table}`),
    ]),
  )
  return Object.fromEntries(rows)
}

test('nothing of the demo company is left in any table', async () => {
  const before = await everything()
  const own = new Set(['settings', 'activity'])
  const demoIds = new Set(
    Object.entries(before)
      .filter(([table]) => !own.has(table))
      .flatMap(([, rows]) => rows.map(({ id }) => id).filter((id) => typeof id === 'string')),
  )
  expect(demoIds.size).toBeGreaterThan(500)
  await start()
  const after = await everything()
  const left = Object.entries(after).flatMap(([table, rows]) =>
    rows
      .filter((row) => Object.values(row).some((value) => demoIds.has(String(value))) || row.demo === 1)
      .map(() => table),
  )
  expect(left).toEqual([])
  expect(JSON.stringify(after)).not.toContain('@example.com')
  expect(await population(read())).toEqual({
    business_settings: 3,
    franchises: 1,
    franchise_splits: 1,
    outbox: 1,
    service_types: 1,
    sign_in_codes: 1,
    staff: 1,
    workers: 1,
    worker_shifts: 5,
  })
  expect(await checkLedger(read())).toEqual([])
  expect(await read().all(sql`SELECT 1 FROM pragma_foreign_key_check`)).toEqual([])
})

test('the new company has its name, place, area, service, technician and owner', async () => {
  const { franchiseId, ownerLink } = await start()
  const { business, hours, startedAt } = world.deps.settings
  expect(business).toMatchObject({
    name: 'Copper Gutters',
    postalAddress: answers.address,
    timeZone: 'America/Denver',
  })
  expect(hours.week).toHaveLength(5)
  expect(startedAt).toBe(world.clock.now())
  const [franchise] = await read().select().from(franchises)
  expect(franchise).toMatchObject({ id: franchiseId, name: 'Copper Gutters', active: true, demo: false })
  expect(franchise!.areaPolygon).toHaveLength(32)
  expect(await read().select({ email: staff.email, role: staff.role }).from(staff)).toEqual([
    { email: 'dana@copper.example', role: 'owner' },
  ])
  expect(ownerLink).toContain('/admin#code=')
  // A customer nearby can book it right away.
  const near = new URLSearchParams({ service: 'Gutter cleaning', address: '900 Broadway, Denver, CO 80203' })
  const { body } = await world.open('GET', `/api/availability?${near.toString()}`)
  expect(body.data.franchise).toEqual({ id: franchiseId, name: 'Copper Gutters' })
  expect(body.data.windows.length).toBeGreaterThan(5)
  const job = await world.job({ address: '900 Broadway, Denver, CO 80203', price: 189 })
  expect(job).toMatchObject({ franchiseId, demo: false })
})

test('an owner who is signed in keeps their account and gets no new link', async () => {
  await world.hq('POST', '/api/admin/staff', { email: answers.ownerEmail, name: 'Dana', role: 'dispatcher' })
  await world.deps.store.write((tx) => tx.update(staff).set({ lastSignInAt: 1 }))
  const { ownerLink } = await start()
  expect(ownerLink).toBeNull()
  expect(await read().select({ name: staff.name, role: staff.role }).from(staff)).toEqual([
    { name: 'Dana', role: 'owner' },
  ])
})

test('starting twice is refused and changes nothing', async () => {
  await start()
  const before = await population(read())
  const refused = await failureOf(start({ name: 'Another' }))
  expect(refused.message).toContain('already started for real')
  expect(await population(read())).toEqual(before)
  expect(world.deps.settings.business.name).toBe('Copper Gutters')
})

test('two starts at once make one company', async () => {
  const both = await Promise.allSettled([start(), start({ name: 'Another' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await read().$count(franchises)).toBe(1)
  expect(await read().$count(workers)).toBe(1)
})

test('a failure half-way leaves the demo company as it was', async () => {
  const before = await everything()
  const { hours } = world.deps.settings
  // One of the last steps fails.
  await world.deps.store.write((tx) =>
    tx.run(sql`CREATE TRIGGER break_start BEFORE INSERT ON staff BEGIN SELECT RAISE(ABORT, 'broken'); END`),
  )
  expect((await failureOf(start())).message).toContain('broken')
  await world.deps.store.write((tx) => tx.run(sql`DROP TRIGGER break_start`))
  expect(await everything()).toEqual(before)
  expect(world.deps.settings.hours).toEqual(hours)
  expect((await readSetup(world.deps)).company).toBe('demo')
  await start()
  expect((await readSetup(world.deps)).company).toBe('real')
})

test('the demo company stays away at the next start, and can no longer be added by hand', async () => {
  await start()
  expect(await seedFirstStart(world.deps)).toBe(false)
  // Even if the mark of the first start is lost.
  await world.deps.store.write((tx) => tx.delete(schema.settings))
  await world.deps.store.write((tx) => tx.delete(schema.workerShifts))
  expect(await seedFirstStart(world.deps)).toBe(false)
  expect((await failureOf(reseed(world.deps))).message).toContain('started for real')
  expect(await read().$count(franchises)).toBe(1)
})

test('an empty company can start too', async () => {
  const empty = await startMoneyTest()
  try {
    expect((await readSetup(empty.deps)).company).toBe('empty')
    await startForReal(empty.deps, StartInput.parse(answers), 'cli')
    expect((await readSetup(empty.deps)).company).toBe('real')
  } finally {
    await empty.close()
  }
})

test('a company that was never a demo is not replaced', async () => {
  const own = await startMoneyTest()
  try {
    await own.franchise()
    const input = StartInput.parse(answers)
    expect((await failureOf(startForReal(own.deps, input, 'cli'))).message).toContain('already started')
    expect(await own.deps.store.read.$count(businessSettings)).toBe(0)
  } finally {
    await own.close()
  }
})

test('an address that nobody can find is refused before anything happens', async () => {
  const refused = await failureOf(start({ address: 'Nowhere at all 00000' }))
  expect(refused).toMatchObject({ details: [expect.stringContaining('address:')] })
  expect((await readSetup(world.deps)).company).toBe('demo')
})

/** A booking, paid on the demo checkout, invoiced and partly refunded, as somebody would try it. */
async function tryEverything(): Promise<string> {
  const { id } = await world.job({ address: '1420 Larimer St, Denver, CO 80202' })
  await world.pay(id)
  const made = await world.hq('POST', '/api/invoices/generate', { jobId: id })
  await world.hq('POST', '/api/invoices/send', { invoiceId: made.body.data.invoice.id, method: 'email' })
  await world.hq('POST', `/api/admin/jobs/${id}/refund`, { amount: 10 })
  const cash = await world.job({ customerEmail: 'second@try.example' })
  await world.hq('POST', `/api/admin/jobs/${cash.id}/payments`, { amount: 40, method: 'cash' })
  await world.rest()
  return id
}

test('someone has to say what happens to bookings made while trying it out', async () => {
  await tryEverything()
  const { trials } = await readSetup(world.deps)
  expect(trials).toEqual({ jobs: 2, customers: 2, recurring: 0 })
  expect((await failureOf(start())).message).toContain('keep or remove')
  expect((await readSetup(world.deps)).company).toBe('demo')
})

test('bookings that were tests leave with the demo, with their simulated money', async () => {
  await tryEverything()
  await start({ trials: 'remove' })
  expect(await read().$count(jobs)).toBe(0)
  expect(await read().$count(customers)).toBe(0)
  expect(await read().$count(franchises)).toBe(1)
  expect(await balanceOf(read(), 'processor_cash')).toBe(0)
  const rows = await population(read())
  for (const table of ['payments', 'ledger_transactions', 'ledger_entries', 'demo_intents', 'demo_sessions'])
    expect([table, rows[table]]).toEqual([table, undefined])
  expect(await checkLedger(read())).toEqual([])
})

test('bookings that are kept stay to the cent, with the franchise that took them', async () => {
  const id = await tryEverything()
  const before = await world.readJob(id)
  await start({ trials: 'keep' })
  expect(await world.readJob(id)).toEqual(before)
  expect(await read().$count(jobs)).toBe(2)
  const [kept] = await read().select().from(franchises).where(eq(franchises.id, before.franchiseId!))
  expect(kept).toMatchObject({ active: false, demo: false })
  expect(await balanceOf(read(), 'processor_cash')).not.toBe(0)
  expect(await checkLedger(read())).toEqual([])
})

test('money of a real processor and imported records stay, whatever is decided', async () => {
  const real = await world.job({ customerEmail: 'real@pays.example' })
  world.break({ adoptEventPayment: async () => {} })
  await world.event('payment_intent.succeeded', {
    id: 'pi_real_1',
    object: 'payment_intent',
    amount: real.totalCents,
    amount_received: real.totalCents,
    currency: 'usd',
    status: 'succeeded',
    metadata: { jobId: real.id },
  })
  world.mend()
  const token = await world.hqToken()
  const raw = 'Name,Email\nPat Import,pat@import.example\n'
  const sent = await world.call('POST', '/api/admin/imports?kind=customers', { token, raw })
  await world.rest()
  await world.hq('POST', `/api/admin/imports/${sent.body.data.id}/run`)
  await world.rest()
  expect((await readSetup(world.deps)).kept).toMatchObject({ imported: 1, paidJobs: 1 })
  await start({ trials: 'remove' })
  expect(await read().select({ id: jobs.id }).from(jobs)).toEqual([{ id: real.id }])
  const emails = await read().select({ email: customers.email }).from(customers)
  expect(emails.map(({ email }) => email).toSorted()).toEqual(['pat@import.example', 'real@pays.example'])
  expect(await checkLedger(read())).toEqual([])
})

test('services, technicians and settings of your own stay beside the new ones', async () => {
  await world.hq('POST', '/api/admin/services', { label: 'Chimney sweep', baseMinutes: 60 })
  await world.hq('POST', '/api/admin/workers', { name: 'Lee Own' })
  await world.hq('PATCH', '/api/admin/settings/business', { values: { phone: '(303) 555-0100' } })
  await start()
  expect(world.deps.settings.business.phone).toBe('(303) 555-0100')
  expect(await read().$count(workers)).toBe(2)
  expect(await read().$count(schema.serviceTypes)).toBe(2)
})

test('a service you already have is refused by name, and nothing happens', async () => {
  await world.hq('POST', '/api/admin/services', { label: 'Chimney sweep', baseMinutes: 60 })
  const refused = await failureOf(start({ service: { name: 'chimney sweep', price: 99, minutes: 60 } }))
  expect(refused.message).toContain('already have a service')
  expect((await readSetup(world.deps)).company).toBe('demo')
})
