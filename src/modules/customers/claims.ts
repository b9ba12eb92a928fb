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
