import { and, asc, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { JobQuery } from './admin-model'
import type { Job } from './model'
import { presentJob, type JobRow } from './present'
import { indexNewJobs, matching } from './search'

/** Newest booking first; with `from` or `to`, by visit, earliest first. */
export async function listJobs(deps: Deps, query: JobQuery): Promise<Listing<JobRow, Job>> {
  if (query.q !== undefined) await indexNewJobs(deps)
  const wanted = and(
    query.q === undefined ? undefined : matching(query.q),
    query.status === undefined ? undefined : eq(jobs.status, query.status),
    query.paymentState === undefined ? undefined : eq(jobs.paymentState, query.paymentState),
    query.franchiseId === undefined ? undefined : eq(jobs.franchiseId, query.franchiseId),
    query.workerId === undefined ? undefined : eq(jobs.workerId, query.workerId),
    query.customerId === undefined ? undefined : eq(jobs.customerId, query.customerId),
  )
  const read = () => deps.store.read.select().from(jobs)
  if (query.from === undefined && query.to === undefined)
    return {
      kinds: ['number'],
      position: (row) => [row.seq],
      present: presentJob,
      rows: (limit, after) =>
        read()
          .where(and(wanted, after ? lt(jobs.seq, Number(after[0])) : undefined))
          .orderBy(desc(jobs.seq))
          .limit(limit),
    }
  return {
    kinds: ['number', 'number'],
    position: (row) => [row.scheduledStart ?? 0, row.seq],
    present: presentJob,
    rows: (limit, after) =>
      read()
        .where(
          and(
            wanted,
            sql`${jobs.scheduledStart} IS NOT NULL`,
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
