import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { jobs } from './jobs'

/** What HQ wrote about a job. Apart from the timeline, because erasing a person must reach it. */
export const jobNotes = sqliteTable(
  'job_notes',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('job_notes_by_job').on(table.jobId, table.createdAt)],
)
