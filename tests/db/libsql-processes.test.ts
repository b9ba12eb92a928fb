import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/store'
import { startFaultyServer, type FaultyServer } from '../support/libsql'
import { databaseUrl } from '../support/sqld'
import { onlyWhen } from '../support/needs'
import { testServer } from '../support/store'

const claimer = join(import.meta.dir, '../support/claimer.ts')

onlyWhen(testServer !== null, 'run by bun run test:libsql')('processes on one server', () => {
  let server: FaultyServer

  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server.close())

  test('emptying one queue get every row between them and none twice', async () => {
    const { name, other } = await server.open()
    await other.write(async (tx) => {
      await tx.run(
        sql`CREATE TABLE queue (id INTEGER PRIMARY KEY, owner TEXT, claims INTEGER NOT NULL DEFAULT 0)`,
      )
      await tx.run(sql`INSERT INTO queue (id)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n`)
    })
    const [north, south] = await Promise.all([claims(name, 'north'), claims(name, 'south')])
    const all = [...north, ...south].toSorted((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
    expect(north.length).toBeGreaterThan(0)
    expect(south.length).toBeGreaterThan(0)
    expect(await other.read.all(sql`SELECT count(*) AS n FROM queue WHERE claims <> 1`)).toEqual([{ n: 0 }])
  })

  async function claims(database: string, owner: string): Promise<number[]> {
    const url = databaseUrl(server.sqld.url, database)
    const running = Bun.spawn([process.execPath, claimer, url, owner], { stderr: 'inherit' })
    const output = await new Response(running.stdout).text()
    expect(await running.exited).toBe(0)
    return JSON.parse(output) as number[]
  }

  test('lose nothing and write nothing twice when the server dies and comes back', async () => {
    const { store, other, proxy } = await server.open({ unitsPerCommit: 4 })
    await other.write((tx) => tx.run(sql`CREATE TABLE entries (text TEXT NOT NULL)`))
    const moments = [/"COMMIT"/, /"entry 30"/, /"entry 60"/, /"COMMIT"/]
    let restart = Promise.resolve()
    // It dies while a COMMIT is on its way (before or after it took effect), and between statements.
    proxy.plan = (body) => {
      if (moments[0]?.test(body)) {
        moments.shift()
        restart = restart.then(() => server.sqld.kill()).then(() => server.sqld.start())
      }
      return 'pass'
    }
    const texts = Array.from({ length: 100 }, (_, index) => `entry ${index}`)
    await Promise.all(texts.map((text) => store.write((tx) => addEntry(tx, text))))
    await restart
    expect(moments).toEqual([])
    const rows = await other.read.all<{ text: string }>(sql`SELECT text FROM entries ORDER BY rowid`)
    expect(rows.map(({ text }) => text)).toEqual(texts)
  })
})

async function addEntry(db: Db, text: string): Promise<void> {
  await db.run(sql`INSERT INTO entries (text) VALUES (${text})`)
}
