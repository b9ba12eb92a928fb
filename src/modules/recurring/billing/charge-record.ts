import { and, eq, sql } from 'drizzle-orm'
import { billingCharges } from '../../../../db/schema'
import { onlyRow, prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dayBounds, daysAfter, localDateAt } from '../../../lib/calendar'
import { balanceDue } from '../../../lib/job-states'
import { formatUsd } from '../../../lib/money'
import type { PaymentRefused, RefusedBecause } from '../../../providers/payments/refused'
import type { Payment } from '../../../providers/payments/types'
import { linkSeriesOf } from '../../customers'
import { invoiceUrl } from '../../invoices'
import { requireJob, type JobRow } from '../../jobs'
import { aboutFor, queueMessage, waysFor } from '../../messages'
import { clearTodo, keepTodo, raiseTodo } from '../../office'
import { cardUrl, confirmPayment } from '../../payments'
import { insertCharge, findSchedule, type ChargeRow } from './rows'

/** Days after the first attempt when we try again. */
const retryDays = [3, 7]

const markDone = prepared((db) =>
  db
    .update(billingCharges)
    .set({
      state: 'done',
      processorId: sql`${sql.placeholder('processorId')}`,
      doneAt: sql`${sql.placeholder('at')}`,
      updatedAt: sql`${sql.placeholder('at')}`,
    })
    .where(and(eq(billingCharges.id, sql.placeholder('id')), eq(billingCharges.state, 'intended')))
    .returning(),
)

/**
 * The charge succeeded, so the job is paid like with any other payment. Recorded once, however we learn of
 * it.
 */
export async function recordCharged(tx: Tx, deps: Deps, id: string, payment: Payment): Promise<void> {
  const at = deps.clock.now()
  const charge = await markDone.get(tx, { id, processorId: payment.id, at })
  if (!charge) return
  const { amountCents, capturedCents, feeCents, card } = payment
  await confirmPayment(tx, deps, await requireJob(tx, charge.jobId), {
    id: payment.id,
    amountCents,
    capturedCents,
    feeCents,
    card,
  })
  if (charge.asked > 1) await clearTodo(tx, at, 'billing.charge-open', id)
}

/** Reasons the customer can do something about. Everything else is for HQ. */
const aboutCard: ReadonlySet<RefusedBecause> = new Set(['declined', 'needs-customer', 'no-card'])

/**
 * The charge was refused for good: plans a retry, and tells the customer if it is about their card, otherwise
 * HQ. After the last attempt, HQ takes over.
 */
export async function recordRefused(tx: Tx, deps: Deps, id: string, refused: PaymentRefused): Promise<void> {
  const at = deps.clock.now()
  const [charge] = await tx
    .update(billingCharges)
    .set({ state: 'refused', refusal: refused.because, doneAt: at, updatedAt: at })
    .where(and(eq(billingCharges.id, id), eq(billingCharges.state, 'intended')))
    .returning()
  if (!charge) return
  await clearTodo(tx, at, 'billing.charge-open', id)
  const job = await requireJob(tx, charge.jobId)
  const nextTry = await planRetry(tx, deps, charge, at)
  if (!aboutCard.has(refused.because)) return askHq(tx, at, { charge, job, refused, nextTry })
  await tellCustomer(tx, deps, charge, job, nextTry)
  if (nextTry !== null) return
  const times = charge.attempt === 1 ? '' : ` ${charge.attempt} times`
  await raiseTodo(tx, at, {
    kind: 'billing.charge-failed',
    subject: charge.invoiceId,
    title: `${refused.because === 'declined' ? 'Card declined' : 'Charging the card failed'}${times}: collect ${formatUsd(charge.cents ?? balanceDue(job))} from ${job.customerName}`,
    detail: `${refused.message}. We tried${times} and won't try again. Ask the customer for another card, or send the invoice.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

interface Uncharged {
  charge: ChargeRow
  job: JobRow
  refused: PaymentRefused
  nextTry: number | null
}

async function askHq(tx: Tx, at: number, { charge, job, refused, nextTry }: Uncharged): Promise<void> {
  await keepTodo(tx, at, {
    kind: 'billing.charge-failed',
    subject: charge.invoiceId,
    title: `A saved card wasn't charged: ${formatUsd(charge.cents ?? balanceDue(job))} from ${job.customerName}`,
    detail: `${refused.message}. That isn't about the card, so we didn't tell the customer. Check the customer's card in the billing schedule${nextTry === null ? ', or send the invoice. We won’t try again.' : '. We’ll try again in a few days.'}`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

/** Counts from the day of the first attempt, at the start of the day, so the daily run finds it. */
async function planRetry(tx: Tx, deps: Deps, charge: ChargeRow, at: number): Promise<number | null> {
  const days = retryDays[charge.attempt - 1]
  const schedule = await findSchedule(tx, charge.scheduleId)
  if (days === undefined || schedule?.status === 'ended') return null
  const { timeZone } = deps.settings.business
  const first = localDateAt(await firstAttemptAt(tx, charge), timeZone)
  const dueAt = dayBounds(daysAfter(first, days), timeZone).from
  const { period, invoiceId, jobId, attempt } = charge
  await insertCharge(tx, {
    schedule: { id: charge.scheduleId },
    period,
    attempt: attempt + 1,
    invoiceId,
    jobId,
    dueAt,
    at,
  })
  return dueAt
}

async function firstAttemptAt(tx: Tx, { scheduleId, period }: ChargeRow): Promise<number> {
  const rows = await tx
    .select({ createdAt: billingCharges.createdAt })
    .from(billingCharges)
    .where(
      and(
        eq(billingCharges.scheduleId, scheduleId),
        eq(billingCharges.period, period),
        eq(billingCharges.attempt, 1),
      ),
    )
    .limit(1)
  return onlyRow(rows).createdAt
}

/** Sends one notice per attempt. */
async function tellCustomer(
  tx: Tx,
  deps: Deps,
  charge: ChargeRow,
  job: JobRow,
  nextTry: number | null,
): Promise<void> {
  const series = await linkSeriesOf(tx, job.customerId)
  for (const [at, way] of waysFor(deps.settings, 'chargeFailed', job).entries())
    await queueMessage(tx, deps.clock.now(), {
      about: aboutFor(`charge:${charge.id}:refused`, way, at),
      ...way,
      template: 'charge-failed',
      data: {
        name: job.customerName,
        type: job.type,
        amountCents: charge.cents ?? balanceDue(job),
        nextTry,
        timeZone: deps.settings.business.timeZone,
        url: invoiceUrl(deps, { id: charge.invoiceId, series }),
        cardUrl:
          job.customerId === null ? null : cardUrl(deps, { id: job.customerId, linkSeries: series }, 'link'),
      },
      franchiseId: job.franchiseId,
      jobId: job.id,
    })
}
