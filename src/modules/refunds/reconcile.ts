import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Refund } from '../../providers/payments/types'
import { findPaymentRow } from '../money/rows'
import { recordOutside, recordPaid } from './record'
import { findRefund } from './rows'

/** Asks the processor for a payment's refunds and brings our record up to them. */
export async function learnRefunds(deps: Deps, paymentId: string): Promise<void> {
  const listed = await deps.providers.payments.listRefunds(paymentId)
  await deps.store.write((tx) => reconcileRefunds(tx, deps.clock.now(), paymentId, listed))
}

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
