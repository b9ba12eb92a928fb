import { and, asc, desc, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { beyondSorted, sortedIds, sqliteLower } from '../../../db/conditions'
import { franchises, jobs, workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { JobQuery, Job } from './model'
import { listedColumns, presentJob, type JobRow, type ListedRow } from './rows'
import { isMadeBy } from './second'
import { hasWords } from './search'

type Sort = NonNullable<JobQuery['sort']>

interface Key {
  key: SQL
  valueOf: (row: JobRow, nameOf: Names) => string | number
  usual: 'asc' | 'desc'
}

/** Names of franchises and technicians, as the list is sorted by them. */
type Names = (id: string | null) => string

const unscheduled = 9_000_000_000_000

const keys: Record<Sort, Key> = {
  booked: { key: sql`${jobs.seq}`, valueOf: ({ seq }) => seq, usual: 'desc' },
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
  // A booking gets its reference a moment later, and until then comes first.
  reference: {
    key: sql`coalesce(${jobs.reference}, '')`,
    valueOf: ({ reference }) => reference ?? '',
    usual: 'asc',
  },
  address: {
    key: sql`lower(${jobs.address})`,
    valueOf: ({ address }) => sqliteLower(address),
    usual: 'asc',
  },
  service: { key: sql`lower(${jobs.type})`, valueOf: ({ type }) => sqliteLower(type), usual: 'asc' },
  // Jobs without one come first: they need somebody.
  franchise: {
    key: sql`coalesce((SELECT lower(franchises.name) FROM franchises WHERE franchises.id = ${jobs.franchiseId}), '')`,
    valueOf: ({ franchiseId }, nameOf) => nameOf(franchiseId),
    usual: 'asc',
  },
  technician: {
    key: sql`coalesce((SELECT lower(workers.name) FROM workers WHERE workers.id = ${jobs.workerId}), '')`,
    valueOf: ({ workerId }, nameOf) => nameOf(workerId),
    usual: 'asc',
  },
  status: { key: sql`${jobs.status}`, valueOf: ({ status }) => status, usual: 'asc' },
  payment: { key: sql`${jobs.paymentState}`, valueOf: ({ paymentState }) => paymentState, usual: 'asc' },
  total: { key: sql`${jobs.totalCents}`, valueOf: ({ totalCents }) => totalCents, usual: 'desc' },
}

/** The newest jobs that match, in the order of one column. */
export async function sortedJobs(
  { store }: Deps,
  query: JobQuery & { sort: Sort },
): Promise<Listing<ListedRow, Job>> {
  const nameOf = await namesFor(store.read, query.sort)
  const { key, valueOf, usual } = keys[query.sort]
  const isDown = (query.order ?? usual) === 'desc'
  const by = isDown ? desc : asc
  const inSpan = query.from !== undefined || query.to !== undefined
  return {
    kinds: [numbers.has(query.sort) ? 'number' : 'string', 'number'],
    position: (row) => [valueOf(row, nameOf), row.seq],
    present: presentJob,
    beyond: () => store.read.all(beyondSorted(jobs, wanted(query))),
    rows: (limit, after) => {
      const page = sortedIds({
        table: jobs,
        id: jobs.seq,
        key,
        where: wanted(query),
        newest: inSpan ? jobs.scheduledStart : jobs.seq,
        isDown,
        limit,
        after,
      })
      return store.read
        .select(listedColumns)
        .from(jobs)
        .where(sql`${jobs.seq} IN ${page}`)
        .orderBy(by(key), by(jobs.seq))
    },
  }
}

async function namesFor(db: Db, sort: Sort): Promise<Names> {
  const table = { franchise: franchises, technician: workers }[sort as string]
  const rows = table ? await db.select({ id: table.id, name: table.name }).from(table) : []
  const names = new Map(rows.map(({ id, name }) => [id, sqliteLower(name)]))
  return (id) => names.get(id ?? '') ?? ''
}

const numbers = new Set<Sort>(['booked', 'visit', 'total'])

/** Most jobs have these, so another filter's index leads to fewer. */
const common = new Set(['completed', 'cancelled', 'paid', 'unpaid'])

function wanted({ status, paymentState, franchiseId, workerId, customerId, q, from, to }: JobQuery) {
  const isRare = (value: string | undefined) => value !== undefined && !common.has(value)
  const inSpan = from !== undefined || to !== undefined
  // A plus keeps SQLite from using the column's own index.
  const loosely = (column: SQL, value: string, isLoose: boolean) =>
    sql`${sql.raw(isLoose ? '+' : '')}${column} = ${value}`
  const isNarrow = inSpan || isRare(status) || isRare(paymentState)
  return and(
    status === undefined ? undefined : loosely(sql`${jobs.status}`, status, common.has(status)),
    paymentState === undefined ? undefined : ofPayment(paymentState),
    franchiseId === undefined ? undefined : loosely(sql`${jobs.franchiseId}`, franchiseId, isNarrow),
    workerId === undefined ? undefined : isMadeBy(workerId),
    customerId === undefined ? undefined : eq(jobs.customerId, customerId),
    q === undefined ? undefined : hasWords(q),
    inSpan ? isNotNull(jobs.scheduledStart) : undefined,
    from === undefined ? undefined : gte(jobs.scheduledStart, from),
    to === undefined ? undefined : lt(jobs.scheduledStart, to),
  )
}

/** Few jobs are in other states, and a partial index finds them. */
function ofPayment(state: string): SQL {
  if (common.has(state)) return sql`+${jobs.paymentState} = ${state}`
  return sql`${jobs.paymentState} = ${state} AND ${jobs.paymentState} <> 'unpaid'`
}
