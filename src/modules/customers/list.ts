import { and, asc, desc, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { beyondSorted, sortedIds, sqliteLower } from '../../../db/conditions'
import { customers, jobs, jobTemplates } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { isCustomerOf } from '../../http/scope'
import { dayBounds } from '../../lib/calendar'
import type { Customer, CustomerQuery } from './model'
import { presentCustomer, type CustomerRow } from './records'
import { hasWords, indexNewCustomers } from './search'
import { hasTag } from './tags'

/** `added` is the order in which we got to know them, which an import gives other dates than its own. */
type Sort = NonNullable<CustomerQuery['sort']> | 'added'

/** Written as in the schema, because an index over an expression is used only for the same one. */
const keys: Record<Exclude<Sort, 'added'>, { key: SQL; valueOf: (row: CustomerRow) => string | number }> = {
  created: { key: sql`${customers.createdAt}`, valueOf: ({ createdAt }) => createdAt },
  name: { key: sql`lower(${customers.name})`, valueOf: ({ name }) => sqliteLower(name) },
  email: { key: sql`coalesce(${customers.email}, '~')`, valueOf: ({ email }) => email ?? '~' },
  phone: { key: sql`coalesce(${customers.phone}, '~')`, valueOf: ({ phone }) => phone ?? '~' },
  // Customers with something to say about them come first: opted out of emails, then of texts, then erased.
  status: {
    key: sql`CASE WHEN ${customers.emailOptOut} THEN iif(${customers.smsOptOut}, 0, 1)
      WHEN ${customers.smsOptOut} THEN 2 WHEN ${customers.erasedAt} IS NOT NULL THEN 3 ELSE 4 END`,
    valueOf: ({ emailOptOut, smsOptOut, erasedAt }) =>
      emailOptOut ? (smsOptOut ? 0 : 1) : smsOptOut ? 2 : erasedAt === null ? 4 : 3,
  },
}

const numbers = new Set<Sort>(['created', 'status'])

/** Newest first, or in the order of a column: by name all of them, otherwise the newest that match. */
export function listCustomers(deps: Deps, query: CustomerQuery): Listing<CustomerRow, Customer> {
  // A franchise's customers are read from indexes without dates.
  const usual = query.franchiseId === undefined ? 'created' : 'added'
  // A spreadsheet can be sorted later, and has every customer.
  const sort = query.format === 'csv' && isLoose(query.sort) ? usual : (query.sort ?? usual)
  const by = sort === 'added' ? null : keys[sort]
  const zone = deps.settings.business.timeZone
  const { from, to, ...rest } = query
  const since = {
    since: from === undefined ? undefined : dayBounds(from, zone).from,
    before: to === undefined ? undefined : dayBounds(to, zone).to,
  }
  return {
    kinds: by ? [numbers.has(sort) ? 'number' : 'string', 'string'] : ['string'],
    position: (row) => (by ? [by.valueOf(row), row.id] : [row.id]),
    present: presentCustomer,
    idsOnly: ['id', 'mergedInto'],
    rows: async (limit, after) => {
      if (query.q !== undefined) await indexNewCustomers(deps)
      return wantedCustomers(deps.store.read, { ...rest, ...since, sort }, limit, after)
    },
    ...(isLoose(sort) && {
      beyond: () => deps.store.read.all(beyondSorted(customers, matching({ ...rest, ...since }))),
    }),
  }
}

type Wanted = Pick<CustomerQuery, 'q' | 'tag' | 'franchiseId' | 'order'> & {
  sort?: Sort
  since?: number | undefined
  before?: number | undefined
}

export function wantedCustomers(
  db: Db,
  { q, tag, franchiseId, sort = 'added', order, since, before }: Wanted,
  limit: number,
  after: Position | null,
) {
  const isNewestFirst = (sort === 'created' || sort === 'added') && order !== 'asc'
  const isPlain = q === undefined && tag === undefined && since === undefined && before === undefined
  const isTheirs = (id: string) =>
    isPlain && sort === 'added' && isNewestFirst
      ? inArray(customers.id, nextCustomersOf(id, limit, after))
      : isCustomerOf(customers.id, id)
  const isDown = isNewestFirst || order === 'desc'
  const { next, by } = orderOf(sort, isDown, after)
  const where = matching({ q, tag, franchiseId, since, before }, isTheirs)
  const page = { table: customers, id: customers.id, where, isDown, limit, after }
  return db
    .select()
    .from(customers)
    .where(
      isLoose(sort)
        ? sql`${customers.id} IN ${sortedIds({ ...page, key: keys[sort].key })}`
        : and(where, next),
    )
    .orderBy(...by)
    .limit(limit)
}

function matching(
  { q, tag, franchiseId, since, before }: Wanted,
  isTheirs = (id: string) => isCustomerOf(customers.id, id),
) {
  return and(
    isNull(customers.mergedInto),
    q === undefined ? undefined : hasWords(q),
    franchiseId === undefined ? undefined : isTheirs(franchiseId),
    tag === undefined ? undefined : hasTag(customers.id, tag, franchiseId),
    since === undefined ? undefined : gte(customers.createdAt, since),
    before === undefined ? undefined : lt(customers.createdAt, before),
  )
}

/** Whether no index has this order. */
const isLoose = (sort: Sort | undefined): sort is 'email' | 'phone' | 'status' =>
  sort === 'email' || sort === 'phone' || sort === 'status'

function orderOf(sort: Sort, isDown: boolean, after: Position | null) {
  const beyond = sql.raw(isDown ? '<' : '>')
  const order = isDown ? desc : asc
  if (sort === 'added')
    return { by: [order(customers.id)], next: after ? sql`${customers.id} ${beyond} ${after[0]}` : undefined }
  const { key } = keys[sort]
  return {
    by: [order(key), order(customers.id)],
    next: after ? sql`(${key}, ${customers.id}) ${beyond} (${after[0]}, ${after[1]})` : undefined,
  }
}

/** A franchise's next customers, read from indexes in order of id, however many customers others have. */
function nextCustomersOf(franchiseId: string, limit: number, after: Position | null) {
  const from = (table: typeof jobs | typeof jobTemplates) => sql`SELECT * FROM (
    SELECT DISTINCT ${table.customerId} FROM ${table} WHERE ${table.franchiseId} = ${franchiseId}
      AND ${table.claimed} = 0 AND ${table.customerId} < ${after ? String(after[0]) : '\u{10ffff}'}
    ORDER BY ${table.customerId} DESC LIMIT ${limit})`
  return sql`(${from(jobs)} UNION ${from(jobTemplates)})`
}
