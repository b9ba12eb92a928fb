import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { customers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'

export type CustomerRow = typeof customers.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .limit(1),
)
const byEmail = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(eq(customers.email, sql.placeholder('email')))
    .limit(1),
)

export async function requireCustomer(db: Db, id: string): Promise<CustomerRow> {
  const customer = await byId.get(db, { id })
  if (!customer) throw missing('Customer')
  return customer
}

/** The customer an address belongs to; one that was merged into another leads there. */
export async function customerByEmail(db: Db, email: string): Promise<CustomerRow | undefined> {
  const found = await byEmail.get(db, { email })
  return found?.mergedInto ? byId.get(db, { id: found.mergedInto }) : found
}
