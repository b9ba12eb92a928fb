import { sql, type SQL } from 'drizzle-orm'
import { jobStatuses, type JobStatus } from '../../../../db/schema/jobs'
import { minute } from '../../../lib/clock'
import type { Source, Summary } from './chunks'

export const jobSource: Source = {
  name: 'jobs',
  bits: 12,
  position: sql`job.seq`,
  last: sql`(SELECT coalesce(max(seq), 0) FROM jobs)`,
}

/** Bookings may carry any text as a franchise id, so unknown ids count as none. */
const withFranchise = sql`jobs AS job LEFT JOIN franchises AS franchise ON franchise.id = job.franchise_id`
const franchise_id = sql`coalesce(franchise.id, '')`

const one = (condition: SQL): SQL => sql`iif(${condition}, 1, 0)`
const has = (status: JobStatus): SQL => one(sql`job.status = ${sql.raw(`'${status}'`)}`)

/** Excludes jobs that were billed without a visit: they are completed but have no time of completion. */
const isVisit = sql`(job.scheduled_start IS NOT NULL AND NOT (job.status = 'completed' AND job.completed_at IS NULL))`

/** Files rarely say when a job was booked, so imported ones would make the lead time look like none. */
const hasLead = sql`(${isVisit} AND job.source <> 'import')`

export const jobSummary = {
  source: jobSource,
  table: 'job_sums',
  from: withFranchise,
  moment: sql`job.created_at`,
  division: { franchise_id },
  measures: {
    ...(Object.fromEntries(jobStatuses.map((status) => [status, has(status)])) as Record<JobStatus, SQL>),
    lead_minutes: sql`iif(${hasLead}, (job.scheduled_start - job.created_at) / ${sql.raw(String(minute))}, 0)`,
    lead_jobs: one(hasLead),
  },
} satisfies Summary

/** Service labels are free text too, and a customer's own words must not show up in public reports. */
export const jobTypeSummary = {
  source: jobSource,
  table: 'job_type_sums',
  from: sql`${withFranchise} LEFT JOIN service_types AS service ON lower(service.label) = lower(job.type)`,
  moment: sql`job.created_at`,
  division: { service_id: sql`coalesce(service.id, '')`, franchise_id },
  measures: { jobs: sql`1`, completed: has('completed'), cancelled: has('cancelled') },
  wholeBy: 'service_id' as const,
} satisfies Summary

const isPlaced = sql`(job.place_state = 'placed' OR job.zip IS NOT NULL)`

export const jobAreaSummary = {
  source: jobSource,
  table: 'job_area_sums',
  from: withFranchise,
  moment: sql`job.created_at`,
  division: { area: sql`coalesce(substr(job.zip, 1, 3), '')`, franchise_id },
  measures: {
    inside: one(sql`franchise.id IS NOT NULL`),
    outside: one(sql`franchise.id IS NULL AND ${isPlaced}`),
    unplaced: one(sql`franchise.id IS NULL AND NOT ${isPlaced}`),
  },
} satisfies Summary

/** Customers are told to expect a delay of up to 15 minutes. */
const punctual = 15 * minute

export const visitSummary = {
  source: jobSource,
  table: 'visit_sums',
  from: withFranchise,
  where: sql`${isVisit} AND job.status NOT IN ('pending', 'cancelled')`,
  moment: sql`job.scheduled_start`,
  division: { franchise_id },
  measures: {
    visits: sql`1`,
    completed: has('completed'),
    no_show: has('no_show'),
    minutes: sql`iif(job.status = 'completed', (job.scheduled_end - job.scheduled_start) / ${sql.raw(String(minute))}, 0)`,
    started: one(sql`job.started_at IS NOT NULL`),
    on_time: one(sql`job.started_at <= job.scheduled_start + ${sql.raw(String(punctual))}`),
  },
} satisfies Summary

export const ledgerSource: Source = {
  name: 'ledger',
  bits: 11,
  position: sql`entry.transaction_id`,
  last: sql`(SELECT coalesce(max(id), 0) FROM ledger_transactions)`,
}

const cents = (condition: SQL, sign: 1 | -1): SQL =>
  sql`iif(${condition}, ${sql.raw(sign < 0 ? '-' : '')}entry.cents, 0)`

/** Leaves out entries that only move money earned earlier, such as paying out a share. */
export const earns = sql`entry.kind NOT IN ('transfer', 'transfer_reversal', 'receivable', 'share_kept')`
// The plus sign keeps SQLite from choosing the index over accounts, which would scan every chunk.
const isIncome = sql`+entry.account IN ('franchise_payable', 'revenue_hq') AND ${earns}`

/** An undone payment takes back its own count and revenue; it isn't a refund. */
const isPayment = sql`entry.kind IN ('payment', 'payment_undone')`
const payments = sql`iif(entry.seq = 0, (entry.kind = 'payment') - (entry.kind = 'payment_undone'), 0)`
/** Payments before tax: the franchises' share plus HQ's. */
const revenue_cents = cents(sql`${isPayment} AND ${isIncome}`, -1)
/** Refunds before tax, including lost disputes. */
const refund_cents = cents(sql`NOT ${isPayment} AND ${isIncome}`, 1)

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
  where: sql`(${isIncome} OR (${isPayment} AND entry.seq = 0))`,
  moment: sql`entry.at`,
  division: {
    service_id: sql`coalesce(service.id, '')`,
    franchise_id: sql`coalesce(entry.franchise_id, '')`,
  },
  measures: { payments, revenue_cents, refund_cents },
  wholeBy: 'service_id' as const,
} satisfies Summary
