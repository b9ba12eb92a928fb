import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { staff } from '../../db/schema'
import { wantedCustomers } from '../../src/modules/customers/list'
import { listJobs } from '../../src/modules/jobs'
import { jobSorts } from '../../src/modules/jobs/model'
import { listOutbox } from '../../src/modules/messages/outbox-list'
import { storeViews, readViews } from '../../src/modules/staff/views'
import { startTestApp, type TestApp } from '../support/app'
import { plantJob } from '../support/jobs'
import { addWorld, denver } from '../support/world'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await addWorld(app)
  for (const [place, customerName] of ['Zoe', 'ada', 'Mia', 'ben', 'Lou'].entries())
    await plantJob(app, {
      status: 'scheduled',
      workerId: null,
      start: `2026-03-0${place + 3}T16:00:00Z`,
      fields: {
        franchiseId: denver,
        customerName,
        address: `${5 - place} Main St`,
        priceCents: 10_000 + place * 100,
        totalCents: 10_000 + place * 100,
      },
    })
})
afterAll(() => app.close())

const page = { limit: 50, format: 'json' as const }
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
  ['sort=booked&order=asc', ['Zoe', 'ada', 'Mia', 'ben', 'Lou']],
  ['sort=customer&from=2026-03-04T00:00:00Z&to=2026-03-06T00:00:00Z', ['ada', 'Mia']],
])('jobs come page by page in the order of %s', async (query, names) => {
  expect(await namesBy(query)).toEqual(names)
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

// These come last: after an EXPLAIN, Bun's read connection keeps its snapshot and misses later writes.
test.each(['asc', 'desc'] as const)(
  'every order of jobs, %s, is read from an index without sorting',
  async (order) => {
    for (const sort of jobSorts)
      for (const filter of [{}, { status: 'completed' as const }, { franchiseId: denver }]) {
        const listed = await listJobs(app.deps, { ...page, ...filter, sort, order })
        for (const after of [null, listed.kinds.map((kind) => (kind === 'number' ? 1 : 'a'))])
          expect([sort, await stepsOf(sqlOf(listed.rows(51, after)))]).toEqual([
            sort,
            expect.not.stringContaining('B-TREE'),
          ])
      }
  },
)

test('every order of messages and customers is read from an index without sorting', async () => {
  for (const sort of ['created', 'recipient', 'message', 'status'] as const)
    for (const order of ['asc', 'desc'] as const)
      expect(
        await stepsOf(sqlOf(listOutbox(app.deps, { ...page, sort, order }).rows(51, null))),
      ).not.toContain('B-TREE')
  for (const order of ['asc', 'desc'] as const)
    expect(
      await stepsOf(sqlOf(wantedCustomers(app.deps.store.read, { sort: 'name', order }, 51, null))),
    ).toContain('customers_sorted_by_name')
})
