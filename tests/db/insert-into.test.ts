import { afterAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { jobs, outbox } from '../../db/schema'
import { insertInto, onlyRow } from '../../db/store'
import { insertJob } from '../../src/modules/jobs'
import { JobInput, jobInputExample } from '../../src/modules/jobs/model'
import { queueFirst } from '../../src/modules/messages'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const { store, clock } = service.deps

const trucks = sqliteTable('trucks', {
  id: text('id').primaryKey(),
  wheels: integer('wheels').notNull().default(4),
  color: text('color'),
})

test('an insert writes exactly the columns a row has, and the schema fills in the others', async () => {
  const insert = insertInto(trucks)
  const stored = await store.write(async (tx) => {
    await tx.run(
      sql`CREATE TABLE trucks (id TEXT PRIMARY KEY, wheels INTEGER NOT NULL DEFAULT 4, color TEXT)`,
    )
    await insert(tx, { id: 'a' })
    await insert(tx, { id: 'b', wheels: 6, color: 'red' })
    await insert(tx, { id: 'c', wheels: 8 })
    await insert(tx, { id: 'd', color: 'green' })
    return tx.select().from(trucks)
  })
  expect(stored).toEqual([
    { id: 'a', wheels: 4, color: null },
    { id: 'b', wheels: 6, color: 'red' },
    { id: 'c', wheels: 8, color: null },
    { id: 'd', wheels: 4, color: 'green' },
  ])
})

test('a booked job is stored exactly as the booking answers it, column by column', async () => {
  const at = clock.now()
  const [job, stored] = await store.write(async (tx) => {
    const period = { templateId: 'template-1', date: '2026-04-01' }
    const input = JobInput.parse({ ...jobInputExample, notes: 'Ring twice', paymentId: 'pi_1' })
    const made = await insertJob(tx, input, { source: 'recurring', actor: 'test', at, period })
    return [made, onlyRow(await tx.select().from(jobs).where(eq(jobs.id, made.id)))]
  })
  const { seq: _, ...columns } = stored
  expect(columns).toEqual(job)
})

test('a queued message is stored as one nobody has tried to send', async () => {
  const stored = await store.write(async (tx) => {
    await queueFirst(tx, clock.now(), {
      about: 'truck:a:parked:email',
      channel: 'email',
      template: 'booked',
      recipient: 'jordan@example.com',
      data: {},
    })
    return onlyRow(await tx.select().from(outbox).where(eq(outbox.about, 'truck:a:parked:email')))
  })
  expect(stored).toMatchObject({
    attempts: 0,
    leaseUntil: null,
    provider: null,
    providerMessageId: null,
    maybeSent: false,
    sentAt: null,
  })
})
