import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableColumns, sql } from 'drizzle-orm'
import { mostSorted } from '../../db/conditions'
import { customers, jobs, staff } from '../../db/schema'
import { wantedCustomers } from '../../src/modules/customers/list'
import { storeViews, readViews } from '../../src/modules/staff/views'
import { startTestApp, type TestApp } from '../support/app'
import { plantJob } from '../support/jobs'
import { addWorld, denver, marcus, sofia } from '../support/world'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await addWorld(app)
  const at = { createdAt: app.clock.now(), updatedAt: app.clock.now() }
  await app.deps.store.write((tx) => tx.insert(customers).values(found.map((one) => ({ ...at, ...one }))))
  for (const [place, customerName] of ['Zoe', 'ada', 'Mia', 'ben', 'Lou'].entries())
    await plantJob(app, {
      status: 'scheduled',
      workerId: [null, null, marcus, sofia, marcus][place] ?? null,
      start: `2026-03-0${place + 3}T16:00:00Z`,
      fields: {
        franchiseId: customerName === 'Mia' || customerName === 'ben' ? null : denver,
        customerName,
        reference: ['TR-CCCCC', 'TR-BBBBB', 'TR-22222', 'TR-ZZZZZ', 'TR-KKKKK'][place],
        type: ['Windows', 'gutters', 'Windows', 'windows', 'Gutters'][place],
        address: `${5 - place} Main St`,
        priceCents: 10_000 + place * 100,
        totalCents: 10_000 + place * 100,
      },
    })
})
afterAll(() => app.close())

/** The first has no email address. The second has no phone number, and was imported with an old date. */
const found = [
  { id: 'customer-1', name: 'Al', email: null, phone: '3035550102', smsOptOut: true },
  { id: 'customer-2', name: 'Bo', email: 'a@example.com', phone: null, createdAt: 1 },
  { id: 'customer-3', name: 'Cy', email: 'b@example.com', phone: '3035550101', emailOptOut: true },
]

const call = async (path: string) => app.call('GET', path, { token: await app.hqToken() })
const sqlOf = (rows: unknown): string => (rows as { toSQL(): { sql: string } }).toSQL().sql

