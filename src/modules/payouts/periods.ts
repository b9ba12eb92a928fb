import { and, asc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { franchises, jobs, ledgerEntries, ledgerTransactions } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { dayBounds, localDateAt } from '../../lib/calendar'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { unitsFromCents } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import type { FranchisePayouts, PayoutQuery, PayoutStatement, StatementLine, StatementQuery } from './model'
import { leftOfTransfer } from './transfers'

/** The days that are asked for, and the moments they begin and end. */
export function periodOf({ clock, settings }: Deps, { from, to }: StatementQuery) {
  const { timeZone } = settings.business
  const today = localDateAt(clock.now(), timeZone)
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? `${last.slice(0, 7)}-01`
  return {
    from: first,
    to: last,
    start: dayBounds(first, timeZone).from,
    end: dayBounds(last, timeZone).to,
  }
}

/** Franchises by name, with what each got in a period and what it still waits for. */
export function listPayouts(deps: Deps, query: PayoutQuery): Listing<PayoutRow, FranchisePayouts> {
  const { start, end } = periodOf(deps, query)
  const moved = (kind: 'transfer' | 'transfer_reversal') => sql<number>`(
    SELECT coalesce(sum(entry.cents), 0) FROM ledger_entries AS entry
    WHERE entry.franchise_id = franchises.id AND entry.account = 'processor_cash'
      AND entry.at >= ${start} AND entry.at < ${end} AND entry.kind = ${kind})`
  const unsent = (failed: boolean) => sql<number>`(
    SELECT coalesce(sum(${leftOfTransfer}), 0) FROM transfers
    WHERE transfers.franchise_id = franchises.id AND transfers.state IN ('pending', 'intended', 'refused')
      AND (transfers.state = 'refused') = ${failed ? 1 : 0})`
  return {
    kinds: ['string', 'string'],
    position: ({ name, id }) => [name, id],
    present: presentPayouts,
    rows: (limit, after) =>
      deps.store.read
        .select({
          id: franchises.id,
          name: franchises.name,
          accountId: franchises.accountId,
          payoutsEnabled: franchises.payoutsEnabled,
          sent: moved('transfer'),
          takenBack: moved('transfer_reversal'),
          waiting: unsent(false),
          failed: unsent(true),
          balance: sql<number>`(SELECT -coalesce(sum(entry.cents), 0) FROM ledger_entries AS entry
            WHERE entry.franchise_id = franchises.id AND entry.account IN ('franchise_payable', 'franchise_receivable'))`,
        })
        .from(franchises)
        .where(
          and(
            query.franchiseId === undefined ? undefined : eq(franchises.id, query.franchiseId),
            after
              ? or(
                  gt(franchises.name, String(after[0])),
                  and(eq(franchises.name, String(after[0])), gt(franchises.id, String(after[1]))),
                )
              : undefined,
          ),
        )
        .orderBy(asc(franchises.name), asc(franchises.id))
        .limit(limit),
  }
}

interface PayoutRow {
  id: string
  name: string
  accountId: string | null
  payoutsEnabled: boolean
  /** Negative, because money leaves our account. */
  sent: number
  takenBack: number
  waiting: number
  failed: number
  balance: number
}

const presentPayouts = (row: PayoutRow): FranchisePayouts => ({
  franchiseId: row.id,
  franchise: row.name,
  hasAccount: row.accountId !== null,
  payoutsEnabled: row.payoutsEnabled,
  paidOut: unitsFromCents(-row.sent || 0),
  takenBack: unitsFromCents(row.takenBack),
  net: unitsFromCents(-row.sent - row.takenBack || 0),
  waiting: unitsFromCents(row.waiting),
  failed: unitsFromCents(row.failed),
  balance: unitsFromCents(row.balance || 0),
})

const movesMoney = inArray(ledgerEntries.kind, ['transfer', 'transfer_reversal'])

/** The franchise's account with us over a period, added up from the ledger. */
export async function readStatement(
  deps: Deps,
  franchiseId: string,
  query: StatementQuery,
): Promise<PayoutStatement> {
  const { read } = deps.store
  const [franchise] = await read
    .select({ name: franchises.name })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
  if (!franchise) throw missing('Franchise')
  const { from, to, start, end } = periodOf(deps, query)
  const sums = await read
    .select({
      account: ledgerEntries.account,
      kind: ledgerEntries.kind,
      before: sql<number>`sum(iif(${ledgerEntries.at} < ${start}, ${ledgerEntries.cents}, 0))`,
      within: sql<number>`sum(iif(${ledgerEntries.at} < ${start}, 0, ${ledgerEntries.cents}))`,
      lines: sql<number>`sum(${ledgerEntries.at} >= ${start})`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.franchiseId, franchiseId),
        inArray(ledgerEntries.account, ['franchise_payable', 'franchise_receivable']),
        lt(ledgerEntries.at, end),
      ),
    )
    .groupBy(ledgerEntries.account, ledgerEntries.kind)
  const opening = -sums.reduce((sum, { before }) => sum + before, 0)
  const closing = opening - sums.reduce((sum, { within }) => sum + within, 0)
  const parts = { earned: 0, refunds: 0, collected: 0, paidOut: 0, takenBack: 0 }
  for (const { account, kind, within } of sums) {
    const [part, sign] = partOf(account, kind)
    if (part !== null) parts[part] += sign * within
  }
  const units = Object.fromEntries(
    Object.entries(parts).map(([part, cents]) => [part, unitsFromCents(cents || 0)]),
  ) as typeof parts
  return {
    franchiseId,
    franchise: franchise.name,
    from,
    to,
    lines: sums.reduce(
      (count, { account, kind, lines }) =>
        count + (account === 'franchise_payable' && kind.startsWith('transfer') ? lines : 0),
      0,
    ),
    openingBalance: unitsFromCents(opening || 0),
    ...units,
    closingBalance: unitsFromCents(closing || 0),
  }
}

