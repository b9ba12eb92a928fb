import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { UnitQueue } from '../../db/local/units'
import { StoreError, type Db } from '../../db/store'
import { failureOf } from '../support/failure'

test('a unit that waits for its own write ends, and those behind it get their turn', async () => {
  const connection = new Database(':memory:', { strict: true })
  connection.run('CREATE TABLE entries (text TEXT)')
  const db = drizzle({ client: connection }) as unknown as Db
  const units = new UnitQueue(connection, db, { strict: false, warn: () => {}, maxUnitMs: 20 })
  const add = (text: string) => () => connection.run('INSERT INTO entries VALUES (?)', [text])
  const outer = units.run(async () => {
    add('outer')()
    await units.run(add('inner'))
  })
  const behind = units.run(add('behind'))
  expect(await failureOf(outer)).toBeInstanceOf(StoreError)
  await behind
  await units.idle()
  expect(connection.query('SELECT text FROM entries').values()).toEqual([['behind'], ['inner']])
  connection.close()
})
