import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ChecklistItem } from './catalog'
import { instant, json, oneOf } from './columns'
import { jobs } from './jobs'

export const itemKinds = ['check', 'number', 'text', 'photo'] as const satisfies ChecklistItem['kind'][]
export const signatureWays = ['drawn', 'typed'] as const

/** A yes or no, a number, a text, or the hash of a photo; null if the answer was taken back. */
export type AnswerValue = boolean | number | string | null

/** The last answer to each item of a job's checklist, with the item as the technician saw it. */
export const jobAnswers = sqliteTable(
  'job_answers',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    itemId: text('item_id').notNull(),
    label: text('label').notNull(),
    kind: text('kind').$type<ChecklistItem['kind']>().notNull(),
    value: json<AnswerValue>('value'),
    answeredBy: text('answered_by').notNull(),
    /** By the phone, corrected by our clock; the latest answer wins. */
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.itemId] }),
    check('job_answers_kind', oneOf(table.kind, itemKinds)),
  ],
)

/** Signatures are added, never changed. The newest one of a job counts. */
export const jobSignatures = sqliteTable(
  'job_signatures',
  {
    /** Made on the phone, so that sending one twice adds it once. */
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    signer: text('signer').notNull(),
    way: text('way').$type<(typeof signatureWays)[number]>().notNull(),
    /** The lines of a drawn signature, each as x, y, x, y … in a field of 1000 by 400. */
    strokes: json<number[][]>('strokes').notNull(),
    /** The sentence above the signature, and the work and answers it was about. */
    statement: text('statement').notNull(),
    lines: json<string[]>('lines').notNull(),
    /** SHA-256 of the statement and the lines. */
    signedHash: text('signed_hash').notNull(),
    takenBy: text('taken_by').notNull(),
    signedAt: instant('signed_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('job_signatures_way', oneOf(table.way, signatureWays)),
    index('job_signatures_by_job').on(table.jobId, table.signedAt),
  ],
)