type Part = 'earned' | 'refunds' | 'collected' | 'paidOut' | 'takenBack'

/** Moving a debt between what we owe and what the franchise owes changes nothing. */
function partOf(account: string, kind: string): [part: Part | null, sign: 1 | -1] {
  if (kind === 'share_kept' || kind === 'receivable') return [null, 1]
  if (account === 'franchise_receivable') return ['collected', 1]
  if (kind === 'transfer') return ['paidOut', 1]
  if (kind === 'transfer_reversal') return ['takenBack', -1]
  return kind === 'payment' || kind === 'payment_undone' ? ['earned', -1] : ['refunds', 1]
}

/** Every transfer and reversal of a period as the ledger has it, oldest first, with the job behind it. */
export function listStatementLines(
  deps: Deps,
  franchiseId: string,
  query: StatementQuery,
): Listing<LineRow, StatementLine> {
  const { start, end } = periodOf(deps, query)
  const { timeZone } = deps.settings.business
  return {
    kinds: ['number', 'number'],
    position: ({ at, entry }) => [at, entry],
    present: ({ at, entry, cents, kind, job }) => ({
      date: localDateAt(at, timeZone),
      kind: kind === 'transfer' ? 'transfer' : 'reversal',
      reference: job && referenceOf(job),
      customerName: job?.customerName ?? null,
      service: job?.type ?? null,
      amount: unitsFromCents(-cents),
      jobId: job?.id ?? null,
      at: isoTime(at),
      entry,
    }),
    rows: (limit, after) =>
      deps.store.read
        .select({
          at: ledgerEntries.at,
          entry: ledgerEntries.transactionId,
          cents: ledgerEntries.cents,
          kind: ledgerEntries.kind,
          job: { id: jobs.id, reference: jobs.reference, customerName: jobs.customerName, type: jobs.type },
        })
        .from(ledgerEntries)
        .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
        .leftJoin(jobs, eq(jobs.id, ledgerTransactions.jobId))
        .where(
          and(
            eq(ledgerEntries.franchiseId, franchiseId),
            eq(ledgerEntries.account, 'processor_cash'),
            movesMoney,
            gte(ledgerEntries.at, after ? Number(after[0]) : start),
            lt(ledgerEntries.at, end),
            after
              ? or(gt(ledgerEntries.at, Number(after[0])), gt(ledgerEntries.transactionId, Number(after[1])))
              : undefined,
          ),
        )
        .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.transactionId))
        .limit(limit),
  }
}

interface LineRow {
  at: number
  entry: number
  cents: number
  kind: string
  job: { id: string; reference: string | null; customerName: string; type: string } | null
}
