import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant, json, oneOf } from './columns'
import { jobs } from './jobs'

export interface CancelAnswer {
  refunded: boolean
  refundId?: string
  setupIntentCancelled: boolean
  message: string
}

/**
 * One per job, so that whoever comes first cancels and everybody gets the same answer. What the caller
 * said is kept only until the answer is known.
 */
export const cancellations = sqliteTable(
  'cancellations',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    state: text('state').$type<'open' | 'done'>().notNull(),
    actor: text('actor').notNull(),
    tellCustomer: flag('tell_customer').notNull(),
    /** Where the caller wants the note to go. */
    email: text('email'),
    phone: text('phone'),
    /** The caller's word on the payment: a hint. */
    hintedId: text('hinted_id'),
    hintedStatus: text('hinted_status'),
    /** Whether the processor has been asked about payments we had no word of. */
    lookedUp: flag('looked_up').notNull().default(false),
    /** A payment was named that cannot be tied to the job. */
    untied: flag('untied').notNull().default(false),
    answer: json<CancelAnswer>('answer'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('cancellations_state', oneOf(table.state, ['open', 'done'])),
    check('cancellations_answer', sql`(${table.state} = 'done') = (${table.answer} IS NOT NULL)`),
    index('cancellations_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'open'`),
  ],
)
