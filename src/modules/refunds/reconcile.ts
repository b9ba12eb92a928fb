import type { Tx } from '../../../db/store'
import type { Refund } from '../../providers/payments/types'
import { findPaymentRow } from '../money/rows'
import { recordOutside, recordPaid } from './record'
import { findRefund } from './rows'

/** Those with a key of ours are ours; any other was made at the processor by hand. */
export async function reconcileRefunds(
  tx: Tx,
  now: number,
  paymentId: string,
  listed: readonly Refund[],
): Promise<void> {
  for (const made of listed) {
    if (made.status === 'failed') continue
    const ours = made.key === null ? undefined : await findRefund(tx, made.key)
    if (ours) await recordPaid(tx, now, ours.id, made.id)
    else {
      const payment = await findPaymentRow(tx, paymentId)
      if (payment) await recordOutside(tx, now, payment, made)
    }
  }
}
