import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, oneOf } from './columns'
import { jobs } from './jobs'

export const fileKinds = ['before', 'after', 'photo', 'document'] as const

/**
 * Photos and documents of jobs. The bytes are on the disk under their hash, and rows with the same bytes share
 * them. A deleted row stays for a day, so that deleting can be undone.
 */
export const attachments = sqliteTable(
  'attachments',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof fileKinds)[number]>().notNull(),
    /** As the uploader's device called it. */
    name: text('name').notNull(),
    /** Found in the bytes, never taken from the request. */
    type: text('type').$type<'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'>().notNull(),
    bytes: integer('bytes').notNull(),
    /** Null for a document. */
    width: integer('width'),
    height: integer('height'),
    /** SHA-256 of the bytes that we keep. */
    hash: text('hash').notNull(),
    /** SHA-256 of the bytes that were sent, which may have had a position in them. */
    sentHash: text('sent_hash').notNull(),
    thumbnailHash: text('thumbnail_hash'),
    /** Whether the customer sees it in the portal. */
    shown: flag('shown').notNull(),
    author: text('author').notNull(),
    /** Stays the same when somebody is renamed; limits count by it. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    check('attachments_kind', oneOf(table.kind, fileKinds)),
    // The same picture added twice to a job is one.
    uniqueIndex('attachments_once').on(table.jobId, table.hash),
    index('attachments_by_hash').on(table.hash),
    index('attachments_by_thumbnail')
      .on(table.thumbnailHash)
      .where(sql`${table.thumbnailHash} IS NOT NULL`),
    index('attachments_by_uploader').on(table.uploadedBy, table.createdAt),
    index('attachments_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} IS NOT NULL`),
  ],
)

/**
 * Bytes to take off the disk unless another row has them. A trigger adds them whenever a row goes, whatever the
 * reason, so that a crash can't leave anything of a customer behind.
 */
export const fileRemovals = sqliteTable('file_removals', { hash: text('hash').primaryKey() })
