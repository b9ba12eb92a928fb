import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { workers } from './workers'

export const workerTimeOff = sqliteTable(
  'worker_time_off',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('worker_time_off_by_worker').on(table.workerId, table.startsAt),
    check('worker_time_off_order', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)
