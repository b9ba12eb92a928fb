import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { degrees, demo, flag, json, stamps } from './columns'
import { franchises } from './franchises'

export const workers = sqliteTable(
  'workers',
  {
    id: text('id').primaryKey(),
    /** A worker without a franchise serves headquarters' own jobs. */
    franchiseId: text('franchise_id').references(() => franchises.id),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    skills: json<string[]>('skills').notNull().default([]),
    homeAddress: text('home_address'),
    homeLat: degrees('home_lat'),
    homeLng: degrees('home_lng'),
    maxJobsPerDay: integer('max_jobs_per_day'),
    maxMinutesPerDay: integer('max_minutes_per_day'),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    index('workers_by_franchise').on(table.franchiseId, table.name),
    index('workers_by_name').on(table.name),
  ],
)
