import { expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../db/migrate'
import { openEmptyDatabase } from '../support/migration'

test('waiting bookings in an older database keep their arrival windows, and no price is on hold', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('low-prices-and-unconfirmed-bookings'))
  await migrate(database.target, all.slice(0, at))
  const older = [
    ['waits', 'pending', 'public'],
    ['by-hq', 'pending', 'hq'],
    ['canceled', 'cancelled', 'public'],
  ]
  await database.target.apply(
    older.map(
      ([id, status, source]) =>
        `INSERT INTO jobs (id, customer_name, address, type, status, source, price_cents, total_cents, created_at, updated_at)
         VALUES ('${id}', 'Ada', 'Main St', 'Gutter cleaning', '${status}', '${source}', 100, 100, 7, 8)`,
    ),
  )
  await migrate(database.target, all)
  const rows = await database.target.query(
    'SELECT id, confirmed_at, catalog_price_cents FROM jobs ORDER BY seq',
  )
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 'waits', confirmed_at: 7, catalog_price_cents: null },
    { id: 'by-hq', confirmed_at: null, catalog_price_cents: null },
    { id: 'canceled', confirmed_at: null, catalog_price_cents: null },
  ])
  await database.close()
})
