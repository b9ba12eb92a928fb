import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns'
import { jobs } from './jobs'
import { workers, workerTokens } from './workforce'

/** A technician's browser that takes push messages. It goes with the sign-in on that phone. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    tokenId: text('token_id')
      .notNull()
      .references(() => workerTokens.id, { onDelete: 'cascade' }),
    /** An address at the browser's push service, which nobody can guess. */
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_by_worker').on(table.workerId)],
)

export const noticeKinds = ['new', 'moved', 'canceled'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeStates = ['queued', 'sending', 'pushed', 'passed_on', 'unsent'] as const
export type NoticeState = (typeof noticeStates)[number]

/**
 * News for a technician about one of their visits. Push messages leave from here; where none arrives, the news
 * is passed on to the outbox as a text or an email.
 */
export const workerNotices = sqliteTable(
  'worker_notices',
  {
    id: text('id').primaryKey(),
    /** The technician, the job and the change, so that one change is told once. */
    about: text('about').notNull().unique(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** The time that the technician was told, also of a visit that is canceled. */
    start: instant('start').notNull(),
    state: text('state').$type<NoticeState>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** The sender's lease on this row. After this time, the sender counts as crashed. */
    leaseUntil: instant('lease_until'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('worker_notices_kind', oneOf(table.kind, noticeKinds)),
    check('worker_notices_state', oneOf(table.state, noticeStates)),
    index('worker_notices_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'queued'`),
    index('worker_notices_leased')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'sending'`),
    index('worker_notices_told').on(table.jobId, table.workerId, table.id),
    index('worker_notices_by_age').on(table.createdAt),
  ],
)

/** The last entry of the timelines that technicians were told about. One row. */
export const noticeProgress = sqliteTable('notice_progress', {
  id: integer('id').primaryKey(),
  event: integer('event').notNull(),
})
