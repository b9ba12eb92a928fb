import { and, asc, desc, eq, gt, gte, isNotNull, lt, or, sql, inArray, type SQL } from 'drizzle-orm'
import { jobs, franchises, workers } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { zonedAt } from '../../lib/calendar'
import { readReference } from '../../lib/reference'
import { inFranchise, searchWords } from '../../lib/search-words'
import type { JobQuery, Job } from './model'
import { listedColumns, presentJob, type JobRow, type ListedRow } from './rows'
import { isMadeBy, type SecondState } from './second'
import { hasWords, indexNewJobs, isNamed } from './search'
import { sortedJobs } from './sorted'

/** Newest booking first. With `from` or `to`, earliest visit first. */
export async function listJobs(deps: Deps, query: JobQuery): Promise<Listing<ListedRow, Job>> {
  if (query.q !== undefined) await indexNewJobs(deps)
  return { ...(await inOrder(deps, query)), beside: (rows) => namesBeside(deps, rows), idsOnly }
}

/** Names and references stand in for these in a spreadsheet, which has no room for lists. */
const idsOnly = [
  'id',
  'customerId',
  'franchiseId',
  'workerId',
  'secondWorkerId',
  'templateId',
  'paymentId',
  'after',
  'followers',
] as const

async function inOrder(deps: Deps, query: JobQuery): Promise<Listing<ListedRow, Job>> {
  const { sort, q, from, to, format } = query
  const isPlain = q === undefined && from === undefined && to === undefined
  if (isPlain && (sort === undefined || sort === 'booked')) return byArrival(deps, query)
  // A spreadsheet can be sorted later, and has every job.
  if (sort !== undefined && format === 'json') return sortedJobs(deps, { ...query, sort })
  if (from !== undefined || to !== undefined) return byVisit(deps, query)
  return q === undefined ? byArrival(deps, query) : bySearch(deps, query, q)
}

function byArrival({ store }: Deps, query: JobQuery): Listing<ListedRow, Job> {
  const [by, isBeyond] = query.sort === 'booked' && query.order === 'asc' ? [asc, gt] : [desc, lt]
  return {
    ...inOrderOfArrival,
    rows: (limit, after) =>
      store.read
        .select(listedColumns)
        .from(jobs)
        .where(and(wanted(query), isIndexed(query), after ? isBeyond(jobs.seq, Number(after[0])) : undefined))
        .orderBy(by(jobs.seq))
        .limit(limit),
  }
}

/**
 * A constant condition for the partial index over jobs with a payment state. Most jobs may be paid, so paid
 * jobs of one franchise are found through the franchise instead.
 */
function isIndexed({ paymentState, status, franchiseId, workerId, customerId }: JobQuery) {
  const isNarrower = [status, franchiseId, workerId, customerId].some((filter) => filter !== undefined)
  if (paymentState === undefined || paymentState === 'unpaid' || (paymentState === 'paid' && isNarrower))
    return
  return sql`${jobs.paymentState} <> 'unpaid'`
}

/** Walks the search index backwards from the cursor, so a deep page costs no more than the first. */
function bySearch({ store }: Deps, query: JobQuery, text: string): Listing<ListedRow, Job> {
  const words = searchWords(text)
  return {
    ...inOrderOfArrival,
    rows: async (limit, after) => {
      const isBefore = after ? lt(jobs.seq, Number(after[0])) : undefined
      const named = await store.read
        .select(listedColumns)
        .from(jobs)
        .where(and(isNamed(text), wanted(query), isBefore))
      if (words === null) return named
      const found = await store.read
        .select(listedColumns)
        .from(sql`job_search`)
        .crossJoin(jobs)
        .where(
          and(
            sql`job_search MATCH ${inFranchise(words, query.franchiseId)}`,
            sql`${jobs.seq} = job_search.rowid`,
            after ? sql`job_search.rowid < ${Number(after[0])}` : undefined,
            wanted(query),
          ),
        )
        .orderBy(sql`job_search.rowid DESC`)
        .limit(limit)
      const others = found.filter(({ seq }) => seq !== named[0]?.seq)
      return [...named, ...others].toSorted((one, other) => other.seq - one.seq).slice(0, limit)
    },
  }
}

/** The ids of the jobs that a search finds, as a subquery for lists of what belongs to jobs. */
export async function jobsFound(deps: Deps, text: string): Promise<SQL> {
  await indexNewJobs(deps)
  return sql`SELECT found.id FROM ${jobs} AS found WHERE found.seq IN (SELECT rowid FROM job_search
    WHERE job_search MATCH ${searchWords(text) ?? '""'}) OR found.reference = ${readReference(text) ?? ''}`
}

const inOrderOfArrival = {
  kinds: ['number' as const],
  position: (row: JobRow) => [row.seq],
  present: presentJob,
}

function byVisit({ store }: Deps, query: JobQuery): Listing<ListedRow, Job> {
  const { franchiseId, ...rest } = query
  return {
    kinds: ['number', 'number'],
    position: (row) => [row.scheduledStart ?? 0, row.seq],
    present: presentJob,
    rows: (limit, after) =>
      store.read
        .select(listedColumns)
        .from(jobs)
        .where(
          and(
            wanted(rest),
            // The plus keeps SQLite from sorting every job the franchise ever had.
            franchiseId === undefined ? undefined : sql`+${jobs.franchiseId} = ${franchiseId}`,
            query.q === undefined ? undefined : hasWords(query.q),
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
    query.workerId === undefined ? undefined : isMadeBy(query.workerId),
    query.customerId === undefined ? undefined : eq(jobs.customerId, query.customerId),
  )
}

/** Names and local start times for spreadsheets, next to ids and UTC. */
export async function namesBeside({ store, settings }: Deps, rows: (JobRow & SecondState)[]) {
  const franchiseIds = idsOf(rows.map(({ franchiseId }) => franchiseId))
  const known = await store.read.select().from(franchises).where(inArray(franchises.id, franchiseIds))
  const crew = await store.read
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(inArray(workers.id, idsOf(rows.flatMap((row) => [row.workerId, row.secondWorkerId ?? null]))))
  const franchiseOf = new Map(known.map((franchise) => [franchise.id, franchise]))
  const nameOf = new Map(crew.map(({ id, name }) => [id, name]))
  return rows.map(({ franchiseId, workerId, secondWorkerId, scheduledStart }) => {
    const franchise = franchiseOf.get(franchiseId ?? '')
    const zone = franchise?.timeZone ?? settings.business.timeZone
    return {
      franchise: franchise?.name ?? null,
      worker: nameOf.get(workerId ?? '') ?? null,
      secondWorker: nameOf.get(secondWorkerId ?? '') ?? null,
      localStart: scheduledStart === null ? null : localText(scheduledStart, zone),
    }
  })
}

const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** `2026-03-09 10:00`, a format spreadsheets recognize as a time. */
const localText = (at: number, zone: string): string =>
  zonedAt(at, zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