async function stepsOf(text: string): Promise<string> {
  const plan = await app.deps.store.read.all<{ detail: string }>(
    sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`),
  )
  return plan.map(({ detail }) => detail).join('\n')
}

async function namesBy(query: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await call(
      `/api/admin/jobs?limit=2&${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    names.push(...body.data.items.map(({ customerName }: { customerName: string }) => customerName))
    cursor = body.data.nextCursor
  } while (cursor !== null)
  return names
}

test.each([
  ['sort=customer', ['ada', 'ben', 'Lou', 'Mia', 'Zoe']],
  ['sort=customer&order=desc', ['Zoe', 'Mia', 'Lou', 'ben', 'ada']],
  ['sort=visit', ['Zoe', 'ada', 'Mia', 'ben', 'Lou']],
  ['sort=total', ['Lou', 'ben', 'Mia', 'ada', 'Zoe']],
  ['sort=address', ['Lou', 'ben', 'Mia', 'ada', 'Zoe']],
  ['sort=service', ['ada', 'Lou', 'Zoe', 'Mia', 'ben']],
  ['sort=franchise', ['Mia', 'ben', 'Zoe', 'ada', 'Lou']],
  ['sort=technician&order=desc', ['ben', 'Lou', 'Mia', 'ada', 'Zoe']],
  ['sort=reference', ['Mia', 'ada', 'Zoe', 'Lou', 'ben']],
  ['sort=reference&order=desc', ['ben', 'Lou', 'Zoe', 'ada', 'Mia']],
  ['sort=booked&order=asc', ['Zoe', 'ada', 'Mia', 'ben', 'Lou']],
  ['sort=customer&from=2026-03-04T00:00:00Z&to=2026-03-06T00:00:00Z', ['ada', 'Mia']],
])('jobs come page by page in the order of %s', async (query, names) => {
  expect(await namesBy(query)).toEqual(names)
})

test.each([
  ['email', ['Bo', 'Cy', 'Al']],
  ['phone&order=desc', ['Bo', 'Al', 'Cy']],
  ['status', ['Cy', 'Al', 'Bo']],
  ['status&order=desc', ['Bo', 'Al', 'Cy']],
  ['created', ['Cy', 'Al', 'Bo']],
  ['created&order=asc', ['Bo', 'Al', 'Cy']],
])('customers come page by page in the order of their %s', async (order, names) => {
  const first = await call(`/api/admin/customers?limit=2&sort=${order}`)
  const { items, nextCursor } = first.body.data
  const rest = await call(`/api/admin/customers?limit=2&sort=${order}&cursor=${nextCursor}`)
  const all: { name: string }[] = [...items, ...rest.body.data.items]
  expect(all.map(({ name }) => name)).toEqual(names)
})

test.each([['jobs'], ['customers'], ['invoices'], ['outbox']])(
  'a spreadsheet of %s has names and no ids',
  async (list) => {
    const { text } = await call(`/api/admin/${list}?format=csv`)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    if (list === 'jobs') expect(text).toContain('Front Range Gutters')
  },
)

test("a person's saved views come back for them alone, without the search", async () => {
  const now = app.clock.now()
  const people = ['dana', 'sam'].map((name) => ({
    id: `staff-${name}`,
    email: `${name}@example.com`,
    name,
    role: 'dispatcher' as const,
    invitedBy: 'test',
    createdAt: now,
    updatedAt: now,
  }))
  await app.deps.store.write(async (tx) => {
    for (const person of people) await tx.insert(staff).values(person)
  })
  const callerOf = (id: string) => ({ kind: 'hq', subject: `staff:${id}`, staff: { id } }) as never
  const view = { list: 'jobs' as const, name: 'To schedule', query: 'q=Ada&status=pending&sort=customer' }
  await storeViews(app.deps, callerOf('staff-dana'), { views: [view, view] })
  const kept = { list: 'jobs', name: 'To schedule', query: 'status=pending&sort=customer' }
  expect(await readViews(app.deps, callerOf('staff-dana'))).toEqual({ stored: true, views: [kept] } as never)
  expect(await readViews(app.deps, callerOf('staff-sam'))).toEqual({ stored: true, views: [] })
})

test('a token belongs to nobody, so its views stay in the browser', async () => {
  expect((await call('/api/admin/views')).body.data).toEqual({ stored: false, views: [] })
  const token = await app.hqToken()
  expect((await app.call('PUT', '/api/admin/views', { token, body: { views: [] } })).status).toBe(409)
})

test('a list sorts its newest 5,000 matches, and all of them once a filter leaves fewer', async () => {
  await copyJobs(mostSorted)
  const first = async (query: string) =>
    (await call(`/api/admin/jobs?limit=1&${query}`)).body.data.items[0].customerName
  expect(await first('sort=customer')).toBe('Many')
  expect(await first('sort=booked&order=asc')).toBe('Zoe')
  expect(await first(`sort=customer&franchiseId=${denver}`)).toBe('ada')
  expect(await first('sort=customer&to=2026-03-05T00:00:00Z')).toBe('ada')
})

test('a sorted list says when it left older matches out, and is silent once a filter leaves fewer', async () => {
  const cut = async (path: string) => (await call(`/api/admin/${path}`)).body.data.sortedNewest
  expect(await cut('jobs?limit=1&sort=customer')).toBe(mostSorted)
  expect(await cut('jobs?limit=1')).toBeUndefined()
  expect(await cut('jobs?limit=1&sort=booked&order=asc')).toBeUndefined()
  expect(await cut(`jobs?limit=1&sort=customer&franchiseId=${denver}`)).toBeUndefined()
  for (const list of ['customers?sort=email', 'invoices?sort=status', 'outbox?sort=recipient'])
    expect(await cut(`${list}&limit=1`)).toBeUndefined()
})

test('so do the lists of customers and messages', async () => {
  const many = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${mostSorted}) SELECT`
  await app.deps.store.write(async (tx) => {
    await tx.run(
      sql.raw(
        `INSERT INTO customers (id, name, created_at, updated_at) ${many} 'many-' || i, 'Many', 0, 0 FROM n`,
      ),
    )
    await tx.run(
      sql.raw(`INSERT INTO outbox (id, about, channel, template, recipient, data, due_at, created_at)
        ${many} 'many-' || i, 'many-' || i, 'email', 'test', 'many@example.com', '{}', 0, 0 FROM n`),
    )
  })
  for (const path of ['customers?sort=email', 'outbox?sort=recipient'])
    expect((await call(`/api/admin/${path}&limit=1`)).body.data.sortedNewest).toBe(mostSorted)
  expect((await call('/api/admin/customers?sort=name&limit=1')).body.data.sortedNewest).toBeUndefined()
})

/** Copies of a job without a franchise, all newer than the others. */
async function copyJobs(count: number): Promise<void> {
  const own: Record<string, string> = {
    seq: 'NULL',
    id: "printf('00000000-0000-4000-8000-%012d', n)",
    reference: 'NULL',
    customer_name: "'Many'",
    franchise_id: 'NULL',
  }
  const names = Object.values(getTableColumns(jobs)).map(({ name }) => name)
  const values = names.map((name) => own[name] ?? `jobs."${name}"`)
  await app.deps.store.write((tx) =>
    tx.run(
      sql.raw(`INSERT INTO jobs (${names.map((name) => `"${name}"`).join()})
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        SELECT ${values.join()} FROM jobs, numbers WHERE customer_name = 'Lou'`),
    ),
  )
}

// This comes last: after an EXPLAIN, Bun's read connection keeps its snapshot and misses later writes.
test('customers by name are read from an index without sorting', async () => {
  for (const order of ['asc', 'desc'] as const)
    expect(
      await stepsOf(sqlOf(wantedCustomers(app.deps.store.read, { sort: 'name', order }, 51, null))),
    ).toContain('customers_sorted_by_name')
})
