import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns'

export const webhookStates = ['queued', 'processing', 'done', 'dead'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Every event of the processor, stored before it is acknowledged. Its id is its identity. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    /** The order of arrival, along which lists are cut into pages. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    payload: text('payload').notNull(),
    source: text('source').$type<'webhook' | 'reconciled'>().notNull(),
    state: text('state').$type<WebhookState>().notNull(),
    /** Counted before each try, so that one that kills the process counts too. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** While somebody works on it; afterwards the worker counts as dead. */
    leaseUntil: instant('lease_until'),
    lastError: text('last_error'),
    receivedAt: instant('received_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('webhook_events_state', oneOf(table.state, ['queued', 'processing', 'done', 'dead'])),
    index('webhook_events_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'queued'`),
    index('webhook_events_leased')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'processing'`),
    index('webhook_events_dead')
      .on(table.seq)
      .where(sql`${table.state} = 'dead'`),
  ],
)
