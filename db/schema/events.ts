import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from './columns'

/**
 * Events for other software, each written in the unit of the change it reports. Nothing is written while
 * nobody subscribes to its type.
 */
export const outboundEvents = sqliteTable(
  'outbound_events',
  {
    /** The order in which things happened. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /** The `webhook-id` of every attempt, by which receivers recognize a repeat. */
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    /** The exact text that is signed and sent. Null once the person it was about is erased. */
    payload: text('payload'),
    /** Whether every subscription that wants it has its delivery. */
    queued: flag('queued').notNull().default(false),
  },
  (table) => [
    index('outbound_events_new')
      .on(table.seq)
      .where(sql`${table.queued} = 0`),
  ],
)
