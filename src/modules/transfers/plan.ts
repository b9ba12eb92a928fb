import { eq, sql } from 'drizzle-orm'
import { everyColumn, prepared } from '../../../db/prepared'
import { franchises, transfers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'
import type { PaymentRow } from '../money/rows'
import type { TransferRow } from './rows'

const insertTransfer = prepared((db) =>
  db.insert(transfers).values(everyColumn(transfers)).onConflictDoNothing(),
)
const accountOf = prepared((db) =>
  db
    .select({ accountId: franchises.accountId, payoutsEnabled: franchises.payoutsEnabled })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id')))
    .limit(1),
)

/**
 * The franchise's share of a payment that has just come: sent at once where its account can take it, else
 * kept until it can. One per payment and franchise, ever.
 */
export async function planTransfer(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const { franchiseId, franchiseCents: cents } = payment
  if (franchiseId === null || cents === 0) return
  const account = await accountOf.get(tx, { id: franchiseId })
  // Of what was given back in part before it came to us, the amount is reckoned on release.
  const ready = account?.payoutsEnabled && isWhole ? account.accountId : null
  const row: TransferRow = {
    id: newId(),
    paymentId: payment.id,
    franchiseId,
    jobId: payment.jobId,
    cents,
    reversedCents: 0,
    state: ready === null ? 'pending' : 'intended',
    accountId: ready,
    attempts: 0,
    refusals: 0,
    processorId: null,
    refusal: null,
    doneAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await insertTransfer.run(tx, row)
}
