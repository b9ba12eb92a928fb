import { and, eq, inArray, sql } from 'drizzle-orm'
import { transferReversals } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Cents } from '../../lib/money'
import { newId } from '../../lib/ids'
import { refundShares } from '../ledger/shares'
import type { PaymentRow } from '../money/rows'
import { sharesOfPayment } from '../money/shares'
import { transfersOfPayment, type TransferRow } from './rows'

/** A refund that was paid: `payment` is as it stood before. */
interface PaidRefund {
  payment: PaymentRow
  refundId: string
  cents: Cents
}

/**
 * Intends to take the franchise's part of a refund back from what it was sent. What was not sent yet needs
 * no taking back: the transfer is made smaller when it goes.
 */
export async function takeBack(tx: Tx, now: number, { payment, refundId, cents }: PaidRefund): Promise<void> {
  const part = refundShares(sharesOfPayment(payment), payment.refundedCents, cents).franchiseCents
  if (part === 0) return
  for (const transfer of await transfersOfPayment(tx, payment.id)) {
    if (transfer.state !== 'done' && transfer.state !== 'intended') continue
    const taken = Math.min(part, transfer.cents - (await accountedFor(tx, transfer)))
    if (taken <= 0) continue
    const stamps = { createdAt: now, updatedAt: now }
    await tx
      .insert(transferReversals)
      .values({ id: newId(), transferId: transfer.id, refundId, cents: taken, state: 'intended', ...stamps })
      .onConflictDoNothing()
  }
}

/** What of a transfer came back, is coming back, or is owed. */
async function accountedFor(tx: Tx, transfer: TransferRow): Promise<Cents> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${transferReversals.cents}), 0)` })
    .from(transferReversals)
    .where(
      and(
        eq(transferReversals.transferId, transfer.id),
        inArray(transferReversals.state, ['intended', 'receivable']),
      ),
    )
  return transfer.reversedCents + (row?.cents ?? 0)
}
