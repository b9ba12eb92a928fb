import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { customers, workers } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import type { Language } from '../../words/language'
import type { Channel } from './outbox'

const customerByEmail = prepared((db) =>
  db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.email, sql.placeholder('address'))),
)
/** Their conditions are those of their indexes: customers without an email, and those that a search has indexed. */
const customerByPhone = prepared((db) =>
  db
    .select({ language: customers.language })
    .from(customers)
    .where(and(eq(customers.phone, sql.placeholder('address')), isNull(customers.email))),
)
const indexedCustomerByPhone = prepared((db) =>
  db
    .select({ language: customers.language })
    .from(customers)
    .where(
      and(
        eq(customers.phone, sql.placeholder('address')),
        sql`${customers.searchable} = 1`,
        isNotNull(customers.language),
      ),
    )
    .limit(1),
)
const workerByAddress = prepared((db) =>
  db
    .select({ language: workers.language })
    .from(workers)
    .where(
      and(
        or(eq(workers.email, sql.placeholder('address')), eq(workers.phone, sql.placeholder('address'))),
        isNotNull(workers.language),
      ),
    )
    .limit(1),
)

/** The language of the customer or the technician who has this address; null where nobody chose one. */
export async function languageOfAddress(
  db: Db,
  channel: Channel,
  recipient: string,
): Promise<Language | null> {
  return (
    (await languageOfCustomer(db, channel, recipient)) ??
    (await workerByAddress.get(db, { address: recipient }))?.language ??
    null
  )
}

async function languageOfCustomer(db: Db, channel: Channel, recipient: string): Promise<Language | null> {
  if (channel === 'email')
    return (await customerByEmail.get(db, { address: normaliseEmail(recipient) }))?.language ?? null
  for (const address of spellingsOf(normalisePhone(recipient))) {
    const alone = await customerByPhone.get(db, { address })
    const found = alone?.language ?? (await indexedCustomerByPhone.get(db, { address }))?.language
    if (found) return found
  }
  return null
}

/** Customers write a US number with or without its country code; carriers always send it. */
function spellingsOf(phone: string): string[] {
  const national = phone.replace(/^\+?1(?=\d{10}$)/, '')
  return national.length === 10 && !national.startsWith('+')
    ? [national, `+1${national}`, `1${national}`]
    : [phone]
}
