import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { billingSchedules, invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { localDateAt } from '../../lib/local-days'
import { dateAfterSteps, firstDateFrom } from '../../lib/recurrence'
import { raiseTask } from '../hq-tasks/raise'
import { insertDraft } from '../invoices/draft'
import { liveInvoice, type InvoiceRow } from '../invoices/rows'
import type { JobRow } from '../jobs/present'
import { customerOf, insertBillingJob, visitToBill, withAgreedPrice } from './billed-job'
import { insertCharge } from './charge-rows'
import { recurrenceOf, type ScheduleRow } from './rows'

export interface Billed {
  /** Whether an invoice was made; otherwise there was one, or nothing to bill. */
  created: boolean
  /** Whether the card is to be charged; otherwise the invoice is sent. */
  charged: boolean
}

const step = prepared((db) =>
  db
    .update(billingSchedules)
    .set({ nextBillingDate: sql`${sql.placeholder('next')}`, updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(billingSchedules.id, sql.placeholder('id'))),
)

/**
 * Bills the schedule's next period and steps on: the job, its invoice, and the intention to charge or to
 * send it, in one unit. What is billed was billed once, whatever happens around it.
 */
export async function billNextPeriod(tx: Tx, deps: Deps, schedule: ScheduleRow): Promise<Billed> {
  const at = deps.clock.now()
  const period = schedule.nextBillingDate
  const billed = await billPeriod(tx, schedule, period, at)
  await step.run(tx, { id: schedule.id, next: dateAfter(deps, schedule, period), at })
  return billed
}

/** Missed dates are caught up one by one, but none from before the schedule was entered. */
function dateAfter({ config }: Deps, schedule: ScheduleRow, period: string): string {
  const entered = localDateAt(schedule.createdAt, config.business.timeZone)
  const next = Temporal.PlainDate.from(period).add({ days: 1 }).toString()
  return firstDateFrom(recurrenceOf(schedule), next > entered ? next : entered)
}

async function billPeriod(tx: Tx, schedule: ScheduleRow, period: string, at: number): Promise<Billed> {
  const last = dateAfterSteps({ anchorDate: period, intervalMonths: schedule.intervalMonths }, -1)
  const visit = await visitToBill(tx, schedule, period, last)
  if (visit && (visit.status === 'cancelled' || visit.status === 'no_show'))
    return leaveOut(tx, schedule, visit, at)
  const existing = visit ? await liveInvoice(tx, visit.id) : undefined
  const job = visit
    ? await repriced(tx, schedule, visit, existing, at)
    : await insertBillingJob(tx, schedule, period, at)
  const isOpen = (job.paymentState === 'unpaid' || job.paymentState === 'failed') && job.totalCents > 0
  const card = isOpen && schedule.autoCharge ? await cardOf(tx, schedule, at) : null
  const postAt = isOpen && card === null ? at : null
  const paidAt = job.totalCents === 0 ? at : null
  const invoice = existing
    ? await adopt(tx, existing, schedule, period, postAt)
    : await insertDraft(tx, job, { at, schedule: { id: schedule.id, period }, paidAt, postAt })
  if (card !== null)
    await insertCharge(tx, {
      schedule,
      period,
      attempt: 1,
      invoiceId: invoice.id,
      jobId: job.id,
      dueAt: at,
      at,
    })
  return { created: !existing, charged: card !== null }
}

/** What the customer has seen or paid stays as it is. */
function repriced(
  tx: Tx,
  schedule: ScheduleRow,
  visit: JobRow,
  existing: InvoiceRow | undefined,
  at: number,
): Promise<JobRow> | JobRow {
  const isOpen = visit.paymentState === 'unpaid' || visit.paymentState === 'failed'
  return isOpen && existing?.status !== 'sent' ? withAgreedPrice(tx, visit, schedule.priceCents, at) : visit
}

/** Somebody has made the invoice of this visit already: it counts for the period, and is sent if it was not. */
async function adopt(
  tx: Tx,
  invoice: InvoiceRow,
  schedule: ScheduleRow,
  period: string,
  postAt: number | null,
): Promise<InvoiceRow> {
  await tx
    .update(invoices)
    .set({
      ...(invoice.scheduleId === null ? { scheduleId: schedule.id, period } : {}),
      ...(invoice.status === 'draft' && invoice.sendingId === null ? { postAt } : {}),
    })
    .where(eq(invoices.id, invoice.id))
  return invoice
}

/** Whose card to charge; without one the invoice is sent instead, and a person is told. */
async function cardOf(tx: Tx, schedule: ScheduleRow, at: number): Promise<string | null> {
  const card = schedule.paymentsCustomerId ?? (await customerOf(tx, schedule))?.paymentsCustomerId ?? null
  if (card !== null) return card
  await raiseTask(tx, at, {
    kind: 'billing.no-card',
    subject: schedule.id,
    title: 'A schedule is to be charged by itself, but the customer has no stored card',
    detail: 'The invoice is sent instead. Store a card, or turn the charging off.',
    franchiseId: schedule.franchiseId,
  })
  return null
}

async function leaveOut(tx: Tx, schedule: ScheduleRow, visit: JobRow, at: number): Promise<Billed> {
  await raiseTask(tx, at, {
    kind: 'billing.left-out',
    subject: visit.id,
    title: 'A period was not billed, since its visit did not take place',
    detail: `Schedule ${schedule.recurringScheduleId}, job ${visit.id}. Make an invoice by hand if it is due all the same.`,
    franchiseId: schedule.franchiseId,
  })
  return { created: false, charged: false }
}
