import { and, eq, gte, sql } from 'drizzle-orm'
import { ledgerEntries, ledgerTransactions } from '../../../db/schema'
import type { LedgerAccount } from '../../../db/schema/ledger-entries'
import type { Db } from '../../../db/store'
import type { Cents } from '../../lib/money'
import type { LedgerKind } from './post'

/** Debits less credits: positive for what we have or spent, negative for what we earned or owe. */
export async function balanceOf(db: Db, account: LedgerAccount, franchiseId?: string): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.account, account),
        franchiseId === undefined ? undefined : eq(ledgerEntries.franchiseId, franchiseId),
      ),
    )
  return row?.cents ?? 0
}

export async function countTransactions(db: Db, kind: LedgerKind, since = 0): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.kind, kind), gte(ledgerTransactions.at, since)))
  return row?.count ?? 0
}
