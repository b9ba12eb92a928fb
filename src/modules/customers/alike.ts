import { and, eq, inArray } from 'drizzle-orm'
import { customers, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isCustomerOf } from '../../http/scope'
import { normaliseEmail, toE164 } from '../../lib/contact'
import { areSimilarNames } from '../../lib/search-words'
import type { AlikeQuery, AlikeReason, Alikes } from './model'
import type { CustomerRow } from './records'
import { findCustomers } from './search'
import { isSamePlace } from './twins'

/** The surest first. */
const reasons: AlikeReason[] = ['email', 'phone', 'address', 'name', 'words']
const fewestDigits = 3
const mostCompared = 20

/** Customers who may be the person on the phone, as far as somebody has typed their contact. */
export async function findAlikes(db: Db, query: AlikeQuery): Promise<Alikes> {
  const { name = '', email = '', phone = '', address = '', franchiseId, limit } = query
  const found = new Map<string, { row: CustomerRow; because: AlikeReason }>()
  const add = (rows: readonly CustomerRow[], because: (row: CustomerRow) => AlikeReason | null) => {
    for (const row of rows) {
      const reason = because(row)
      const known = found.get(row.id)
      if (reason === null || (known && reasons.indexOf(known.because) <= reasons.indexOf(reason))) continue
      found.set(row.id, { row, because: reason })
    }
  }
  const search = (text: string) => findCustomers(db, text, franchiseId, mostCompared)
  if (email !== '') {
    add(await withEmail(db, normaliseEmail(email), franchiseId), () => 'email')
    add(await search(email), () => 'words')
  }
  const number = toE164(phone)
  if (phone.replaceAll(/\D/g, '').length >= fewestDigits)
    add(await search(phone), (row) =>
      number !== null && row.phone !== null && toE164(row.phone) === number ? 'phone' : 'words',
    )
  if (name.length > 1) {
    const named = await search(name)
    const namesakes = await search(name.split(/\s+/).at(-1) ?? name)
    add(named, () => 'words')
    const similar = [...named, ...namesakes].filter((row) => areSimilarNames(row.name, name))
    const neighbors = await livingAt(db, similar, address, franchiseId)
    add(similar, (row) => (neighbors.has(row.id) ? 'address' : 'name'))
  }
  const items = [...found.values()].toSorted(
    (one, other) => reasons.indexOf(one.because) - reasons.indexOf(other.because),
  )
  return {
    items: items
      .slice(0, limit)
      .map(({ row: { id, name: known, email: mail, phone: call, address: home }, because }) => ({
        customer: { id, name: known, email: mail, phone: call, address: home },
        because,
      })),
  }
}

const withEmail = (db: Db, email: string, franchiseId: string | undefined): Promise<CustomerRow[]> =>
  db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.email, email),
        franchiseId === undefined ? undefined : isCustomerOf(customers.id, franchiseId),
      ),
    )

/** Those who live at this address or had a job there. */
async function livingAt(
  db: Db,
  rows: readonly CustomerRow[],
  address: string,
  franchiseId: string | undefined,
): Promise<Set<string>> {
  if (address === '' || rows.length === 0) return new Set()
  const ids = rows.map(({ id }) => id)
  const booked = await db
    .selectDistinct({ id: jobs.customerId, address: jobs.address })
    .from(jobs)
    .where(
      and(
        inArray(jobs.customerId, ids),
        franchiseId === undefined ? undefined : eq(jobs.franchiseId, franchiseId),
      ),
    )
  const known = [...booked, ...rows]
  return new Set(
    known.flatMap((one) =>
      one.id !== null && one.address !== null && isSamePlace(one.address, address) ? one.id : [],
    ),
  )
}
