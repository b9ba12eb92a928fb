import { sql } from 'drizzle-orm'
import { jobs, jobTemplates } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { scopeOf, type Caller } from '../../http/request'
import { knowsCustomer } from '../../http/scope'
import type { Identified } from './records'

/** A contact is really the customer's if HQ says so, or for a record about the customer it already has. */
export type Voucher = 'hq' | { customerId: string } | null

/** A franchise can't vouch for a customer of others: it would open their record to itself. */
export const voucherOf = (caller: Caller): Voucher => (scopeOf(caller) === null ? 'hq' : null)

/** Whether a booking only claims to be for this customer, of whom its franchise must then see nothing. */
export async function isOnlyClaimed(
  tx: Tx,
  customer: Identified | null,
  franchiseId: string | null,
  voucher: Voucher,
): Promise<boolean> {
  if (!customer?.isKnown || voucher === 'hq' || voucher?.customerId === customer.id) return false
  return franchiseId === null || !(await knowsCustomer(tx, franchiseId, customer.id))
}

/** An email address opens the customer's account, with everything they have with other franchises. */
export async function isShared(tx: Tx, id: string, within: string): Promise<boolean> {
  for (const table of [jobs, jobTemplates]) {
    const isElsewhere = sql`${table.customerId} = ${id} AND ${table.franchiseId} IS NOT ${within}`
    const [other] = await tx.select({ id: table.id }).from(table).where(isElsewhere).limit(1)
    if (other) return true
  }
  return false
}
