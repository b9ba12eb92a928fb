import { and, asc, lte, sql, eq } from 'drizzle-orm'
import { billingSchedules } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dayAfter, localDateAt, dateAfterSteps, firstDateFrom } from '../../../lib/calendar'
import { hasFallenThrough, isUnpaid } from '../../../lib/job-states'
import { describeError } from '../../../lib/log'
import {
  countForPeriod,
  insertDraft,
  followPrice,
  liveInvoice,
  postDraftAt,
  type InvoiceRow,
} from '../../invoices'
import type { JobRow } from '../../jobs'
import { raiseTodo } from '../../office'
import { workInBatches, type Due } from '../batches'
import { insertBillingJob, visitToBill, withAgreedPrice, askForCard, cardOf } from './billed-jobs'
import { findSchedule, insertCharge, type ScheduleRow } from './rows'

export interface BillingRun {
  invoicesCreated: number
  failed: number
}

const nextDue = prepared((db) =>
  db
    .select({ id: billingSchedules.id, date: billingSchedules.nextBillingDate })
    .from(billingSchedules)
    .where(
      and(
        sql`${billingSchedules.status} = 'active'`,
        lte(billingSchedules.nextBillingDate, sql.placeholder('today')),
        sql`(${billingSchedules.nextBillingDate}, ${billingSchedules.id}) > (${sql.placeholder('date')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(billingSchedules.nextBillingDate), asc(billingSchedules.id))
    .limit(sql.placeholder('count')),
)

/** Bills everything that is due by a day, missed dates included, oldest first. */
export async function billDueSchedules(deps: Deps, today: string): Promise<BillingRun> {
  const run: BillingRun = { invoicesCreated: 0, failed: 0 }
  await workInBatches<Due, Billed>(deps, {
    next: (reached, count) =>
      nextDue.all(deps.store.read, { today, date: reached?.date ?? '', id: reached?.id ?? '', count }),
    one: (tx, due) => billOne(tx, deps, due),
    done: ({ created }) => void (run.invoicesCreated += created ? 1 : 0),
    async fault({ id }, error) {
      run.failed++
      await reportFault(deps, id, error)
    },
  })
  return run
}

/** Reads it again first: somebody may have paused it, or another run was quicker. */
async function billOne(tx: Tx, deps: Deps, { id, date }: Due): Promise<Billed | null> {
  const schedule = await findSchedule(tx, id)
  if (schedule?.status !== 'active' || schedule.nextBillingDate !== date) return null
  return billNextPeriod(tx, deps, schedule)
}

async function reportFault(deps: Deps, id: string, error: unknown): Promise<void> {
  deps.log.error('a schedule could not be billed', { schedule: id, ...describeError(error) })
  await deps.store.write((tx) =>
    raiseTodo(tx, deps.clock.now(), {
      kind: 'billing.failed',
      subject: id,
      title: 'A schedule could not be billed',
      detail: 'It is tried again with the next run; the log says what went wrong.',
    }),
  )
}

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
  const next = dayAfter(period)
  return firstDateFrom(schedule, next > entered ? next : entered)
}

/** The period before, counted from the anchor like every other: 31 May comes before 30 June. */
function dateBefore({ anchorDate, intervalMonths }: ScheduleRow, period: string): string {
  const [anchor, date] = [Temporal.PlainDate.from(anchorDate), Temporal.PlainDate.from(period)]
  const months = (date.year - anchor.year) * 12 + date.month - anchor.month
  return dateAfterSteps({ anchorDate, intervalMonths }, Math.round(months / intervalMonths) - 1)
}

async function billPeriod(tx: Tx, schedule: ScheduleRow, period: string, at: number): Promise<Billed> {
  const visit = await visitToBill(tx, schedule, period, dateBefore(schedule, period))
  if (visit && hasFallenThrough(visit.status)) return leaveOut(tx, schedule, visit, at)
  const made = visit ? await liveInvoice(tx, visit.id) : undefined
  const job = visit
    ? await repriced(tx, schedule, visit, made, at)
    : await insertBillingJob(tx, schedule, period, at)
  const existing = made && (await followPrice(tx, job, { at, actor: 'truckroll' }))
  const isOpen = isUnpaid(job) && job.totalCents > 0
  const isCharged = isOpen && schedule.autoCharge && (await hasCard(tx, schedule, at))
  const postAt = isOpen && !isCharged ? at : null
  const paidAt = job.totalCents === 0 ? at : null
  const counted = { id: schedule.id, period }
  const invoice = existing ?? (await insertDraft(tx, job, { at, schedule: counted, paidAt, postAt }))
  if (existing) {
    // Somebody has made the invoice of this visit already: it counts for the period, and goes out if it hasn't.
    await countForPeriod(tx, existing.id, counted)
    await postDraftAt(tx, existing.id, postAt)
  }
  if (isCharged)
    await insertCharge(tx, {
      schedule,
      period,
      attempt: 1,
      invoiceId: invoice.id,
      jobId: job.id,
      dueAt: at,
      at,
    })
  return { created: !existing, charged: isCharged }
}

/** What the customer has seen or paid stays as it is. */
function repriced(
  tx: Tx,
  schedule: ScheduleRow,
  visit: JobRow,
  existing: InvoiceRow | undefined,
  at: number,
): Promise<JobRow> | JobRow {
  return isUnpaid(visit) && existing?.status !== 'sent'
    ? withAgreedPrice(tx, visit, schedule.priceCents, at)
    : visit
}

/** Without one the invoice is sent instead, and a person is told. */
async function hasCard(tx: Tx, schedule: ScheduleRow, at: number): Promise<boolean> {
  if ((await cardOf(tx, schedule)) !== null) return true
  await askForCard(tx, schedule, at)
  return false
}

async function leaveOut(tx: Tx, schedule: ScheduleRow, visit: JobRow, at: number): Promise<Billed> {
  await raiseTodo(tx, at, {
    kind: 'billing.left-out',
    subject: visit.id,
    title: 'A period was not billed, since its visit did not take place',
    detail: `Schedule ${schedule.recurringScheduleId}, job ${visit.id}. Make an invoice by hand if it is due all the same.`,
    franchiseId: schedule.franchiseId,
  })
  return { created: false, charged: false }
}
