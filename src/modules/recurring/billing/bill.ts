import { and, asc, isNull, lte, sql, eq } from 'drizzle-orm'
import { billingSchedules, maintenancePlans } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dateBefore, dayAfter, firstDateFrom, localDateAt } from '../../../lib/calendar'
import { balanceDue, hasFallenThrough, isUnpaid } from '../../../lib/job-states'
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
import {
  askForCard,
  cardOf,
  hasVisitsEachTime,
  insertBillingJob,
  visitToBill,
  withAgreedPrice,
} from './billed-jobs'
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

/** Bills everything due by a date, oldest first, including missed dates. */
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

/** Reads the schedule again first, because someone may have paused it or another run may have billed it. */
async function billOne(tx: Tx, deps: Deps, { id, date }: Due): Promise<Billed | null> {
  const schedule = await findSchedule(tx, id)
  if (schedule?.status !== 'active' || schedule.nextBillingDate !== date) return null
  return billNextPeriod(tx, deps, schedule)
}

async function reportFault(deps: Deps, id: string, error: unknown): Promise<void> {
  deps.log.error("couldn't bill a schedule", { schedule: id, ...describeError(error) })
  await deps.store.write((tx) =>
    raiseTodo(tx, deps.clock.now(), {
      kind: 'billing.failed',
      subject: id,
      title: "We couldn't bill a recurring schedule",
      detail: "We'll try again with the next run. If it keeps failing, the server log has the reason.",
    }),
  )
}

export interface Billed {
  /** False if there already was an invoice, or nothing to bill. */
  created: boolean
  /** Whether to charge the card. Otherwise the invoice is sent. */
  charged: boolean
}

const step = prepared((db) =>
  db
    .update(billingSchedules)
    .set({ nextBillingDate: sql`${sql.placeholder('next')}`, updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(billingSchedules.id, sql.placeholder('id'))),
)

/**
 * Bills the schedule's next period in one unit: the job, its invoice, and the plan to charge or send it. A
 * crash at any point can't bill a period twice.
 */
export async function billNextPeriod(tx: Tx, deps: Deps, schedule: ScheduleRow): Promise<Billed> {
  const at = deps.clock.now()
  const period = schedule.nextBillingDate
  const billed = await billPeriod(tx, schedule, period, at)
  await step.run(tx, { id: schedule.id, next: dateAfter(deps, schedule, period), at })
  return billed
}

/** Missed dates are billed one by one, but none from before the schedule was created. */
function dateAfter({ settings }: Deps, schedule: ScheduleRow, period: string): string {
  const entered = localDateAt(schedule.createdAt, settings.business.timeZone)
  const next = dayAfter(period)
  return firstDateFrom(schedule, next > entered ? next : entered)
}

const unaccepted = prepared((db) =>
  db
    .select({ id: maintenancePlans.id })
    .from(maintenancePlans)
    .where(and(eq(maintenancePlans.id, sql.placeholder('named')), isNull(maintenancePlans.templateId)))
    .limit(1),
)

async function billPeriod(tx: Tx, schedule: ScheduleRow, period: string, at: number): Promise<Billed> {
  // A plan that its customer never accepted has no visits, so there is nothing to pay for.
  if (await unaccepted.get(tx, { named: schedule.recurringScheduleId }))
    return { created: false, charged: false }
  const visit = await visitToBill(tx, schedule, period, dateBefore(schedule, period))
  if (visit && hasFallenThrough(visit.status)) return leaveOut(tx, schedule, visit, at)
  if (!visit && (await hasVisitsEachTime(tx, schedule))) return { created: false, charged: false }
  const made = visit ? await liveInvoice(tx, visit.id) : undefined
  const job = visit
    ? await repriced(tx, schedule, visit, made, at)
    : await insertBillingJob(tx, schedule, period, at)
  const existing = made && (await followPrice(tx, job, { at, actor: 'truckroll' }))
  const isOpen = balanceDue(job) > 0
  const isCharged = isOpen && schedule.autoCharge && (await hasCard(tx, schedule, at))
  const postAt = isOpen && !isCharged ? at : null
  const paidAt = job.totalCents === 0 ? at : null
  const counted = { id: schedule.id, period }
  const invoice = existing ?? (await insertDraft(tx, job, { at, schedule: counted, paidAt, postAt }))
  if (existing) {
    // The visit was already invoiced, so that invoice counts for the period and is sent if it hasn't been.
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

/** An invoice the customer has already seen or paid doesn't change. */
function repriced(
  tx: Tx,
  schedule: ScheduleRow,
  visit: JobRow,
  existing: InvoiceRow | undefined,
  at: number,
): Promise<JobRow> | JobRow {
  return isUnpaid(visit) && visit.paidCents === 0 && existing?.status !== 'sent'
    ? withAgreedPrice(tx, visit, schedule.priceCents, at)
    : visit
}

/** Without a card, the invoice is sent instead, and HQ gets a to-do. */
async function hasCard(tx: Tx, schedule: ScheduleRow, at: number): Promise<boolean> {
  if ((await cardOf(tx, schedule)) !== null) return true
  await askForCard(tx, schedule, at)
  return false
}

async function leaveOut(tx: Tx, schedule: ScheduleRow, visit: JobRow, at: number): Promise<Billed> {
  await raiseTodo(tx, at, {
    kind: 'billing.left-out',
    subject: visit.id,
    title: "Recurring billing skipped: the visit didn't take place",
    detail: "We didn't bill this period. If the customer owes it anyway, create an invoice from the job.",
    franchiseId: schedule.franchiseId,
  })
  return { created: false, charged: false }
}
