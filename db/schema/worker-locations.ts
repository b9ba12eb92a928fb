import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { degrees, flag, instant } from './columns'

/** Where workers were. The id is free text: a position of an unknown worker is kept and shown to HQ. */
export const workerLocations = sqliteTable(
  'worker_locations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    workerId: text('worker_id').notNull(),
    lat: degrees('lat').notNull(),
    lng: degrees('lng').notNull(),
    accuracy: real('accuracy'),
    heading: real('heading'),
    speed: real('speed'),
    /** Poor fixes and impossible jumps stay in the trail but are not shown as the latest position. */
    reliable: flag('reliable').notNull().default(true),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    index('worker_locations_latest').on(table.workerId, table.reliable, table.recordedAt),
    index('worker_locations_by_age').on(table.recordedAt),
  ],
)
