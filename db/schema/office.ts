import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex, integer } from 'drizzle-orm/sqlite-core'
import { demo, instant, json } from './columns'

/** Everything headquarters is asked to look at, as `noun.kebab-case`. The console knows where each one leads. */
export const todoKinds = [
  'job.no-franchise',
  'job.no-price',
  'job.unknown-franchise',
  'job.unplaced',
  'job.no-show',
  'dispatch.no-skill',
  'dispatch.out-of-area',
  'dispatch.no-duration',
  'dispatch.closed-day',
  'dispatch.window-closing',
  'dispatch.waiting-too-long',
  'dispatch.awaiting-payment',
  'dispatch.not-placed-yet',
  'cancel.card-kept',
  'cancel.payment-unknown',
  'payment.amount',
  'payment.currency',
  'payment.disputed',
  'payment.disputed-rest',
  'payment.held',
  'payment.inquiry',
  'payment.other-job',
  'payment.twice',
  'refund.refused',
  'transfer.receivable',
  'transfer.refused',
  'transfer.reversed-by-hand',
  'invoice.no-contact',
  'invoice.not-posted',
  'invoice.to-send',
  'billing.charge-failed',
  'billing.charge-open',
  'billing.failed',
  'billing.left-out',
  'billing.no-card',
  'schedule.unknown-customer',
  'schedule.unknown-franchise',
  'template.failed',
  'template.skipped',
  'plan.ended',
  'plan.price',
  'worker.absent',
  'worker.hours',
  'worker.moved',
  'worker.unknown',
  'franchise.closed',
  'message.undelivered',
  'sms.reply',
  'sms.unknown',
  'office.manual',
] as const
export type TodoKind = (typeof todoKinds)[number]

/** Something that needs a person at headquarters. */
export const hqTasks = sqliteTable(
  'hq_tasks',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<TodoKind>().notNull(),
    /** What it is about, e.g. a job's id: one open task per kind and subject. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    detail: text('detail'),
    franchiseId: text('franchise_id'),
    state: text('state').$type<'open' | 'done'>().notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: text('done_by'),
    /** The job, where the subject is something else about it, e.g. a payment. */
    jobId: text('job_id'),
    /** The number somebody wrote from. */
    contact: text('contact'),
    demo: demo(),
  },
  (table) => [
    uniqueIndex('hq_tasks_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} = 'open'`),
    index('hq_tasks_by_state').on(table.state, table.createdAt, table.id),
  ],
)

/** What happened, for people to read: written by the service and by developers' tools. */
export const activity = sqliteTable(
  'activity',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    summary: text('summary').notNull(),
    metadata: json<Record<string, unknown>>('metadata'),
    at: instant('at').notNull(),
  },
  (table) => [index('activity_by_age').on(table.at)],
)
