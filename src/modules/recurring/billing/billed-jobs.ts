import { desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { customers, jobs, jobTemplates } from '../../../../db/schema'
import { prepared, type Db, type Tx } from '../../../../db/store'
import { fallenThrough, unpaid } from '../../../lib/job-states'
import { unitsFromCents } from '../../../lib/money'
import { amountsOf } from '../../catalog'
import type { CustomerRow } from '../../customers'
import { insertJob, changeJob, type JobRow } from '../../jobs'
import { raiseTodo } from '../../office'
import { activeCard } from '../../payments'
import type { ScheduleRow } from './rows'

/** A schedule can name a job template, its maintenance plan, or an id from another system. */
const templates = sql`(${sql.placeholder('named')}, (SELECT template_id FROM maintenance_plans WHERE id = ${sql.placeholder('named')}))`

const ofPeriod = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(sql`${jobs.templateId} IN ${templates} AND ${jobs.templatePeriod} = ${sql.placeholder('period')}`)
    .limit(1),
)
const isLive = notInArray(jobs.status, [...fallenThrough])
const isUnbilled = sql`${isLive} AND ${inArray(jobs.paymentState, unpaid)}
  AND NOT EXISTS (SELECT 1 FROM invoices WHERE job_id = ${jobs.id} AND kind = 'invoice' AND status <> 'void')`
/** The latest unbilled visit since the last billing, otherwise the latest that took place. */
const sinceLast = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(
      sql`${jobs.templateId} IN ${templates} AND ${jobs.templatePeriod} > ${sql.placeholder('last')}
        AND ${jobs.templatePeriod} < ${sql.placeholder('period')}`,
    )
    .orderBy(desc(isUnbilled), desc(isLive), desc(jobs.templatePeriod))
    .limit(1),
)
const visitsInWeeks = prepared((db) =>
  db
    .select({ id: jobTemplates.id })
    .from(jobTemplates)
    .where(
      sql`${jobTemplates.id} IN ${templates} AND ${jobTemplates.intervalWeeks} <= ${sql.placeholder('weeks')}`,
    )
    .limit(1),
)
const customerById = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .limit(1),
)
const lastAddress = prepared((db) =>
  db
    .select({ address: jobs.address })
    .from(jobs)
    .where(eq(jobs.customerId, sql.placeholder('customerId')))
    .orderBy(desc(jobs.seq))
    .limit(1),
)

/** The visit that a billing is for, in any status: on that date, otherwise since the previous billing. */
export async function visitToBill(
  db: Db,
  schedule: ScheduleRow,
  period: string,
  last: string,
): Promise<JobRow | undefined> {
  const named = schedule.recurringScheduleId
  return (await ofPeriod.get(db, { named, period })) ?? sinceLast.get(db, { named, period, last })
}

/**
 * Whether weekly invoices follow visits that are as frequent. A week without a visit, because we're closed or the
 * visits are paused, then costs nothing.
 */
export async function hasVisitsEachTime(db: Db, schedule: ScheduleRow): Promise<boolean> {
  const { recurringScheduleId: named, intervalWeeks: weeks } = schedule
  return weeks !== null && (await visitsInWeeks.get(db, { named, weeks })) !== undefined
}

/** The customer of a schedule, if known. A merged customer leads to the one they were merged into. */
export async function customerOf(db: Db, schedule: ScheduleRow): Promise<CustomerRow | undefined> {
  const named = await customerById.get(db, { id: schedule.customerId })
  return named?.mergedInto ? customerById.get(db, { id: named.mergedInto }) : named
}

/**
 * Money belongs to jobs, so a billing without a visit gets a job too and can be paid, refunded and shared
 * like any other. It is completed at once, so nobody is sent there.
 */
export async function insertBillingJob(
  tx: Tx,
  schedule: ScheduleRow,
  period: string,
  at: number,
): Promise<JobRow> {
  const customer = await customerOf(tx, schedule)
  const known = customer ? await lastAddress.get(tx, { customerId: customer.id }) : undefined
  const email = schedule.customerEmail ?? customer?.email
  const job = await insertJob(
    tx,
    {
      customerName: schedule.customerName,
      ...(email ? { customerEmail: email } : {}),
      ...(customer?.phone ? { customerPhone: customer.phone } : {}),
      address: known?.address ?? 'No address on file',
      type: schedule.serviceType,
      price: unitsFromCents(schedule.priceCents),
      preferredDate: period,
      addOns: [],
      franchiseId: schedule.franchiseId,
      notes: `Recurring billing ${schedule.recurringScheduleId}`,
    },
    {
      source: 'recurring',
      actor: 'truckroll',
      at,
      voucher: customer ? { customerId: customer.id } : null,
      period: { templateId: schedule.recurringScheduleId, date: period },
    },
  )
  const over = { ...overOn(period), ...(known ? {} : { placeState: 'unknown' as const }) }
  // Nobody booked a visit, so only the invoice is news.
  const occasion = { kind: 'billed', actor: 'truckroll', at, isPartOfBooking: true as const }
  return (await changeJob(tx, { ...job, seq: 0 }, over, occasion)).job
}

/**
 * A completed job needs a time: this one is on the billed date in every time zone of the business. It has no
 * `completedAt`, because there was no visit to follow up on.
 */
function overOn(period: string) {
  const noon = Temporal.Instant.from(`${period}T12:00Z`).epochMilliseconds
  return { status: 'completed' as const, scheduledStart: noon, scheduledEnd: noon + 1, busyUntil: noon + 1 }
}

/** The schedule has the agreed price, so a visit booked at another price is changed before it is billed. */
export async function withAgreedPrice(tx: Tx, job: JobRow, priceCents: number, at: number): Promise<JobRow> {
  const taken = job.discountCents + job.referralCreditCents
  if (job.priceCents === priceCents || priceCents < taken) return job
  const amounts = amountsOf(priceCents, job.taxBasisPoints, job.discountCents, job.referralCreditCents)
  return (await changeJob(tx, job, amounts, { kind: 'repriced', actor: 'truckroll', at })).job
}

export interface ChargedCard {
  /** The processor's id of the customer. */
  paymentsCustomerId: string
  /** The card that the customer saved; otherwise the processor's default card for them. */
  cardId: string | null
}

/** The card that the customer saved themselves comes first, then the one behind the id that HQ entered. */
export async function cardOf(db: Db, schedule: ScheduleRow): Promise<ChargedCard | null> {
  const customer = await customerOf(db, schedule)
  const saved = customer && (await activeCard(db, customer.id))
  if (saved) return { paymentsCustomerId: saved.paymentsCustomerId, cardId: saved.id }
  const named = schedule.paymentsCustomerId ?? customer?.paymentsCustomerId ?? null
  return named === null ? null : { paymentsCustomerId: named, cardId: null }
}

export async function askForCard(tx: Tx, schedule: ScheduleRow, at: number): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'billing.no-card',
    subject: schedule.id,
    title: 'Add a card for automatic billing',
    detail:
      "A schedule charges automatically, but the customer has no card on file, so we're sending the invoice instead. Send the customer a link to save a card, or turn off automatic charging.",
    franchiseId: schedule.franchiseId,
  })
}
