import { and, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { likeText } from '../../../db/conditions'
import { sqliteLower } from '../../../db/lower'
import { customers } from '../../../db/schema'
import { brokenConstraint, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import { conflict } from '../../lib/errors'
import { setOptOut } from '../messages/opt-outs'
import { requireCustomer, type CustomerRow } from './find'
import type { Customer, CustomerChange, CustomerQuery } from './model'
import { indexNewCustomers } from './searchable'

/** Newest first. A search goes along an index: by the start of a word of the name, an e-mail or a number. */
export function listCustomers(deps: Deps, { q }: CustomerQuery): Listing<CustomerRow, Customer> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentCustomer,
    rows: async (limit, after) => {
      if (q !== undefined) await indexNewCustomers(deps)
      return deps.store.read
        .select()
        .from(customers)
        .where(
          and(
            isNull(customers.mergedInto),
            q === undefined ? undefined : startingWith(q),
            after ? lt(customers.id, String(after[0])) : undefined,
          ),
        )
        .orderBy(desc(customers.id))
        .limit(limit)
    },
  }
}

/** Spelled out: an index over some rows is used only for constants. */
const isIndexed = sql`${customers.searchable} = 1`

function startingWith(text: string) {
  const lower = text.trim().toLowerCase()
  const name = sqliteLower(text.trim())
  const digits = normalisePhone(text)
  const beyond = (prefix: string) => `${prefix}\u{10ffff}`
  return or(
    eq(customers.id, text),
    and(gte(customers.email, lower), lt(customers.email, beyond(lower))),
    and(isIndexed, sql`lower(${customers.name}) >= ${name} AND lower(${customers.name}) < ${beyond(name)}`),
    name.length > 1 ? hasLaterName(name) : undefined,
    /^[\d\s()+-]{3,}$/.test(text)
      ? and(isIndexed, gte(customers.phone, digits), lt(customers.phone, beyond(digits)))
      : undefined,
  )
}

/** Further names, of which no index knows where they begin; the one of all names is read, which is small. */
const hasLaterName = (lower: string) =>
  sql`customers.rowid IN (SELECT named.rowid FROM customers AS named INDEXED BY customers_by_name
    WHERE named.searchable = 1 AND lower(named.name) LIKE ${`% ${likeText(lower)}%`} ESCAPE '\\')`

export async function changeCustomer(
  { store, clock }: Deps,
  id: string,
  change: CustomerChange,
): Promise<Customer> {
  const { email, phone, ...rest } = change
  const fields = {
    ...rest,
    ...(email === undefined ? {} : { email: email === null ? null : normaliseEmail(email) }),
    ...(phone === undefined ? {} : { phone: phone === null ? null : normalisePhone(phone) }),
    updatedAt: clock.now(),
  }
  try {
    return await store.write(async (tx) => {
      const customer = await requireCustomer(tx, id)
      if (customer.erasedAt !== null) throw conflict('The customer was erased')
      await tx.update(customers).set(fields).where(eq(customers.id, id))
      const changed = { ...customer, ...fields }
      await keepWish(tx, changed, change, fields.updatedAt)
      return presentCustomer(changed)
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('Another customer has this e-mail or phone; merge the two instead')
    throw error
  }
}

/** An opt-out belongs to the address: it holds for it under any name, and HQ can take it back. */
async function keepWish(tx: Tx, customer: CustomerRow, change: CustomerChange, now: number): Promise<void> {
  const wishes = [
    { channel: 'email' as const, address: customer.email, out: change.emailOptOut },
    { channel: 'sms' as const, address: customer.phone, out: change.smsOptOut },
  ]
  for (const { channel, address, out } of wishes)
    if (address !== null && out !== undefined)
      await setOptOut(tx, now, { channel, address, source: 'hq' }, out)
}

export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    emailOptOut: row.emailOptOut,
    smsOptOut: row.smsOptOut,
    mergedInto: row.mergedInto,
    erasedAt: isoTimeOrNull(row.erasedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}
