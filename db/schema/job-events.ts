import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'
import { jobs } from './jobs'

/**
 * The job's timeline, append-only (a trigger holds that). `before` and `after` hold the changed fields
 * of the job's state; laying every `after` over the last gives its present state. No personal data.
 */
export const jobEvents = sqliteTable(
  'job_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    kind: text('kind').notNull(),
    before: json<Record<string, unknown>>('before').notNull(),
    after: json<Record<string, unknown>>('after').notNull(),
  },
  (table) => [index('job_events_by_job').on(table.jobId, table.id)],
)
