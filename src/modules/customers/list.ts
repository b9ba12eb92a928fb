import { and, asc, desc, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { sqliteLower } from '../../../db/conditions'
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

/** Newest first, or by name. */
export function listCustomers(deps: Deps, query: CustomerQuery): Listing<CustomerRow, Customer> {
  const byName = query.sort === 'name'
  const zone = deps.settings.business.timeZone
  const { from, to, ...rest } = query
  const since = {
    since: from === undefined ? undefined : dayBounds(from, zone).from,
    before: to === undefined ? undefined : dayBounds(to, zone).to,
  }
  return {
    kinds: byName ? ['string', 'string'] : ['string'],
    position: ({ id, name }) => (byName ? [sqliteLower(name), id] : [id]),
    present: presentCustomer,
    idsOnly: ['id', 'mergedInto'],
    rows: async (limit, after) => {
      if (query.q !== undefined) await indexNewCustomers(deps)
      return wantedCustomers(deps.store.read, { ...rest, ...since }, limit, after)
    },
  }
}

type Wanted = Pick<CustomerQuery, 'q' | 'tag' | 'franchiseId' | 'sort' | 'order'> & {
  since?: number | undefined
  before?: number | undefined
}

export function wantedCustomers(
  db: Db,
  { q, tag, franchiseId, sort = 'created', order, since, before }: Wanted,
  limit: number,
  after: Position | null,
) {
  const isNewestFirst = sort === 'created' && order !== 'asc'
  const isTheirs = (id: string) =>
    q === undefined && tag === undefined && isNewestFirst && since === undefined && before === undefined
      ? inArray(customers.id, nextCustomersOf(id, limit, after))
      : isCustomerOf(customers.id, id)
  const { next, by } = orderOf(sort, isNewestFirst || order === 'desc', after)
  return db
    .select()
    .from(customers)
    .where(
      and(
        isNull(customers.mergedInto),
        q === undefined ? undefined : hasWords(q),
        franchiseId === undefined ? undefined : isTheirs(franchiseId),
        tag === undefined ? undefined : hasTag(customers.id, tag, franchiseId),
        since === undefined ? undefined : gte(customers.createdAt, since),
        before === undefined ? undefined : lt(customers.createdAt, before),
        next,
      ),
    )
    .orderBy(...by)
    .limit(limit)
}

/** Written as in the schema, because an index over an expression is used only for the same one. */
const nameKey = sql`lower(${customers.name})`

function orderOf(sort: 'created' | 'name', isDown: boolean, after: Position | null) {
  const beyond = sql.raw(isDown ? '<' : '>')
  const order = isDown ? desc : asc
  if (sort === 'created')
    return { by: [order(customers.id)], next: after ? sql`${customers.id} ${beyond} ${after[0]}` : undefined }
  return {
    by: [order(nameKey), order(customers.id)],
    next: after ? sql`(${nameKey}, ${customers.id}) ${beyond} (${after[0]}, ${after[1]})` : undefined,
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
