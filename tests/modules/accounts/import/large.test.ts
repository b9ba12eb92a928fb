import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { jobberClients, jobExport } from '../../../../bench/import/files'
import * as schema from '../../../../db/schema'
import { startTestApp, type TestApp } from '../../../support/app'
import { addWorld, booking } from '../../../support/world'

let app: TestApp
let token = ''

beforeAll(async () => {
  app = await startTestApp()
  await addWorld(app)
  token = await app.hqToken()
  const hook = { url: 'https://hooks.example.com/in', description: 'Everything' }
  await app.call('POST', '/api/admin/webhook-subscriptions', { token, body: hook })
  await app.call('POST', '/api/jobs/create', { body: booking })
  // The first search brings the index of customers up to date, as an import does.
  await app.call('GET', '/api/admin/customers?q=jordan', { token })
  await app.deps.background.idle()
})
afterAll(() => app.close())

/** The record of the import and the log of who did it stay; sums for reports are made again. */
const ownTables =
  /^(?:imports|import_rows|activity|summed_chunks|.*_sums|idempotency_keys|commit_marks|lookups)$/

async function contents(): Promise<Record<string, unknown[]>> {
  const tables = Object.values(schema).filter((table) => is(table, SQLiteTable))
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const name = getTableName(table)
    if (!ownTables.test(name))
      all[name] = await app.deps.store.read.all(sql`SELECT * FROM ${table} ORDER BY rowid`)
  }
  return all
}

const imports = (method: string, path: string, options: object = {}) =>
  app.call(method, `/api/admin/imports${path}`, { token, ...options })

let clients = 0
/** Asks the service all the time until it has stopped working, each time as another client. */
async function askMeanwhile(): Promise<number> {
  let isOver = false
  let answered = 0
  const idle = app.deps.background.idle().then(() => (isOver = true))
  while (!isOver) {
    const { status } = await app.call('GET', '/api/vitals', {
      from: `10.2.${(++clients >> 8) & 255}.${clients & 255}`,
    })
    expect(status).toBe(200)
    answered++
    await new Promise((resolve) => setImmediate(resolve))
  }
  await idle
  return answered
}

test.each([
  ['customers', jobberClients(1_200), { made: 1_176, skipped: 24 }],
  ['jobs', jobExport(600, Date.parse('2026-03-02T15:00:00Z')), { jobs: 600, made: 150 }],
] as const)(
  'a large file of %s lets requests through, reports nothing to other software, and leaves no trace once undone',
  async (kind, text, counts) => {
    const before = await contents()
    expect(before.outbound_events).not.toEqual([])
    const { id } = (await imports('POST', `?kind=${kind}`, { raw: text })).body.data
    await app.deps.background.idle()
    app.clock.advance(1_000)
    expect((await imports('POST', `/${id}/run`)).status).toBe(200)
    // A chunk is one of at least six turns, and every turn lets requests through.
    expect(await askMeanwhile()).toBeGreaterThan(5)
    expect((await imports('GET', `/${id}`)).body.data).toMatchObject({ state: 'done', counts })
    expect((await contents()).outbound_events).toEqual(before.outbound_events)
    app.clock.advance(1_000)
    await imports('POST', `/${id}/undo`)
    await app.deps.background.idle()
    expect((await imports('GET', `/${id}`)).body.data).toMatchObject({ state: 'undone', counts: { kept: 0 } })
    expect(await contents()).toEqual(before)
  },
)
