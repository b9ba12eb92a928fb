import { and, asc, desc, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { sqliteLower } from '../../../db/conditions'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { Job, JobQuery } from './model'
import { presentJob, type JobRow } from './rows'
import { hasWords } from './search'

type Sort = NonNullable<JobQuery['sort']>

interface Key {
  /** Written exactly as in the schema, because an index over an expression is used only for the same one. */
  key: SQL
  valueOf: (row: JobRow) => string | number
  usual: 'asc' | 'desc'
}

const unscheduled = 9_000_000_000_000

const keys: Record<Exclude<Sort, 'booked'>, Key> = {
  visit: {
    key: sql`CASE WHEN ${jobs.scheduledStart} IS NULL THEN 9000000000000 ELSE ${jobs.scheduledStart} END`,
    valueOf: ({ scheduledStart }) => scheduledStart ?? unscheduled,
    usual: 'asc',
  },
  customer: {
    key: sql`lower(${jobs.customerName})`,
    valueOf: ({ customerName }) => sqliteLower(customerName),
    usual: 'asc',
  },
  address: {
    key: sql`lower(${jobs.address})`,
    valueOf: ({ address }) => sqliteLower(address),
    usual: 'asc',
  },
  status: { key: sql`${jobs.status}`, valueOf: ({ status }) => status, usual: 'asc' },
  payment: { key: sql`${jobs.paymentState}`, valueOf: ({ paymentState }) => paymentState, usual: 'asc' },
  total: { key: sql`${jobs.totalCents}`, valueOf: ({ totalCents }) => totalCents, usual: 'desc' },
}

/** Jobs in the order of one column. Each order has an index, so a deep page costs no more than the first. */
export function sortedJobs({ store }: Deps, query: JobQuery & { sort: Sort }): Listing<JobRow, Job> {
  const { sort } = query
  const by = sort === 'booked' ? null : keys[sort]
  const direction = query.order ?? by?.usual ?? 'desc'
  const order = direction === 'asc' ? asc : desc
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const isNumber = by === null || sort === 'visit' || sort === 'total'
  return {
    kinds: by === null ? ['number'] : [isNumber ? 'number' : 'string', 'number'],
    position: (row) => (by === null ? [row.seq] : [by.valueOf(row), row.seq]),
    present: presentJob,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobs)
        .where(
          and(
            wanted(query),
            after === null
              ? undefined
              : by === null
                ? sql`${jobs.seq} ${beyond} ${Number(after[0])}`
                : sql`(${by.key}, ${jobs.seq}) ${beyond} (${after[0]}, ${Number(after[1])})`,
          ),
        )
        .orderBy(...(by === null ? [] : [order(by.key)]), order(jobs.seq))
        .limit(limit),
  }
}

/** Most jobs have these, so it is quicker to skip the others in order than to sort all of them. */
const common = new Set(['completed', 'cancelled', 'paid', 'unpaid'])

function wanted({ status, paymentState, franchiseId, workerId, customerId, q, from, to }: JobQuery) {
  // The plus keeps SQLite from using the column's own index.
  const plus = sql.raw('+')
  const loosely = (column: SQL, value: string) =>
    common.has(value) ? sql`${plus}${column} = ${value}` : sql`${column} = ${value}`
  return and(
    status === undefined ? undefined : loosely(sql`${jobs.status}`, status),
    paymentState === undefined ? undefined : loosely(sql`${jobs.paymentState}`, paymentState),
    franchiseId === undefined ? undefined : sql`+${jobs.franchiseId} = ${franchiseId}`,
    workerId === undefined ? undefined : eq(jobs.workerId, workerId),
    customerId === undefined ? undefined : eq(jobs.customerId, customerId),
    q === undefined ? undefined : hasWords(q),
    from === undefined && to === undefined ? undefined : isNotNull(jobs.scheduledStart),
    from === undefined ? undefined : gte(jobs.scheduledStart, from),
    to === undefined ? undefined : lt(jobs.scheduledStart, to),
  )
}
