import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { localPath } from '../../db/client'
import { startTestApp, type TestApp } from '../support/app'
import { onlyWhen } from '../support/needs'
import { openTestStore, testServer, type TestStore } from '../support/store'
import { addWorld, booking } from '../support/world'

onlyWhen(testServer === null, 'only for local files')('when the database file', () => {
  let opened: TestStore
  let service: TestApp
  let connection: Database

  beforeEach(async () => {
    opened = await openTestStore()
    ;({ connection } = opened.store as TestStore['store'] & { connection: Database })
    service = await startTestApp({}, { opened })
    await addWorld(service)
  })
  afterEach(() => service.close())

  const book = () => service.call('POST', '/api/jobs/create', { body: booking })

  async function expectAway(): Promise<void> {
    const answer = await book()
    expect(answer).toMatchObject({
      status: 503,
      body: { ok: false, error: expect.stringContaining('Try again in a few seconds') },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
  }

  test('is locked by another program, a booking gets 503 and works afterwards', async () => {
    connection.run('PRAGMA busy_timeout = 0')
    const other = new Database(localPath(opened.address.url))
    other.run('BEGIN IMMEDIATE')
    await expectAway()
    other.run('ROLLBACK')
    other.close()
    expect(await book()).toMatchObject({ status: 201 })
  })

  test('has no room left on the disk, a booking gets 503 and works once there is room', async () => {
    const { page_count } = connection.query('PRAGMA page_count').get() as { page_count: number }
    connection.run(`PRAGMA max_page_count = ${page_count}`)
    connection.run(
      'CREATE TEMP TRIGGER fill BEFORE INSERT ON jobs BEGIN UPDATE customers SET name = hex(zeroblob(200000)); END',
    )
    await expectAway()
    connection.run('DROP TRIGGER fill')
    connection.run('PRAGMA max_page_count = 1000000')
    expect(await book()).toMatchObject({ status: 201 })
  })
})
