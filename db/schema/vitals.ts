import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Web-vitals measurements sent by browsers; kept for a limited time only. */
export const vitals = sqliteTable(
  'vitals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    metric: text('metric').notNull(),
    value: real('value').notNull(),
    page: text('page').notNull(),
    measurementId: text('measurement_id'),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('vitals_by_age').on(table.receivedAt)],
)
