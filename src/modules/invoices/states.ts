import { and, eq, gte, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import { daysAfter, localDateAt } from '../../lib/calendar'
import type { AgingBucket, InvoiceState } from '../../lib/invoice-states'

/** The states and buckets of `lib/invoice-states` as conditions over the table. */

export const todayOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): string =>
  localDateAt(clock.now(), settings.business.timeZone)

/** The amount paid toward an open invoice, even if it was refunded since or paid before an import. */
export const paidSoFar = sql<number>`iif(invoices.kind = 'invoice' AND invoices.status <> 'void' AND invoices.paid_at IS NULL,
  (SELECT coalesce(sum(payments.captured_cents), 0) FROM payments
    WHERE payments.job_id = invoices.job_id AND payments.pays)
  + (SELECT jobs.paid_before_cents FROM jobs WHERE jobs.id = invoices.job_id), 0)`

/** Sent and not paid in full. Written out, because a partial index is used only for constants. */
const openCondition = sql`${invoices.status} = 'sent' AND ${invoices.kind} = 'invoice' AND ${invoices.paidAt} IS NULL`

/** The open invoices of one bucket. Invoices without an amount owe nothing. */
export function isInBucket(bucket: AgingBucket, today: string): SQL {
  const since = (days: number) => gte(invoices.dueOn, daysAfter(today, -days))
  const before = (days: number) => lt(invoices.dueOn, daysAfter(today, -days))
  const conditions: Record<AgingBucket, SQL | undefined> = {
    current: or(isNull(invoices.dueOn), since(0)),
    '1-30': and(before(0), since(30)),
    '31-60': and(before(30), since(60)),
    '61-plus': before(60),
  }
  return sql`(${openCondition} AND ${invoices.totalCents} > 0 AND ${conditions[bucket]})`
}

/** The same as `invoiceStateOf`, for filters. */
export function stateIs(state: InvoiceState, today: string): SQL {
  const isLate = sql`(${openCondition} AND ${invoices.totalCents} > 0 AND ${isNotNull(invoices.dueOn)} AND ${lt(invoices.dueOn, today)})`
  const conditions: Record<InvoiceState, SQL> = {
    void: sql`${eq(invoices.status, 'void')}`,
    paid: sql`(${invoices.status} <> 'void' AND ${invoices.paidAt} IS NOT NULL)`,
    draft: sql`(${eq(invoices.status, 'draft')} AND ${invoices.paidAt} IS NULL)`,
    overdue: isLate,
    sent: sql`(${eq(invoices.status, 'sent')} AND ${invoices.paidAt} IS NULL AND NOT ${isLate})`,
  }
  return conditions[state]
}
