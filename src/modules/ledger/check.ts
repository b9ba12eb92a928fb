import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/store'
import { formatUsd } from '../../lib/money'

export interface LedgerProblem {
  /** The transaction or job that is wrong. */
  about: string
  problem: string
}

/** One rule the books must satisfy. Modules add their own for tables that must agree with the ledger. */
export type LedgerCheck = (db: Db) => Promise<LedgerProblem[]>

export const ledgerChecks: LedgerCheck[] = [eachBalances, wholeBalances, agreesWithJobs]

/** Lists everything wrong with the books. Empty unless someone changed the database from outside. */
export async function checkLedger(
  db: Db,
  checks: readonly LedgerCheck[] = ledgerChecks,
): Promise<LedgerProblem[]> {
  const found: LedgerProblem[] = []
  for (const check of checks) found.push(...(await check(db)))
  return found
}

async function eachBalances(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<{ about: string; cents: number; entries: number; lines: number }>(sql`
    SELECT whole.about AS about, coalesce(sum(entry.cents), 0) AS cents, count(entry.seq) AS entries,
      json_array_length(whole.lines) AS lines
    FROM ledger_transactions AS whole LEFT JOIN ledger_entries AS entry ON entry.transaction_id = whole.id
    GROUP BY whole.id
    HAVING coalesce(sum(entry.cents), 0) <> 0 OR count(entry.seq) <> json_array_length(whole.lines)
    ORDER BY whole.id`)
  return rows.map(({ about, cents, entries, lines }) => ({
    about,
    problem:
      cents === 0 ? `has ${entries} of its ${lines} entries` : `is out of balance by ${formatUsd(cents)}`,
  }))
}

async function wholeBalances(db: Db): Promise<LedgerProblem[]> {
  const [row] = await db.all<{ cents: number }>(
    sql`SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries`,
  )
  const cents = row?.cents ?? 0
  return cents === 0 ? [] : [{ about: 'ledger', problem: `is out of balance by ${formatUsd(cents)}` }]
}

/** The accounts that a customer's money arrives in, the processor's fee included. */
export const tills = sql.raw(
  "'processor_cash', 'processor_fees', 'undeposited_funds', 'bank', 'franchise_receivable'",
)

/**
 * Checks that each job's payment state matches the ledger. Refunds count from the moment they are decided,
 * because that is when the job shows them.
 */
async function agreesWithJobs(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<{ id: string; state: string; total: number; paid: number; refunded: number }>(sql`
    WITH booked AS (
      SELECT whole.job_id AS job_id,
        sum(iif(entry.kind IN ('payment', 'payment_undone')
          AND entry.account IN (${tills}), entry.cents, 0)) AS paid,
        sum(iif(entry.kind IN ('refund', 'refund_owed', 'refund_withdrawn', 'refund_failed', 'cancellation_fee',
          'dispute_lost')
          AND entry.account IN ('tax_payable', 'franchise_payable', 'revenue_hq'), entry.cents, 0)) AS refunded
      FROM ledger_transactions AS whole JOIN ledger_entries AS entry ON entry.transaction_id = whole.id
      WHERE whole.job_id IS NOT NULL
      GROUP BY whole.job_id
    )
    SELECT job.id AS id, job.payment_state AS state, job.total_cents AS total,
      coalesce(booked.paid, 0) AS paid, coalesce(booked.refunded, 0) AS refunded
    FROM jobs AS job LEFT JOIN booked ON booked.job_id = job.id
    -- Money that other software took before an import is in the other books.
    WHERE (CASE job.payment_state
      WHEN 'paid' THEN coalesce(booked.paid, 0) + job.paid_before_cents = job.total_cents + coalesce(booked.refunded, 0)
        AND job.paid_cents > 0 AND job.paid_cents = job.total_cents
      WHEN 'partly_refunded' THEN booked.refunded > 0 AND booked.refunded < booked.paid + job.paid_before_cents
      WHEN 'refunded' THEN booked.paid > 0 AND booked.refunded = booked.paid
      WHEN 'disputed' THEN coalesce(booked.paid, 0) > 0
      ELSE coalesce(booked.paid, 0) >= job.paid_cents - job.paid_before_cents
        AND coalesce(booked.paid, 0) - coalesce(booked.refunded, 0) BETWEEN 0 AND job.paid_cents - job.paid_before_cents
    END) IS NOT 1
    ORDER BY job.seq`)
  return rows.map(({ id, state, total, paid, refunded }) => ({
    about: `job:${id}`,
    problem: `is marked ${state.replace('_', ' ')} with a total of ${formatUsd(total)}, but the ledger has ${formatUsd(paid)} paid and ${formatUsd(refunded)} refunded`,
  }))
}
