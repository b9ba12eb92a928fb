import { and, asc, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { mergePages } from '../../../db/full-text'
import { jobs, staleJobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { erased } from '../../lib/person'
import { readReference, startOfReference } from '../../lib/reference'
import {
  addressWords,
  emailWords,
  franchiseWord,
  inFranchise,
  nameWords,
  phoneWords,
  searchTiers,
  searchWords,
} from '../../lib/search-words'
import { sameUuid } from '../../lib/text'
import type { JobRow } from './rows'

/** Whether a text is a job's reference or id, which have indexes of their own. */
export const isNamed = (text: string): SQL =>
  sql`(${jobs.id} = ${sameUuid(text.trim())} OR ${jobs.reference} = ${readReference(text) ?? ''})`

/** Whether a job has all the words of a text, or this reference or id. */
export const hasWords = (text: string): SQL =>
  sql`${jobs.seq} IN (SELECT rowid FROM job_search WHERE job_search MATCH ${searchWords(text) ?? '""'}
    UNION ALL SELECT seq FROM jobs WHERE ${isNamed(text)})`

/** Finds jobs for the search box: by name, then the best matches, the newest first. */
export async function findJobs(
  db: Db,
  text: string,
  franchiseId: string | undefined,
  limit: number,
): Promise<JobRow[]> {
  const among = franchiseId === undefined ? undefined : eq(jobs.franchiseId, franchiseId)
  const found = new Map<number, JobRow>()
  for (const row of await byName(db, text, franchiseId, limit)) found.set(row.seq, row)
  for (const words of searchTiers(text)) {
    if (found.size >= limit) break
    const rows = await db
      .select()
      .from(sql`job_search`)
      .crossJoin(jobs)
      .where(
        and(
          sql`job_search MATCH ${inFranchise(words, franchiseId)}`,
          sql`${jobs.seq} = job_search.rowid`,
          among,
        ),
      )
      .orderBy(sql`job_search.rowid DESC`)
      .limit(limit)
    for (const { jobs: row } of rows) if (!found.has(row.seq)) found.set(row.seq, row)
  }
  return [...found.values()].slice(0, limit)
}

/** By the whole reference or id, or else by the start of a reference. */
async function byName(
  db: Db,
  text: string,
  franchiseId: string | undefined,
  limit: number,
): Promise<JobRow[]> {
  const exact = await newestWith(db, isNamed(text), franchiseId, limit)
  const start = startOfReference(text)
  if (exact.length > 0 || start === null) return exact
  return newestWith(db, startsWith(start), franchiseId, limit)
}

export const startsWith = (start: string): SQL =>
  sql`(${jobs.reference} >= ${start} AND ${jobs.reference} < ${`${start}~`})`

/** The pluses keep SQLite from walking all jobs in their order, or all jobs of the franchise. */
export const newestWith = (db: Db, condition: SQL, franchiseId: string | undefined, limit: number) =>
  db
    .select()
    .from(jobs)
    .where(and(condition, franchiseId === undefined ? undefined : sql`+${jobs.franchiseId} = ${franchiseId}`))
    .orderBy(sql`+${jobs.seq} DESC`)
    .limit(limit)

const batchSize = 500

/**
 * Indexes new and changed jobs. Searches and quiet moments do this instead of bookings: bookings stay fast,
 * and a search still finds a job booked a moment ago.
 */
export async function indexNewJobs(deps: Pick<Deps, 'store'>): Promise<void> {
  while (await indexSomeJobs(deps));
}

/** Indexes a batch, and says whether there was one. */
export async function indexSomeJobs({ store }: Pick<Deps, 'store'>): Promise<boolean> {
  const behind = await isBehind(store.read)
  if (behind) await store.write(indexBatch)
  return behind
}

async function isBehind(db: Db): Promise<boolean> {
  const [state] = await db.all<{ behind: number }>(sql`
    SELECT coalesce((SELECT max(seq) FROM jobs), 0) > coalesce((SELECT max(rowid) FROM job_search), 0)
      OR EXISTS (SELECT 1 FROM stale_jobs) AS behind`)
  return state?.behind === 1
}

async function indexBatch(tx: Tx): Promise<void> {
  const [last] = await tx.all<{ seq: number }>(sql`SELECT coalesce(max(rowid), 0) AS seq FROM job_search`)
  const indexed = last?.seq ?? 0
  const changed = await tx.select().from(staleJobs).limit(batchSize)
  const stale = changed.map(({ seq }) => seq)
  await tx.delete(staleJobs).where(inArray(staleJobs.seq, stale))
  const columns = {
    seq: jobs.seq,
    name: jobs.customerName,
    email: jobs.customerEmail,
    phone: jobs.customerPhone,
    address: jobs.address,
    franchiseId: jobs.franchiseId,
  }
  const rows = [
    // The others come with the new ones, in their order.
    ...(await tx
      .select(columns)
      .from(jobs)
      .where(and(inArray(jobs.seq, stale), lte(jobs.seq, indexed)))),
    ...(await tx
      .select(columns)
      .from(jobs)
      .where(gt(jobs.seq, indexed))
      .orderBy(asc(jobs.seq))
      .limit(batchSize)),
  ]
  // An erased job keeps a row without words, which says that it was indexed.
  const words = rows.map(({ seq, name, email, phone, address, franchiseId }) =>
    name === erased
      ? [seq, '', '', '', '']
      : [
          seq,
          nameWords(name),
          `${emailWords(email ?? '')} ${phoneWords(phone ?? '')}`,
          addressWords(address),
          franchiseWord(franchiseId),
        ],
  )
  await tx.run(sql`
    INSERT INTO job_search (rowid, name, contact, place, franchise)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
    FROM json_each(${JSON.stringify(words)})`)
}

/** Merges some of the index of jobs after changes in bulk, and says whether there may be more to merge. */
export const mergeJobSearch = (tx: Tx, which: 'many' | 'all'): Promise<boolean> =>
  mergePages(tx, 'job_search', which)
