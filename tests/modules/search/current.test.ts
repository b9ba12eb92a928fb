import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { customers, jobs } from '../../../db/schema'
import { removeDemo } from '../../../db/unseed'
import { startImport, workOn } from '../../../src/modules/accounts/import/run'
import { stageFile } from '../../../src/modules/accounts/import/stage'
import { startUndo } from '../../../src/modules/accounts/import/undo'
import { changeManyFound, indexNewCustomers } from '../../../src/modules/customers'
import { indexNewJobs } from '../../../src/modules/jobs'
import { indexSoon } from '../../../src/modules/search'
import { startAdmin, expectStatus, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const person = {
  customerName: 'Zebulon Quack',
  customerEmail: 'zeb@quack.example',
  customerPhone: '303-555-0188',
  address: '9 Pine St, Denver, CO 80202',
  type: 'Cleaning',
  price: 100,
}
const book = async (change: object = {}) =>
  expectStatus(await admin.post('/api/admin/jobs', { ...person, ...change }), 201).body.data.job

/** The names of the customers and the ids of the jobs that a text finds. */
async function found(q: string): Promise<{ people: string[]; jobs: string[] }> {
  const answer = await admin.get(`/api/admin/search?q=${encodeURIComponent(q)}`)
  const { data } = expectStatus(answer, 200).body
  return {
    people: data.customers.map(({ name }: { name: string }) => name),
    jobs: data.jobs.map(({ id }: { id: string }) => id),
  }
}
const nothing = { people: [], jobs: [] }

/** Compares what the index holds with what it would hold if it were made from scratch. */
async function expectFresh(): Promise<void> {
  const { store } = admin.deps
  const contents = async () => {
    await indexNewCustomers(admin.deps)
    await indexNewJobs(admin.deps)
    return [
      await store.read.all(sql`SELECT id, name, contact, place FROM customer_search ORDER BY id`),
      await store.read.all(sql`SELECT rowid, name, contact, place, franchise FROM job_search ORDER BY rowid`),
    ]
  }
  const kept = await contents()
  await store.write(async (tx) => {
    await tx.run(sql`DELETE FROM customer_search`)
    await tx.run(sql`DELETE FROM job_search`)
    await tx.update(customers).set({ searchable: false, searchRow: null })
  })
  expect(await contents()).toEqual(kept)
}

test('a corrected name or address is found, and the old one is not', async () => {
  const job = await book()
  expect(await found('quack')).toEqual({ people: ['Zebulon Quack'], jobs: [job.id] })
  await admin.patch(`/api/admin/customers/${job.customerId}`, { name: 'Zeb Dukk', email: 'zeb@dukk.example' })
  await admin.patch(`/api/admin/jobs/${job.id}`, {
    customerName: 'Zeb Dukk',
    customerEmail: 'zeb@dukk.example',
    address: '7 Oak Lane, Denver, CO 80202',
  })
  expect(await found('quack')).toEqual(nothing)
  expect(await found('pine')).toEqual(nothing)
  expect(await found('dukk')).toEqual({ people: ['Zeb Dukk'], jobs: [job.id] })
  expect(await found('oak ln')).toEqual({ people: ['Zeb Dukk'], jobs: [job.id] })
  await expectFresh()
})

test('a merged customer is found once, under the one who was kept', async () => {
  const first = await book()
  const second = await book({
    customerName: 'Zeb Quack',
    customerEmail: 'old@quack.example',
    customerPhone: '3035550177',
  })
  expect((await found('quack')).people).toHaveLength(2)
  await admin.post(`/api/admin/customers/${second.customerId}/merge`, { into: first.customerId })
  const after = await found('quack')
  expect([after.people, after.jobs.toSorted()]).toEqual([['Zebulon Quack'], [first.id, second.id].toSorted()])
  expect((await found('0177')).people).toEqual(['Zebulon Quack'])
  await expectFresh()
})

test('nothing finds a customer who was erased', async () => {
  const job = await book()
  await found('quack')
  await admin.post(`/api/admin/jobs/${job.id}/cancel`, {})
  await admin.deps.background.idle()
  expectStatus(await admin.post(`/api/admin/customers/${job.customerId}/erase`), 200)
  for (const text of ['quack', 'zeb@quack.example', '303-555-0188', '9 pine', 'erased'])
    expect([text, await found(text)]).toEqual([text, nothing])
  const [kept] = await admin.deps.store.read.all<{ words: string }>(
    sql`SELECT group_concat(name || contact || place, '') AS words FROM job_search`,
  )
  expect(kept?.words.trim()).toBe('')
  await expectFresh()
})

test('an import is found at once, and no longer after its undo', async () => {
  await book()
  const csv =
    'Name,Email,Phone,Address\nÅsa Ek,asa@ek.example,303-555-0166,4 Birch Rd\nZebulon Quack,zeb@quack.example,,1 Ash Ct\n'
  const bytes = new TextEncoder().encode(csv)
  const id = await stageFile(admin.deps, {
    actor: 'hq:owner',
    fileName: 'people.csv',
    kind: 'customers',
    bytes,
  })
  await workOn(admin.deps, id)
  admin.clock.advance(1_000)
  await startImport(admin.deps, id, 'hq:owner')
  await workOn(admin.deps, id)
  expect((await found('asa ek')).people).toEqual(['Åsa Ek'])
  expect((await found('ash court')).people).toEqual(['Zebulon Quack'])
  admin.clock.advance(1_000)
  await startUndo(admin.deps, id, 'hq:owner')
  await workOn(admin.deps, id)
  expect(await found('asa ek')).toEqual(nothing)
  expect(await found('ash ct')).toEqual(nothing)
  expect((await found('quack')).people).toEqual(['Zebulon Quack'])
  await expectFresh()
})

test('the demo company leaves nothing behind', async () => {
  const job = await book()
  await admin.deps.store.write(async (tx) => {
    await tx.update(jobs).set({ demo: true }).where(eq(jobs.id, job.id))
    await tx.update(customers).set({ demo: true })
  })
  await found('quack')
  await removeDemo(admin.deps.store)
  expect(await found('quack')).toEqual(nothing)
  await expectFresh()
})

test('a quiet moment indexes what was booked, and a rush waits for one', async () => {
  const indexed = async () =>
    (await admin.deps.store.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM job_search`))[0]
      ?.count
  await book()
  indexSoon(admin.deps)
  await admin.deps.background.idle()
  expect(await indexed()).toBe(1)
  // As if hundreds of jobs had come in since.
  await admin.deps.store.write((tx) => tx.run(sql`UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'jobs'`))
  await book({ customerEmail: 'two@example.com' })
  indexSoon(admin.deps)
  await admin.deps.background.idle()
  expect(await indexed()).toBe(1)
  indexSoon(admin.deps)
  await admin.deps.background.idle()
  expect(await indexed()).toBe(2)
})

/** Imports a file of customers. */
async function importPeople(csv: string): Promise<string> {
  const bytes = new TextEncoder().encode(csv)
  const upload = { actor: 'hq:owner', fileName: 'people.csv', kind: 'customers', bytes } as const
  const id = await stageFile(admin.deps, upload)
  await workOn(admin.deps, id)
  admin.clock.advance(1_000)
  await startImport(admin.deps, id, 'hq:owner')
  await workOn(admin.deps, id)
  return id
}

const isOnDisk = async (word: string): Promise<boolean> =>
  (
    await admin.deps.store.read.all(
      sql`SELECT 1 FROM customer_search_data WHERE instr(hex(block), hex(${word})) > 0`,
    )
  ).length > 0

test('the words of an undone import leave the disk', async () => {
  await book()
  await found('quack')
  const id = await importPeople('Name,Email,Address\nXylo Wu,xylo@wu.example,4 Birch Rd\n')
  expect(await isOnDisk('xylo')).toBe(true)
  admin.clock.advance(1_000)
  await startUndo(admin.deps, id, 'hq:owner')
  await workOn(admin.deps, id)
  expect(await isOnDisk('xylo')).toBe(false)
  expect((await found('quack')).people).toEqual(['Zebulon Quack'])
})

test('a customer who books during an undo gets a row of the index that nobody had', async () => {
  await importPeople('Name,Email\nXylo Wu,xylo@wu.example\n')
  const { store } = admin.deps
  const rows = () => store.read.select({ row: customers.searchRow }).from(customers)
  const [imported] = await rows()
  await store.write((tx) => changeManyFound(tx, async () => tx.delete(customers)))
  await book()
  await found('quack')
  const [booked] = await rows()
  expect(booked?.row).toBeGreaterThan(imported?.row ?? Infinity)
})
