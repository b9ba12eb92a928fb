import { and, eq, inArray, sql, desc } from 'drizzle-orm'
import { ledgerEntries, transfers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents, type Cents } from '../../lib/money'
import { balanceOf } from '../ledger'
import type { PayoutDashboard, TransferRecord } from './model'
import type { TransferRow } from './transfers'

const shown = 100

/** Adds up the ledger. An unknown franchise gets zeros. */
export async function readDashboard(deps: Deps, franchiseId: string): Promise<PayoutDashboard> {
  const db = deps.store.read
  const owed = -(await balanceOf(db, 'franchise_payable', franchiseId))
  const owing = await balanceOf(db, 'franchise_receivable', franchiseId)
  return {
    transfers: (await latest(db, franchiseId)).map(presentTransfer),
    totalPaid: unitsFromCents(await sentTo(db, franchiseId)),
    // Negative while the franchise's part of a refund is being taken back.
    totalPending: unitsFromCents(Math.max(0, owed)),
    balance: unitsFromCents(owed - owing),
  }
}

const latest = (db: Db, franchiseId: string) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.franchiseId, franchiseId))
    .orderBy(desc(transfers.id))
    .limit(shown)

async function sentTo(db: Db, franchiseId: string): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.franchiseId, franchiseId),
        eq(ledgerEntries.account, 'processor_cash'),
        inArray(ledgerEntries.kind, ['transfer', 'transfer_reversal']),
      ),
    )
  return row?.cents ?? 0
}

export function presentTransfer(row: TransferRow): TransferRecord {
  return {
    id: row.id,
    franchiseId: row.franchiseId,
    jobId: row.jobId,
    paymentId: row.paymentId,
    amount: unitsFromCents(row.cents),
    reversed: unitsFromCents(row.reversedCents),
    state: row.state,
    accountId: row.accountId,
    transferId: row.processorId,
    refusal: row.refusal,
    createdAt: isoTime(row.createdAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}
