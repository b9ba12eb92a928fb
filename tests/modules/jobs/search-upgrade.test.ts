import { expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../../db/migrate'
import { openEmptyDatabase } from '../../support/migration'

test('numbers indexed with brackets and dots are found by their digits after the upgrade', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('jobs-found-by-digits-and-payment'))
  await migrate(database.target, all.slice(0, at))
  const phones = ['3035550100', '(303)5550142', '+1303.555.0143', '303\u00a05550144']
  for (const [index, phone] of phones.entries())
    await database.target.query(
      `INSERT INTO job_search (rowid, id, customer_name, customer_phone) VALUES (${index + 1}, 'j${index}', 'Jordan', '${phone}')`,
    )
  await migrate(database.target, all.slice(0, at + 1))
  const found = await database.target.query(
    `SELECT customer_phone AS phone FROM job_search WHERE job_search MATCH '"3035550142" OR "13035550143" OR "3035550144"' ORDER BY rowid`,
  )
  expect(found.map(({ phone }) => phone)).toEqual(['3035550142', '13035550143', '3035550144'])
  await database.close()
})

test('the search index is made again after the upgrade, for everyone we know', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('search-finds-every-spelling'))
  await migrate(database.target, all.slice(0, at))
  for (const searchable of [0, 1])
    await database.target.query(
      `INSERT INTO customers (id, name, searchable, created_at, updated_at) VALUES ('c${searchable}', 'Jordan', ${searchable}, 1, 1)`,
    )
  await database.target.query(`INSERT INTO job_search (rowid, id, customer_name) VALUES (1, 'j', 'Jordan')`)
  await migrate(database.target, all)
  // New customers wait under their own mark.
  expect(await database.target.query('SELECT id FROM stale_customers')).toEqual([{ id: 'c1' }])
  expect(await database.target.query('SELECT rowid FROM job_search')).toEqual([])
  await database.close()
})
