import { sql, type SQL } from 'drizzle-orm'
import type { Source, Summary } from './summary'

export const ledgerSource: Source = {
  name: 'ledger',
  bits: 11,
  position: sql`entry.transaction_id`,
  last: sql`(SELECT coalesce(max(id), 0) FROM ledger_transactions)`,
}

const cents = (condition: SQL, sign: 1 | -1): SQL =>
  sql`iif(${condition}, ${sql.raw(sign < 0 ? '-' : '')}entry.cents, 0)`

/** Handing over a share is not earning it: these only move what was earned before. */
const earns = sql`entry.kind NOT IN ('transfer', 'transfer_reversal', 'receivable')`
// The sign keeps the planner from leaving the stretch for an index over every account.
const isIncome = sql`+entry.account IN ('franchise_payable', 'revenue_hq') AND ${earns}`

const payments = sql`iif(entry.kind = 'payment' AND entry.seq = 0, 1, 0)`
/** What customers paid, tax left out: the franchises' part and headquarters'. */
const revenue_cents = cents(sql`entry.kind = 'payment' AND ${isIncome}`, -1)
/** What was given back of it, lost disputes included. */
const refund_cents = cents(sql`entry.kind <> 'payment' AND ${isIncome}`, 1)

export const ledgerSummary = {
  source: ledgerSource,
  table: 'ledger_sums',
  from: sql`ledger_entries AS entry`,
  moment: sql`entry.at`,
  division: { franchise_id: sql`coalesce(entry.franchise_id, '')` },
  measures: {
    payments,
    revenue_cents,
    refund_cents,
    tax_cents: cents(sql`entry.account = 'tax_payable'`, -1),
    franchise_cents: cents(sql`entry.account = 'franchise_payable' AND ${earns}`, -1),
    hq_cents: cents(sql`entry.account = 'revenue_hq'`, -1),
    fee_cents: cents(sql`entry.account = 'processor_fees'`, 1),
  },
} satisfies Summary

export const ledgerTypeSummary = {
  source: ledgerSource,
  table: 'ledger_type_sums',
  from: sql`ledger_entries AS entry
    JOIN ledger_transactions AS whole ON whole.id = entry.transaction_id
    LEFT JOIN jobs AS job ON job.id = whole.job_id
    LEFT JOIN service_types AS service ON lower(service.label) = lower(job.type)`,
  where: sql`(${isIncome} OR (entry.kind = 'payment' AND entry.seq = 0))`,
  moment: sql`entry.at`,
  division: {
    service_id: sql`coalesce(service.id, '')`,
    franchise_id: sql`coalesce(entry.franchise_id, '')`,
  },
  measures: { payments, revenue_cents, refund_cents },
  wholeBy: 'service_id' as const,
} satisfies Summary
