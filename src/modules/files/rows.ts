import { and, eq, isNull, sql } from 'drizzle-orm'
import { attachments, customers, jobs } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import { isoTime } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import type { Actor } from '../../lib/actor'
import { recordActivity } from '../office'
import type { JobFile } from './model'

export type FileRow = typeof attachments.$inferSelect

/** Customers see the work before and after; everything else is the office's until it decides otherwise. */
export const isShown = (kind: FileRow['kind']): boolean => kind === 'before' || kind === 'after'

const isUsedAnywhere = prepared((db) =>
  db
    .select({ id: attachments.id })
    .from(attachments)
    .where(
      sql`${attachments.hash} = ${sql.placeholder('hash')} OR ${attachments.thumbnailHash} = ${sql.placeholder('hash')}`,
    )
    .limit(1),
)

/** Whether any row has this content, deleted ones included. */
export const isUsed = async (db: Db, hash: string): Promise<boolean> =>
  (await isUsedAnywhere.get(db, { hash })) !== undefined

const liveById = prepared((db) =>
  db
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, sql.placeholder('id')), isNull(attachments.deletedAt)))
    .limit(1),
)

export async function requireFile(db: Db, id: string): Promise<FileRow> {
  const file = await liveById.get(db, { id })
  if (!file) throw missing('File')
  return file
}

const jobById = prepared((db) =>
  db
    .select({
      id: jobs.id,
      reference: jobs.reference,
      franchiseId: jobs.franchiseId,
      erasedAt: customers.erasedAt,
    })
    .from(jobs)
    .leftJoin(customers, eq(customers.id, jobs.customerId))
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export async function requireJob(db: Db, id: string) {
  const job = await jobById.get(db, { id })
  if (!job) throw missing('Job')
  return job
}

/** Nothing new comes to a person who asked to be forgotten. */
export async function requireOpenJob(db: Db, id: string) {
  const job = await requireJob(db, id)
  if (job.erasedAt !== null) throw conflict('The customer of this job was erased.')
  return job
}

/** HQ's changes are in the activity log, without the name of the file. */
export async function recordForHq(
  tx: Tx,
  at: number,
  job: Awaited<ReturnType<typeof requireJob>>,
  actor: Actor,
  { verb, kind }: { verb: 'Added' | 'Changed' | 'Deleted' | 'Restored'; kind: FileRow['kind'] },
): Promise<void> {
  if (typeof actor === 'string') return
  const what = kind === 'document' ? 'a document' : 'a photo'
  const name = job.reference === null ? 'a job' : `job ${job.reference}`
  const joined = verb === 'Added' ? 'to' : 'of'
  await recordActivity(tx, at, {
    type: `job.file-${verb.toLowerCase()}`,
    actor,
    summary: `${verb} ${what} ${joined} ${name}`,
    subject: { kind: 'job', id: job.id, name },
    franchiseId: job.franchiseId,
  })
}

export function presentFile(row: FileRow): JobFile {
  const { id, jobId, kind, name, type, bytes, width, height, author } = row
  return {
    id,
    jobId,
    kind,
    name,
    type,
    bytes,
    width,
    height,
    hasThumbnail: row.thumbnailHash !== null,
    shownToCustomer: row.shown,
    author,
    createdAt: isoTime(row.createdAt),
  }
}
