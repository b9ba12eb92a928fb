import { and, eq, inArray, sql } from 'drizzle-orm'
import { ledgerEntries } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { unitsFromCents, type Cents } from '../../lib/money'
import { balanceOf } from '../ledger/sums'
import { listTransfers } from '../transfers/list'
import type { PayoutDashboard } from './model'

const shown = 100

/** Sums over the ledger; nothing of a franchise that is not known. */
export async function readDashboard(deps: Deps, franchiseId: string): Promise<PayoutDashboard> {
  const db = deps.store.read
  const listing = listTransfers(deps, { franchiseId })
  const owed = -(await balanceOf(db, 'franchise_payable', franchiseId))
  const owing = await balanceOf(db, 'franchise_receivable', franchiseId)
  return {
    transfers: (await listing.rows(shown, null)).map((row) => listing.present(row)),
    totalPaid: unitsFromCents(await sentTo(db, franchiseId)),
    // While its part of a refund is on its way back, a franchise is owed less than nothing.
    totalPending: unitsFromCents(Math.max(0, owed)),
    balance: unitsFromCents(owed - owing),
  }
}

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
