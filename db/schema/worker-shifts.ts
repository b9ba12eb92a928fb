import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { workers } from './workers'

/** The hours a worker works every week, in the time zone of the franchise. */
export const workerShifts = sqliteTable(
  'worker_shifts',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    /** 1 is Monday, 7 is Sunday. */
    weekday: integer('weekday').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
  },
  (table) => [
    unique('worker_shifts_one_per_start').on(table.workerId, table.weekday, table.startMinute),
    check('worker_shifts_weekday', sql`${table.weekday} BETWEEN 1 AND 7`),
    check(
      'worker_shifts_hours',
      sql`${table.startMinute} >= 0 AND ${table.startMinute} < ${table.endMinute} AND ${table.endMinute} <= 1440`,
    ),
  ],
)
