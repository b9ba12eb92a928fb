import { and, eq, gte, sql } from 'drizzle-orm'
import { ledgerEntries, ledgerTransactions } from '../../../db/schema'
import { ledgerAccounts, type LedgerAccount } from '../../../db/schema/ledger-entries'
import type { Db } from '../../../db/store'
import type { Cents } from '../../lib/money'
import type { Period } from './periods'
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

export interface SumsWanted {
  periods: readonly Period[]
  /** All of them when left out. */
  accounts?: readonly LedgerAccount[]
  franchiseId?: string
}

export interface PeriodSum {
  /** The label of its period. */
  period: string
  account: LedgerAccount
  kind: LedgerKind
  franchiseId: string | null
  cents: Cents
  entries: number
}

/** What moved in each period, by account, kind and franchise; nothing moved means no row. */
export async function sumsByPeriod(db: Db, wanted: SumsWanted): Promise<PeriodSum[]> {
  return db.all<PeriodSum>(sumsQuery(wanted))
}

/** CROSS JOIN keeps the order, so that each period of each account is one range of an index. */
export function sumsQuery({ periods, accounts = ledgerAccounts, franchiseId }: SumsWanted) {
  const ofFranchise = franchiseId === undefined ? sql`` : sql`AND entry.franchise_id = ${franchiseId}`
  return sql`
    SELECT period.value ->> 'label' AS period, entry.account AS account, entry.kind AS kind,
      entry.franchise_id AS franchiseId, sum(entry.cents) AS cents, count(*) AS entries
    FROM json_each(${JSON.stringify(periods)}) AS period
    CROSS JOIN json_each(${JSON.stringify(accounts)}) AS wanted
    CROSS JOIN ledger_entries AS entry
    WHERE entry.account = wanted.value ${ofFranchise}
      AND entry.at >= period.value ->> 'from' AND entry.at < period.value ->> 'to'
    GROUP BY period.key, entry.account, entry.kind, entry.franchise_id
    ORDER BY period.key, entry.account, entry.kind, entry.franchise_id`
}
