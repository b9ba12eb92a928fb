import { and, eq, inArray, sql } from 'drizzle-orm'
import { transferReversals, transfers, type PaymentRow } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Cents } from '../../lib/money'
import { franchiseDue, postTransaction, receivable, sharesOfPayment, undone } from '../ledger'
import { clearTodo } from '../office'
import {
  insertPlanned,
  isDemoMoney,
  transfersOfPayment,
  type ReversalRow,
  type TransferRow,
} from './transfers'

/**
 * A refund failed after it was paid, so its share belongs to the franchise again: what wasn't taken back yet
 * stays there, and what was taken back is sent again. `payment` is the state without the refund.
 */
export async function restoreShare(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  refundId: string,
): Promise<void> {
  for (const transfer of await transfersOfPayment(tx, payment.id))
    for (const reversal of await openReversalsOf(tx, transfer, refundId))
      await dropReversal(tx, now, transfer, reversal)
  await sendMissing(tx, now, payment, `refund:${refundId}`)
}

function openReversalsOf(tx: Tx, transfer: TransferRow, refundId: string): Promise<ReversalRow[]> {
  return tx
    .select()
    .from(transferReversals)
    .where(
      and(
        eq(transferReversals.transferId, transfer.id),
        eq(transferReversals.refundId, refundId),
        inArray(transferReversals.state, ['intended', 'receivable']),
      ),
    )
}

/** A reversal that was already requested has an unknown outcome, so it is settled first. */
async function dropReversal(
  tx: Tx,
  now: number,
  transfer: TransferRow,
  { id, state, attempts, cents }: ReversalRow,
): Promise<void> {
  if (state === 'intended' && attempts > 0) return
  await tx
    .update(transferReversals)
    .set({ state: 'void', updatedAt: now })
    .where(eq(transferReversals.id, id))
  if (state !== 'receivable') return
  const { jobId, franchiseId } = transfer
  await postTransaction(tx, {
    kind: 'receivable',
    about: `receivable:${id}:undone`,
    at: now,
    entries: undone(receivable(cents)),
    jobId,
    franchiseId,
    demo: await isDemoMoney(tx, transfer),
  })
  await clearTodo(tx, now, 'transfer.receivable', id)
}

/** Plans a transfer of what the franchise should have but hasn't. One that waits anyway grows instead. */
export async function sendMissing(tx: Tx, now: number, payment: PaymentRow, restores: string): Promise<void> {
  const cents = await missingCents(tx, payment)
  if (cents <= 0) return
  const known = await transfersOfPayment(tx, payment.id)
  if (known.some(({ state }) => state === 'pending' || state === 'refused')) return
  const emptied = known.find(({ state }) => state === 'void')
  if (!emptied) return insertPlanned(tx, now, payment, { cents, restores, isReady: true })
  await tx
    .update(transfers)
    .set({ state: 'pending', cents, updatedAt: now })
    .where(eq(transfers.id, emptied.id))
}

/** The franchise's share after refunds, minus everything that was sent and not taken back. */
export async function missingCents(db: Db, payment: PaymentRow): Promise<Cents> {
  const [held] = await db.all<{ cents: number }>(sql`
    SELECT coalesce(sum(transfer.cents - transfer.reversed_cents - coalesce((
      SELECT sum(reversal.cents) FROM transfer_reversals AS reversal
      LEFT JOIN refunds AS refund ON refund.id = reversal.refund_id
      WHERE reversal.transfer_id = transfer.id AND reversal.state IN ('intended', 'receivable')
        AND refund.state IS NOT 'refused'), 0)), 0) AS cents
    FROM transfers AS transfer
    WHERE transfer.payment_id = ${payment.id} AND transfer.state IN ('intended', 'done')`)
  return franchiseDue(sharesOfPayment(payment), payment.refundedCents) - (held?.cents ?? 0)
}
