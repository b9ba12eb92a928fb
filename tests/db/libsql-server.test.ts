import { createClient } from '@libsql/client/http'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '../../db/libsql/connection'
import { openServer } from '../../db/libsql/engine'
import { assertIntact } from '../../db/local/backup'
import { openLocal } from '../../db/local/engine'
import { readMigrations } from '../../db/migrate'
import { StoreError } from '../../db/store'
import { failureOf } from '../support/failure'
import { startFaultProxy, strike } from '../support/fault-proxy'
import { refuse } from '../support/hrana'
import { startFaultyServer, untilUp, type FaultyServer } from '../support/libsql'
import { addNote, notes, noteTexts } from '../support/notes'
import { blockWrites, createDatabase, databaseUrl } from '../support/sqld'
import { onlyWhen } from '../support/needs'
import { testServer } from '../support/store'
import { temporaryFolder } from '../support/temp'

const impatient = { callMs: 200, settleMs: 500, healthMs: 100 }

onlyWhen(testServer !== null, 'run by bun run test:libsql')('a store on a server', () => {
  let server: FaultyServer

  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server.close())

  test('waits for its turn while another process writes', async () => {
    const { name, store } = await server.open()
    const client = createClient({ url: databaseUrl(server.sqld.url, name) })
    const holder = await client.transaction('write')
    await holder.execute(`INSERT INTO notes (text) VALUES ('theirs')`)
    const writing = store.write((tx) => addNote(tx, 'ours'))
    await holder.commit()
    await writing
    expect(await noteTexts(store.read)).toEqual(['theirs', 'ours'])
    client.close()
  })

  test("that hangs refuses everyone in time and works again when it's back", async () => {
    const { store, proxy } = await server.open(impatient)
    proxy.plan = () => 'hang'
    const writing = ['one', 'two', 'three'].map((text) => failureOf(store.write((tx) => addNote(tx, text))))
    const reading = failureOf(noteTexts(store.read))
    expect(await store.health()).toMatchObject({ up: false })
    for (const failure of await Promise.all(writing)) expect(failure).toBeInstanceOf(StoreError)
    expect(await reading).toBeInstanceOf(StoreError)
    proxy.plan = () => 'pass'
    await untilUp(store)
    await store.write((tx) => addNote(tx, 'later'))
    expect(await noteTexts(store.read)).toEqual(['later'])
    expect(await store.health()).toMatchObject({ up: true })
  })

  test('refuses units waiting behind a batch that found no server', async () => {
    const { store, proxy } = await server.open({ ...impatient, unitsPerCommit: 1 })
    proxy.plan = () => 'hang'
    const writing = Array.from({ length: 50 }, (_, index) =>
      failureOf(store.write((tx) => addNote(tx, `note ${index}`))),
    )
    for (const failure of await Promise.all(writing)) expect(failure).toBeInstanceOf(StoreError)
  })

  test('rolls back a unit that holds the lock too long and keeps its neighbors', async () => {
    const { store, other } = await server.open({ unitMs: 100 })
    const forever = Promise.withResolvers<void>()
    const outcomes = await Promise.allSettled([
      store.write((tx) => addNote(tx, 'before')),
      store.write(async (tx) => {
        await addNote(tx, 'slow')
        await forever.promise
      }),
      store.write((tx) => addNote(tx, 'after')),
    ])
    forever.resolve()
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining('more than 100 ms') } })
    expect(await noteTexts(other.read)).toEqual(['before', 'after'])
  })

  test('rolls back a unit that never stops querying', async () => {
    const { store, other } = await server.open({ unitMs: 100 })
    const failure = await failureOf(
      store.write(async (tx) => {
        for (let index = 0; ; index++) await addNote(tx, `note ${index}`)
      }),
    )
    expect(failure.message).toContain('more than 100 ms')
    expect(await noteTexts(other.read)).toEqual([])
  })

  test('rolls back a unit that waits for its own write', async () => {
    const { store, other } = await server.open({ unitMs: 100 })
    const failure = await failureOf(
      store.write(async (tx) => {
        await addNote(tx, 'outer')
        await store.write((inner) => addNote(inner, 'inner'))
      }),
    )
    expect(failure).toBeInstanceOf(StoreError)
    await store.write(() => undefined)
    expect(await noteTexts(other.read)).toEqual(['inner'])
  })

  test('runs no statement of a unit after the unit ended', async () => {
    const { store, other } = await server.open()
    const kept = await store.write((tx) => ({ statement: tx.insert(notes).values({ text: 'late' }) }))
    expect(await failureOf(kept.statement)).toBeInstanceOf(StoreError)
    expect(await noteTexts(other.read)).toEqual([])
  })

  test('that stops taking writes says so, still reads, and writes again when it can', async () => {
    const { name, store } = await server.open()
    await store.write((tx) => addNote(tx, 'before'))
    await blockWrites(server.sqld.adminUrl, name, true)
    const failures = await Promise.all(
      ['one', 'two'].map((text) => failureOf(store.write((tx) => addNote(tx, text)))),
    )
    for (const failure of failures) expect(failure).toBeInstanceOf(StoreError)
    expect(await noteTexts(store.read)).toEqual(['before'])
    await blockWrites(server.sqld.adminUrl, name, false)
    await store.write((tx) => addNote(tx, 'after'))
    expect(await noteTexts(store.read)).toEqual(['before', 'after'])
  })

  test('repeats a read when the connection broke', async () => {
    const { store, proxy } = await server.open()
    await store.write((tx) => addNote(tx, 'kept'))
    for (const fault of ['cut before', 'cut after'] as const) {
      proxy.plan = strike('select', fault)
      expect(await noteTexts(store.read)).toEqual(['kept'])
    }
  })

  test('keeps one mark for each writing process', async () => {
    const { store, other } = await server.open()
    for (const text of ['one', 'two', 'three']) await store.write((tx) => addNote(tx, text))
    const marks = await other.read.all(sql`SELECT batch FROM commit_marks ORDER BY batch`)
    expect(marks).toEqual([{ batch: 1 }, { batch: 3 }])
  })

  test('removes the marks of processes that are long gone', async () => {
    const { name, other } = await server.open()
    await other.write((tx) => tx.run(sql`INSERT INTO commit_marks VALUES ('long gone', 7, 1)`))
    const next = await openServer({ url: databaseUrl(server.sqld.url, name) }, {})
    await next.write((tx) => addNote(tx, 'first of a new process'))
    await next.close()
    const gone = await other.read.all(sql`SELECT 1 FROM commit_marks WHERE writer = 'long gone'`)
    expect(gone).toEqual([])
  })

  test('starts even when the answer to a migration was lost', async () => {
    await createDatabase(server.sqld.adminUrl, 'migrating')
    const proxy = await startFaultProxy(server.sqld.port)
    proxy.plan = strike('CREATE TABLE `vitals`', 'cut after')
    const store = await openServer({ url: proxy.urlOf('migrating') }, {})
    const history = await store.read.all(sql`SELECT count(*) AS n FROM __drizzle_migrations`)
    expect(history).toEqual([{ n: readMigrations().length }])
    await store.close()
    await proxy.close()
  })

  test("that doesn't exist or is down causes a clear error", async () => {
    const missing = failureOf(openServer({ url: databaseUrl(server.sqld.url, 'nowhere') }, {}))
    expect((await missing).message).toContain('knows no database under this address')
    const limits = { ...defaultLimits, ...impatient }
    const absent = await failureOf(openServer({ url: 'http://127.0.0.1:1' }, {}, limits))
    expect(absent).toBeInstanceOf(StoreError)
    expect(absent.message).toContain('did not answer')
  })

  test("that refuses the token or enforces no foreign keys isn't used", async () => {
    await createDatabase(server.sqld.adminUrl, 'unfit')
    const proxy = await startFaultProxy(server.sqld.port)
    proxy.plan = () => ({ status: 401, body: '{"error":"Unauthorized"}' })
    const refused = await failureOf(openServer({ url: proxy.urlOf('unfit'), authToken: 'wrong' }, {}))
    expect(refused.message).toBe('The database server refused the access token')
    proxy.plan = (body) =>
      body.includes('foreign_keys') ? { status: 200, body: rowAnswer('integer', '0') } : 'pass'
    const lax = await failureOf(openServer({ url: proxy.urlOf('unfit') }, {}))
    expect(lax.message).toContain("doesn't enforce foreign keys")
    await proxy.close()
  })

  test('backs up rows too large for one answer page by page', async () => {
    const { store } = await server.open()
    await store.write(async (tx) => {
      await tx.run(
        sql`CREATE TABLE photos (name TEXT, day INTEGER, data BLOB, PRIMARY KEY (day, name)) WITHOUT ROWID`,
      )
      await tx.run(sql`INSERT INTO photos
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
        SELECT 'photo ' || i, i % 7, randomblob(20000) FROM n`)
    })
    const to = join(temporaryFolder('pages'), 'copy.db')
    await store.backup(to)
    assertIntact(to)
    const copy = openLocal(to, { durable: false })
    expect(await copy.read.all(photos)).toEqual(await store.read.all(photos))
    await copy.close()
  })

  test('starts a backup over when the connection breaks, and leaves nothing behind if it stays down', async () => {
    const { store, proxy } = await server.open()
    await store.write((tx) => addNote(tx, 'kept'))
    const folder = temporaryFolder('broken')
    proxy.plan = strike('sqlite_sequence', 'cut before')
    await store.backup(join(folder, 'copy.db'))
    proxy.plan = () => 'cut before'
    expect(await failureOf(store.backup(join(folder, 'other.db')))).toBeInstanceOf(StoreError)
    expect(readdirSync(folder)).toEqual(['copy.db'])
    proxy.plan = refuse('sqlite_schema', 'SQLITE_CORRUPT')
    expect(await failureOf(store.backup(join(folder, 'other.db')))).toBeInstanceOf(StoreError)
    expect(readdirSync(folder)).toEqual(['copy.db'])
  })
})

const photos = sql`SELECT day, name, hex(substr(data, 1, 8)) AS head, length(data) AS bytes FROM photos ORDER BY day, name`

/** A server's answer to a question with one row and one column. */
function rowAnswer(type: string, value: string): string {
  const result = {
    cols: [{ name: 'value' }],
    rows: [[{ type, value }]],
    affected_row_count: 0,
    last_insert_rowid: null,
  }
  const close = { type: 'ok', response: { type: 'close' } }
  const results = [{ type: 'ok', response: { type: 'execute', result } }, close]
  return JSON.stringify({ baton: null, base_url: null, results })
}
