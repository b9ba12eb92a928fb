import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { demo, instant } from './columns'

/** Something that needs a person at headquarters. */
export const hqTasks = sqliteTable(
  'hq_tasks',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** What it is about, e.g. a job's id: one open task per kind and subject. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    detail: text('detail'),
    franchiseId: text('franchise_id'),
    state: text('state').$type<'open' | 'done'>().notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: text('done_by'),
    demo: demo(),
  },
  (table) => [
    uniqueIndex('hq_tasks_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} = 'open'`),
    index('hq_tasks_by_state').on(table.state, table.createdAt, table.id),
  ],
)
