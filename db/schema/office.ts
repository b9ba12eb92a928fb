import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex, integer } from 'drizzle-orm/sqlite-core'
import { demo, instant, json } from './columns'

/** Every kind of to-do, by the noun it is about. The console knows which page each one links to. */
const kindsByNoun = {
  job: ['low-price', 'no-franchise', 'no-price', 'unknown-franchise', 'unplaced', 'no-show'],
  dispatch: [
    'no-skill',
    'out-of-area',
    'no-duration',
    'closed-day',
    'window-closing',
    'waiting-too-long',
    'awaiting-payment',
    'not-placed-yet',
  ],
  card: ['removed'],
  cancel: ['card-kept', 'payment-unknown', 'under-way'],
  payment: [
    'amount',
    'currency',
    'disputed',
    'disputed-rest',
    'held',
    'inquiry',
    'not-set-up',
    'other-job',
    'rejected',
    'twice',
  ],
  refund: ['failed', 'give-back', 'refused'],
  transfer: ['receivable', 'refused', 'reversed-by-hand'],
  invoice: ['no-contact', 'no-font', 'not-posted', 'to-send'],
  billing: ['charge-failed', 'charge-open', 'failed', 'left-out', 'no-card'],
  schedule: ['unknown-customer', 'unknown-franchise'],
  template: ['failed', 'skipped'],
  plan: ['ended', 'price'],
  worker: ['absent', 'hours', 'moved', 'unknown'],
  franchise: ['closed'],
  message: ['codes-used-up', 'held', 'undelivered'],
  sms: ['reply', 'unknown'],
  customer: ['email-bounces', 'phone-unreachable'],
  webhook: ['disabled'],
  access: ['refused'],
  office: ['manual'],
} as const
type Noun = keyof typeof kindsByNoun

/** Spelled `noun.kebab-case`. */
export type TodoKind = { [N in Noun]: `${N}.${(typeof kindsByNoun)[N][number]}` }[Noun]
export const todoKinds = Object.entries(kindsByNoun).flatMap(([noun, kinds]) =>
  kinds.map((kind) => `${noun}.${kind}` as TodoKind),
)

/** Something that a person at HQ must look at. */
export const hqTasks = sqliteTable(
  'hq_tasks',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<TodoKind>().notNull(),
    /** The subject of the to-do, such as a job's id: one open to-do per kind and subject. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    detail: text('detail'),
    franchiseId: text('franchise_id'),
    state: text('state').$type<'open' | 'done'>().notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: text('done_by'),
    /** The job, if the subject is something else about it, such as a payment. */
    jobId: text('job_id'),
    /** The phone number someone wrote from. */
    contact: text('contact'),
    demo: demo(),
  },
  (table) => [
    uniqueIndex('hq_tasks_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.state} = 'open'`),
    index('hq_tasks_by_state').on(table.state, table.createdAt, table.id),
    index('hq_tasks_by_franchise')
      .on(table.franchiseId, table.state, table.createdAt, table.id)
      .where(sql`${table.franchiseId} IS NOT NULL`),
  ],
)

/** The activity log for people, written by the service and by developers' tools. */
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
