import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/store'
import { formatUsd } from '../../lib/money'
import { checkLedger, ledgerChecks, tills, type LedgerCheck, type LedgerProblem } from '../ledger'

/** Rules that tie the ledger to payments, refunds and transfers. */
export const moneyChecks: LedgerCheck[] = [paymentsAreBooked, jobsAddUp, refundsAddUp, transfersAreBooked]

/** Checks the ledger itself and everything it must agree with. */
export const checkBooks = (db: Db): Promise<LedgerProblem[]> =>
  checkLedger(db, [...ledgerChecks, ...moneyChecks])

type Found = { id: string; ours: number; theirs: number | null }[]

async function paymentsAreBooked(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<Found[number]>(sql`
    SELECT payment.id AS id, payment.captured_cents AS ours, sum(entry.cents) AS theirs
    FROM payments AS payment
    LEFT JOIN ledger_transactions AS whole ON whole.about = 'payment:' || payment.id
    LEFT JOIN ledger_entries AS entry ON entry.transaction_id = whole.id
      AND entry.account IN (${tills})
    WHERE payment.status = 'succeeded' AND payment.kind = 'payment'
    GROUP BY payment.id
    HAVING sum(entry.cents) IS NOT payment.captured_cents`)
  return rows.map((row) => mismatch(`payment:${row.id}`, 'captured', row))
}

/** The amount paid for a job must equal the sum of the payments that count, besides what was paid before an import. */
async function jobsAddUp(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<Found[number]>(sql`
    SELECT job.id AS id, job.paid_cents - job.paid_before_cents AS ours, coalesce(sum(payment.captured_cents), 0) AS theirs
    FROM jobs AS job LEFT JOIN payments AS payment ON payment.job_id = job.id AND payment.pays
    GROUP BY job.id
    HAVING coalesce(sum(payment.captured_cents), 0) <> ours`)
  return rows.map((row) => mismatch(`job:${row.id}`, 'paid', row))
}

/** A payment's refunded amount must equal the sum of its completed refunds. */
async function refundsAddUp(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<Found[number]>(sql`
    SELECT payment.id AS id, payment.refunded_cents AS ours, coalesce(sum(refund.cents), 0) AS theirs
    FROM payments AS payment LEFT JOIN refunds AS refund ON refund.payment_id = payment.id AND refund.state = 'done'
    GROUP BY payment.id
    HAVING coalesce(sum(refund.cents), 0) <> payment.refunded_cents`)
  return rows.map((row) => mismatch(`payment:${row.id}`, 'refunded', row))
}

/** The cross join makes SQLite look the few bookings of a transfer up, instead of reading all of them for each. */
async function transfersAreBooked(db: Db): Promise<LedgerProblem[]> {
  const rows = await db.all<Found[number]>(sql`
    SELECT transfer.id AS id, transfer.cents - transfer.reversed_cents AS ours,
      (SELECT -sum(entry.cents)
        FROM ledger_transactions AS whole CROSS JOIN ledger_entries AS entry ON entry.transaction_id = whole.id
        WHERE entry.account = 'processor_cash' AND whole.about IN (
          SELECT 'transfer:' || transfer.id
          UNION ALL SELECT 'reversal:' || id FROM transfer_reversals WHERE transfer_id = transfer.id)) AS theirs
    FROM transfers AS transfer
    WHERE transfer.state = 'done'
      AND theirs IS NOT transfer.cents - transfer.reversed_cents`)
  return rows.map((row) => mismatch(`transfer:${row.id}`, 'sent', row))
}

function mismatch(about: string, what: string, { ours, theirs }: Found[number]): LedgerProblem {
  return {
    about,
    problem: `has ${formatUsd(ours)} ${what}, but ${theirs === null ? 'nothing' : formatUsd(theirs)} on record`,
  }
}
