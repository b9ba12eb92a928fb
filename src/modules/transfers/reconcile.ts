import { transferReversals } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Reversal } from '../../providers/payments/types'
import { raiseTask } from '../hq-tasks/raise'
import { bookReversed, recordReversed } from './reverse'
import { findReversal, type TransferRow } from './rows'

/** Brings our record of a transfer up to what the processor lists, also what was done there by hand. */
export async function reconcileReversals(
  tx: Tx,
  now: number,
  transfer: TransferRow,
  listed: readonly Reversal[],
): Promise<void> {
  for (const reversal of listed) {
    const ours = reversal.key === null ? null : await findReversal(tx, reversal.key)
    if (ours) await recordReversed(tx, now, ours, reversal.id)
    else await recordByHand(tx, now, transfer, reversal)
  }
}

async function recordByHand(
  tx: Tx,
  now: number,
  transfer: TransferRow,
  { id, cents }: Reversal,
): Promise<void> {
  const [made] = await tx
    .insert(transferReversals)
    .values({
      id: `outside:${id}`,
      transferId: transfer.id,
      refundId: null,
      cents,
      state: 'done',
      processorId: id,
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!made) return
  await bookReversed(tx, now, made)
  await raiseTask(tx, now, {
    kind: 'transfer.reversed-by-hand',
    subject: transfer.id,
    title: 'A transfer was taken back at the processor by hand',
    detail: 'It is in the books: the franchise is owed that share until it is paid or refunded.',
    franchiseId: transfer.franchiseId,
  })
}
