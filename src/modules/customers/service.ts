import { and, desc, eq, gte, isNull, lt, or, sql, inArray } from 'drizzle-orm'
import { likeText, sqliteLower } from '../../../db/conditions'
import { customers } from '../../../db/schema'
import { isUnchanged, brokenConstraint, type Tx, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import { conflict } from '../../lib/errors'
import { erased, type Merge, type Person } from '../../lib/person'
import type { Customer, CustomerChange, CustomerQuery } from './model'
import { setOptOut, requireCustomer, type CustomerRow } from './records'

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
  }
  const now = clock.now()
  try {
    return await store.write(async (tx) => {
      const customer = await requireCustomer(tx, id)
      if (customer.erasedAt !== null) throw conflict('The customer was erased')
      const changed = isUnchanged(customer, fields) ? customer : { ...customer, ...fields, updatedAt: now }
      if (changed !== customer) await tx.update(customers).set(changed).where(eq(customers.id, id))
      await keepOptOuts(tx, changed, change, now)
      return presentCustomer(changed)
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('Another customer has this e-mail or phone; merge the two instead')
    throw error
  }
}

/** An opt-out belongs to the address: it holds for it under any name, and HQ can take it back. */
async function keepOptOuts(
  tx: Tx,
  customer: CustomerRow,
  change: CustomerChange,
  now: number,
): Promise<void> {
  const wishes = [
    { channel: 'email' as const, address: customer.email, out: change.emailOptOut },
    { channel: 'sms' as const, address: customer.phone, out: change.smsOptOut },
  ]
  for (const { channel, address, out } of wishes)
    if (address !== null && out !== undefined)
      await setOptOut(tx, now, { channel, address, source: 'hq' }, out)
}

/** The records stay, without the person. */
export async function forgetCustomer(tx: Tx, { ids, at }: Person): Promise<void> {
  await tx
    .update(customers)
    .set({
      name: erased,
      email: null,
      phone: null,
      language: null,
      emailOptOut: true,
      smsOptOut: true,
      paymentsCustomerId: null,
      erasedAt: at,
      updatedAt: at,
    })
    .where(inArray(customers.id, ids))
}

/**
 * The first record stays as a signpost, so that a booking with its email still finds the right customer.
 * An opt-out of either holds.
 */
export async function mergeCustomer(tx: Tx, { from, into, at }: Merge): Promise<void> {
  const gone = await requireCustomer(tx, from)
  const stays = await requireCustomer(tx, into)
  for (const customer of [gone, stays])
    if (customer.mergedInto !== null || customer.erasedAt !== null)
      throw conflict('One of the two was merged or erased already')
  await tx.update(customers).set({ mergedInto: into }).where(eq(customers.mergedInto, from))
  await tx.update(customers).set({ mergedInto: into, updatedAt: at }).where(eq(customers.id, from))
  await tx
    .update(customers)
    .set({
      phone: stays.phone ?? gone.phone,
      language: stays.language ?? gone.language,
      paymentsCustomerId: stays.paymentsCustomerId ?? gone.paymentsCustomerId,
      emailOptOut: stays.emailOptOut || gone.emailOptOut,
      smsOptOut: stays.smsOptOut || gone.smsOptOut,
      updatedAt: at,
    })
    .where(eq(customers.id, into))
}

export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: row.language,
    emailOptOut: row.emailOptOut,
    smsOptOut: row.smsOptOut,
    mergedInto: row.mergedInto,
    erasedAt: isoTimeOrNull(row.erasedAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}

const indexBatchSize = 2_000

/**
 * Puts new customers into the indexes by name and number. Bookings do not, searches do: names and numbers
 * come in no order, and writing each to its place would cost a booking a fifth of its time.
 */
export async function indexNewCustomers({ store }: Deps): Promise<void> {
  while ((await store.read.all(sql`${newest(store.read)} LIMIT 1`)).length > 0)
    await store.write((tx) =>
      tx
        .update(customers)
        .set({ searchable: true })
        .where(inArray(customers.id, sql`(${newest(tx)} LIMIT ${indexBatchSize})`)),
    )
}

const newest = (db: Db) =>
  db
    .select({ id: customers.id })
    .from(customers)
    .where(sql`${customers.searchable} = 0`)
    .getSQL()
