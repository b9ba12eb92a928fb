import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json, oneOf } from './columns'

/**
 * Every run of a scheduled task. A slot runs once, and a task has one run at a time, across all
 * processes; a run whose lease has lapsed was cut off.
 */
export const taskRuns = sqliteTable(
  'task_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    task: text('task').notNull(),
    /** The moment of the timetable it is for, or a name of its own when it was triggered in between. */
    slot: text('slot').notNull(),
    trigger: text('trigger').$type<'timer' | 'http' | 'cli'>().notNull(),
    state: text('state').$type<'running' | 'done' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(1),
    /** Whose run it is: somebody who was given up on must not end another's. */
    owner: text('owner').notNull(),
    leaseUntil: instant('lease_until').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** Counts, for people to read. */
    result: json<Record<string, number>>('result'),
    error: text('error'),
  },
  (table) => [
    check('task_runs_state', oneOf(table.state, ['running', 'done', 'failed'])),
    unique('task_runs_one_per_slot').on(table.task, table.slot),
    uniqueIndex('task_runs_one_at_a_time')
      .on(table.task)
      .where(sql`${table.state} = 'running'`),
    index('task_runs_latest').on(table.task, table.id),
    index('task_runs_by_age').on(table.startedAt),
  ],
)
