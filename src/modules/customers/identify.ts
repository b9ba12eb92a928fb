import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { customers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import { newId } from '../../lib/ids'

export interface Contact {
  name: string
  email: string | null
  phone: string | null
}

const insertCustomer = prepared((db) =>
  db.insert(customers).values({
    id: sql.placeholder('id'),
    name: sql.placeholder('name'),
    email: sql.placeholder('email'),
    phone: sql.placeholder('phone'),
    createdAt: sql.placeholder('now'),
    updatedAt: sql.placeholder('now'),
  }),
)
const findByEmail = prepared((db) =>
  db
    .select({ id: customers.id, mergedInto: customers.mergedInto })
    .from(customers)
    .where(eq(customers.email, sql.placeholder('email'))),
)
const findByPhone = prepared((db) =>
  db
    .select({ id: customers.id, mergedInto: customers.mergedInto })
    .from(customers)
    .where(and(isNull(customers.email), eq(customers.phone, sql.placeholder('phone')))),
)

/**
 * The customer a booking belongs to: by e-mail, else by phone, made if new. A known customer's name
 * and numbers stay as they are, since anybody can book with anybody's address.
 */
export async function identifyCustomer(tx: Tx, contact: Contact, now: number): Promise<string | null> {
  const email = contact.email === null ? null : normaliseEmail(contact.email)
  const phone = contact.phone === null ? null : normalisePhone(contact.phone)
  if (email === null && phone === null) return null
  // Units run one after another, so nobody else can make the same customer in between.
  const known = await (email === null ? findByPhone.get(tx, { phone }) : findByEmail.get(tx, { email }))
  if (known) return known.mergedInto ?? known.id
  const id = newId()
  await insertCustomer.run(tx, { id, name: contact.name, email, phone, now })
  return id
}
