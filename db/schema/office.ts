import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex, integer } from 'drizzle-orm/sqlite-core'
import { demo, instant, json } from './columns'

/** Every kind of to-do, by the noun it is about. The console knows which page each one links to. */
const kindsByNoun = {
  job: [
    'low-price',
    'low-rating',
    'moved',
    'no-franchise',
    'no-price',
    'unknown-franchise',
    'unconfirmed',
    'unplaced',
    'no-show',
    'claimed-customer',
    'first-canceled',
    'second-missing',
  ],
  dispatch: [
    'no-skill',
    'out-of-area',
    'no-duration',
    'closed-day',
    'window-closing',
    'waiting-too-long',
    'awaiting-payment',
    'not-placed-yet',
    'waits-for-job',
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
    'not-recorded',
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
  board: ['better-plan'],
  worker: ['absent', 'hours', 'late', 'moved', 'unknown'],
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
    index('hq_tasks_done')
      .on(table.state, table.doneAt, table.id)
      .where(sql`${table.state} = 'done'`),
    index('hq_tasks_done_by_franchise')
      .on(table.franchiseId, table.state, table.doneAt, table.id)
      .where(sql`${table.state} = 'done' AND ${table.franchiseId} IS NOT NULL`),
  ],
)

/** The kinds of records an entry of the activity log can be about. The console links each to its page. */
export const subjectKinds = [
  'job',
  'customer',
  'invoice',
  'franchise',
  'worker',
  'service',
  'promo',
  'template',
  'plan',
  'schedule',
  'campaign',
  'message',
  'todo',
  'transfer',
  'payment-event',
  'webhook',
  'api-key',
  'hq-token',
  'staff',
  'setting',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

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
    /** How HQ made the change; null for everyone else and for tools' own entries. */
    via: text('via').$type<'console' | 'api' | 'mcp' | 'cli'>(),
    /** The network address HQ's change came from. */
    address: text('address'),
    /** The person or program at HQ, under a name that never changes. */
    actorId: text('actor_id'),
    subjectKind: text('subject_kind').$type<SubjectKind>(),
    subjectId: text('subject_id'),
    /** The words in the summary that name the subject, such as a job's reference. */
    subjectName: text('subject_name'),
    franchiseId: text('franchise_id'),
  },
  (table) => [
    // Every entry is in one index by age, so a public booking writes as little as possible.
    index('activity_of_others')
      .on(table.at)
      .where(sql`${table.via} IS NULL`),
    index('activity_of_hq')
      .on(table.at)
      .where(sql`${table.via} IS NOT NULL`),
    index('activity_by_actor')
      .on(table.actorId, table.at)
      .where(sql`${table.via} IS NOT NULL`),
    index('activity_by_subject')
      .on(table.subjectKind, table.subjectId, table.at)
      .where(sql`${table.via} IS NOT NULL`),
    index('activity_by_franchise')
      .on(table.franchiseId, table.at)
      .where(sql`${table.via} IS NOT NULL`),
  ],
)
