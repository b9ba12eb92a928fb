import { and, desc, eq, gte, lt, lte, or, sql } from 'drizzle-orm'
import { jobs, ledgerEntries, ledgerTransactions } from '../../../db/schema'
import type { LedgerAccount } from '../../../db/schema/ledger'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { dayBounds, localDateAt } from '../../lib/calendar'
import { isoTime } from '../../lib/clock'
import { unitsFromCents, type Cents } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import { accounts, accountsInOrder, nameOfKind } from './accounts'
import type { LedgerItem, LedgerQuery, TrialBalance, TrialBalanceQuery } from './model'

/** Every account's balance at the end of a day. The books are in order if the two sides are equal. */
export async function readTrialBalance(
  { store, clock, settings }: Deps,
  { on, franchiseId }: TrialBalanceQuery,
): Promise<TrialBalance> {
  const { timeZone } = settings.business
  const day = on ?? localDateAt(clock.now(), timeZone)
  const sums = await store.read
    .select({ account: ledgerEntries.account, cents: sql<number>`sum(${ledgerEntries.cents})` })
    .from(ledgerEntries)
    .where(
      and(
        franchiseId === undefined ? undefined : eq(ledgerEntries.franchiseId, franchiseId),
        lt(ledgerEntries.at, dayBounds(day, timeZone).to),
      ),
    )
    .groupBy(ledgerEntries.account)
  const balances = new Map(sums.map(({ account, cents }) => [account, cents]))
  const total = (side: (cents: Cents) => Cents) => sums.reduce((sum, { cents }) => sum + side(cents), 0)
  const [debits, credits] = [total(debitOf), total(creditOf)]
  return {
    on: day,
    accounts: accountsInOrder.map((account) => {
      const { name, type, quickbooksType, meaning, unusual } = accounts[account]
      const cents = balances.get(account) ?? 0
      const isUsual = type === 'asset' || type === 'expense' ? cents >= 0 : cents <= 0
      const sides = sidesOf(cents)
      return { account, name, type, quickbooksType, meaning, ...sides, note: isUsual ? null : unusual }
    }),
    debits: unitsFromCents(debits),
    credits: unitsFromCents(credits),
    difference: unitsFromCents(debits - credits),
    inOrder: debits === credits,
  }
}

export const debitOf = (cents: Cents): Cents => Math.max(0, cents)
export const creditOf = (cents: Cents): Cents => Math.max(0, -cents)
const sidesOf = (cents: Cents) => ({
  debit: unitsFromCents(debitOf(cents)),
  credit: unitsFromCents(creditOf(cents)),
})

export interface LedgerRow {
  entry: typeof ledgerTransactions.$inferSelect
  job: { id: string; reference: string | null } | null
}

/** The journal, latest first. With an account, only movements of that account. */
export function listEntries(
  { store, settings }: Deps,
  { account, franchiseId, jobId, from, to }: LedgerQuery,
): Listing<LedgerRow, LedgerItem> {
  const { timeZone } = settings.business
  // The lines repeat the time and the franchise of their entry, and have an index by account.
  const by = account === undefined ? ledgerTransactions : ledgerEntries
  return {
    kinds: ['number', 'number'],
    position: ({ entry }) => [entry.at, entry.id],
    present: (row) => presentEntry(row, timeZone),
    beside: async (rows) => rows.map(({ entry }) => ({ lines: entry.lines.map(lineText).join('; ') })),
    rows: (limit, after) => {
      const columns = { entry: ledgerTransactions, job: { id: jobs.id, reference: jobs.reference } }
      const id = account === undefined ? ledgerTransactions.id : ledgerEntries.transactionId
      const conditions = and(
        account === undefined ? undefined : eq(ledgerEntries.account, account),
        franchiseId === undefined ? undefined : eq(by.franchiseId, franchiseId),
        jobId === undefined ? undefined : eq(ledgerTransactions.jobId, jobId),
        from === undefined ? undefined : gte(by.at, dayBounds(from, timeZone).from),
        to === undefined ? undefined : lt(by.at, dayBounds(to, timeZone).to),
        after
          ? and(lte(by.at, Number(after[0])), or(lt(by.at, Number(after[0])), lt(id, Number(after[1]))))
          : undefined,
      )
      const base = store.read.select(columns)
      const rows =
        account === undefined
          ? base.from(ledgerTransactions)
          : base
              .from(ledgerEntries)
              .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
      return rows
        .leftJoin(jobs, eq(jobs.id, ledgerTransactions.jobId))
        .where(conditions)
        .orderBy(desc(by.at), desc(id))
        .limit(limit)
    },
  }
}

function presentEntry({ entry, job }: LedgerRow, timeZone: string): LedgerItem {
  const lines = entry.lines as [account: LedgerAccount, cents: Cents][]
  return {
    id: entry.id,
    date: localDateAt(entry.at, timeZone),
    at: isoTime(entry.at),
    kind: entry.kind,
    name: nameOfKind(entry.kind),
    memo: entry.memo,
    franchiseId: entry.franchiseId,
    jobId: entry.jobId,
    reference: job && referenceOf(job),
    amount: unitsFromCents(lines.reduce((sum, [, cents]) => sum + debitOf(cents), 0)),
    lines: lines.map(([account, cents]) => ({ account, name: accounts[account].name, ...sidesOf(cents) })),
  }
}

const lineText = ([account, cents]: [account: string, cents: Cents]): string =>
  `${accounts[account as LedgerAccount].name} ${cents > 0 ? 'debit' : 'credit'} ${unitsFromCents(Math.abs(cents)).toFixed(2)}`
