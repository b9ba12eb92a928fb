import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What every table of sums is divided by. Days are counted from 1970; no franchise is the empty text. */
const division = () => ({
  chunk: integer('chunk').notNull(),
  day: integer('day').notNull(),
  franchiseId: text('franchise_id').notNull(),
})

/** Jobs by the day they were booked. */
export const jobSums = sqliteTable(
  'job_sums',
  {
    ...division(),
    pending: integer('pending').notNull(),
    scheduled: integer('scheduled').notNull(),
    enRoute: integer('en_route').notNull(),
    inProgress: integer('in_progress').notNull(),
    completed: integer('completed').notNull(),
    cancelled: integer('cancelled').notNull(),
    noShow: integer('no_show').notNull(),
    /** From booking to visit, over the jobs that have one. */
    leadMinutes: integer('lead_minutes').notNull(),
    leadJobs: integer('lead_jobs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)

/** The same by service; the empty text stands for labels that are no service of ours. */
export const jobTypeSums = sqliteTable(
  'job_type_sums',
  {
    ...division(),
    serviceId: text('service_id').notNull(),
    jobs: integer('jobs').notNull(),
    completed: integer('completed').notNull(),
    cancelled: integer('cancelled').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.serviceId, table.day, table.franchiseId] })],
)

/** The same by the first three digits of the ZIP code. */
export const jobAreaSums = sqliteTable(
  'job_area_sums',
  {
    ...division(),
    area: text('area').notNull(),
    inside: integer('inside').notNull(),
    outside: integer('outside').notNull(),
    unplaced: integer('unplaced').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.area, table.day, table.franchiseId] })],
)

/** Visits by the day they were planned for. */
export const visitSums = sqliteTable(
  'visit_sums',
  {
    ...division(),
    visits: integer('visits').notNull(),
    completed: integer('completed').notNull(),
    noShow: integer('no_show').notNull(),
    /** Of completed visits, as planned. */
    minutes: integer('minutes').notNull(),
    started: integer('started').notNull(),
    onTime: integer('on_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)
