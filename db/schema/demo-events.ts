import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** What the demo processor has to tell, written in the unit that made it true and delivered from here. */
export const demoEvents = sqliteTable(
  'demo_events',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    /** The bytes that are signed and sent. */
    payload: text('payload').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Not before this moment; set ahead when an attempt begins, so that a crash is a late retry. */
    dueAt: instant('due_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('demo_events_due')
      .on(table.dueAt)
      .where(sql`${table.deliveredAt} IS NULL`),
    index('demo_events_by_age').on(table.createdAt),
  ],
)
