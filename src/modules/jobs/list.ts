import { and, asc, desc, eq, gt, gte, isNotNull, lt, or, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { JobQuery } from './admin-model'
import { namesBeside } from './export'
import type { Job } from './model'
import { presentJob, type JobRow } from './present'
import { indexNewJobs, searchTerms } from './search'

/** Newest booking first; with `from` or `to`, by visit, earliest first. */
export async function listJobs(deps: Deps, query: JobQuery): Promise<Listing<JobRow, Job>> {
  if (query.q !== undefined) await indexNewJobs(deps)
  return { ...inOrder(deps, query), beside: (rows) => namesBeside(deps, rows) }
}

function inOrder(deps: Deps, query: JobQuery): Listing<JobRow, Job> {
  if (query.from !== undefined || query.to !== undefined) return byVisit(deps, query)
  return query.q === undefined ? byArrival(deps, query) : bySearch(deps, query, query.q)
}

function byArrival({ store }: Deps, query: JobQuery): Listing<JobRow, Job> {
  return {
    ...inOrderOfArrival,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobs)
        .where(and(wanted(query), isIndexed(query), after ? lt(jobs.seq, Number(after[0])) : undefined))
        .orderBy(desc(jobs.seq))
        .limit(limit),
  }
}

/**
 * Spelled out for the index over the jobs whose payment came to something. Few have the other states, but
 * paid jobs may be most of all: those of one franchise are found by the franchise.
 */
function isIndexed({ paymentState, status, franchiseId, workerId, customerId }: JobQuery) {
  const isNarrower = [status, franchiseId, workerId, customerId].some((filter) => filter !== undefined)
  if (paymentState === undefined || paymentState === 'unpaid' || (paymentState === 'paid' && isNarrower))
    return
  return sql`${jobs.paymentState} <> 'unpaid'`
}

/** Walks the search index backwards from the cursor, so that a deep page costs what the first one does. */
function bySearch({ store }: Deps, query: JobQuery, text: string): Listing<JobRow, Job> {
  const terms = searchTerms(text)
  return {
    ...inOrderOfArrival,
    rows: async (limit, after) => {
      if (terms === null) return []
      const found = await store.read
        .select()
        .from(sql`job_search`)
        .crossJoin(jobs)
        .where(
          and(
            sql`job_search MATCH ${terms}`,
            sql`${jobs.seq} = job_search.rowid`,
            after ? sql`job_search.rowid < ${Number(after[0])}` : undefined,
            wanted(query),
          ),
        )
        .orderBy(sql`job_search.rowid DESC`)
        .limit(limit)
      return found.map((row) => row.jobs)
    },
  }
}

const inOrderOfArrival = {
  kinds: ['number' as const],
  position: (row: JobRow) => [row.seq],
  present: presentJob,
}

function byVisit({ store }: Deps, query: JobQuery): Listing<JobRow, Job> {
  const terms = query.q === undefined ? undefined : (searchTerms(query.q) ?? '""')
  return {
    kinds: ['number', 'number'],
    position: (row) => [row.scheduledStart ?? 0, row.seq],
    present: presentJob,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobs)
        .where(
          and(
            wanted(query),
            terms === undefined
              ? undefined
              : sql`${jobs.seq} IN (SELECT rowid FROM job_search WHERE job_search MATCH ${terms})`,
            isNotNull(jobs.scheduledStart),
            query.from === undefined ? undefined : gte(jobs.scheduledStart, query.from),
            query.to === undefined ? undefined : lt(jobs.scheduledStart, query.to),
            after ? laterThan(Number(after[0]), Number(after[1])) : undefined,
          ),
        )
        .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
        .limit(limit),
  }
}

const laterThan = (start: number, seq: number) =>
  or(gt(jobs.scheduledStart, start), and(eq(jobs.scheduledStart, start), gt(jobs.seq, seq)))

function wanted(query: JobQuery) {
  return and(
    query.status === undefined ? undefined : eq(jobs.status, query.status),
    query.paymentState === undefined ? undefined : eq(jobs.paymentState, query.paymentState),
    query.franchiseId === undefined ? undefined : eq(jobs.franchiseId, query.franchiseId),
    query.workerId === undefined ? undefined : eq(jobs.workerId, query.workerId),
    query.customerId === undefined ? undefined : eq(jobs.customerId, query.customerId),
  )
}
