import { and, eq, ne, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { hasFallenThrough } from '../../lib/job-states'
import { formatUsd, type Cents } from '../../lib/money'
import type { Card, Refund } from '../../providers/payments/types'
import { findFranchise, shareAt } from '../franchises'
import { invoicePaidJob } from '../invoices'
import { pricesOf, type JobRow } from '../jobs'
import { postTransaction, paymentReceived, sharesOf, sharesOfPayment, taxWithin } from '../ledger'
import { aboutFor, queueMessage, waysFor } from '../messages'
import { raiseTodo } from '../office'
import { planTransfer } from '../payouts'
import { wasAskedFor } from './checkout/sessions'
import { announcePayment } from './outbound'
import { reconcileRefunds } from './refunds/record'
import { refundRest } from './refunds/refund'
import { findPaymentRow, paymentsOfJob, showOnJob, type PaymentRow } from './rows'

/** A payment as the processor reports it. */
export interface Captured {
  id: string
  amountCents: Cents
  capturedCents: Cents
  /** Null when the processor didn't report it; we ask later. */
  feeCents: Cents | null
  /** The card that paid; null where the processor did not say. */
  card: Card | null
  /** When the receipt goes out; at once when left out. */
  receiptAt?: number
}

/** One statement, so a payment is confirmed only once and never moves to another job. */
const keepCaptured = prepared((db) =>
  db
    .insert(payments)
    .values(placeholders(payments))
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        kind: sql`excluded.kind`,
        status: sql`excluded.status`,
        pays: sql`excluded.pays`,
        amountCents: sql`excluded.amount_cents`,
        capturedCents: sql`excluded.captured_cents`,
        feeCents: sql`excluded.fee_cents`,
        cardBrand: sql`excluded.card_brand`,
        cardLast4: sql`excluded.card_last4`,
        taxCents: sql`excluded.tax_cents`,
        franchiseId: sql`excluded.franchise_id`,
        franchiseCents: sql`excluded.franchise_cents`,
        paidAt: sql`excluded.paid_at`,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: and(ne(payments.status, 'succeeded'), eq(payments.jobId, sql`excluded.job_id`)),
    })
    .returning({ id: payments.id }),
)

/**
 * The processor says that a job was paid. Writes everything that follows, once: the job, the ledger, the
 * franchise's share and the receipt. If there is nothing left to pay, it writes the refund instead.
 */
export async function confirmPayment(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow,
  captured: Captured,
  refunds: readonly Refund[] = [],
): Promise<void> {
  const at = deps.clock.now()
  const unwanted = await whyUnwanted(tx, job, captured)
  const isWanted = unwanted === null
  const payment = {
    ...(await divided(tx, job, captured, isWanted, at)),
    pays: isWanted || unwanted === 'late',
  }
  if (!(await keepCaptured.get(tx, payment))) return reportStranger(tx, at, job, captured.id)
  await book(tx, at, payment)
  await announcePayment(tx, at, 'succeeded', payment)
  await showOnJob(tx, payment, 0, { kind: 'paid', actor: 'processor', at })
  // Must run before the rest of the payment is divided.
  await reconcileRefunds(tx, deps, payment.id, refunds)
  if (unwanted !== null) return giveBack(tx, at, job, payment, unwanted)
  await planTransfer(tx, at, payment, { isWhole: refunds.length === 0 })
  await onJobPaid(tx, deps, { ...job, paymentState: 'paid' }, payment, captured.receiptAt)
  if (payment.capturedCents !== job.totalCents) await reportAmount(tx, at, job, payment)
}

type Unwanted = 'late' | 'twice' | 'repriced'

/**
 * Null if the payment pays the job: the first one, while something is due. We accept the processor's amount,
 * unless one of our pages asked for it before the price changed.
 */
async function whyUnwanted(tx: Tx, job: JobRow, { id, capturedCents }: Captured): Promise<Unwanted | null> {
  if ((await paymentsOfJob(tx, job.id)).some((other) => other.pays && other.id !== id)) return 'twice'
  if (hasFallenThrough(job.status)) return 'late'
  if (capturedCents === job.totalCents) return null
  return (await wasAskedFor(tx, job.id, capturedCents)) ? 'repriced' : null
}

/** The payment with each side's share. A payment that goes back to the customer is not shared. */
async function divided(
  tx: Tx,
  job: JobRow,
  captured: Captured,
  isWanted: boolean,
  at: number,
): Promise<Omit<PaymentRow, 'pays'>> {
  const franchise =
    isWanted && job.franchiseId !== null ? await findFranchise(tx, job.franchiseId) : undefined
  const share = franchise ? await shareAt(tx, franchise.id, at) : 0
  const taxCents = isWanted ? taxWithin(job, captured.capturedCents) : 0
  const { franchiseCents } = sharesOf(captured.capturedCents, taxCents, share)
  const { id, amountCents, capturedCents, feeCents, card } = captured
  return {
    id,
    amountCents,
    capturedCents,
    feeCents,
    jobId: job.id,
    kind: 'payment',
    status: 'succeeded',
    refundedCents: 0,
    taxCents,
    franchiseId: franchise?.id ?? null,
    franchiseCents,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    disputed: false,
    paidAt: at,
    demo: job.demo,
    createdAt: at,
    updatedAt: at,
  }
}

async function book(tx: Tx, at: number, payment: PaymentRow): Promise<void> {
  const { id, jobId, franchiseId, demo } = payment
  const entries = paymentReceived(sharesOfPayment(payment), payment.feeCents ?? 0)
  await postTransaction(tx, {
    kind: 'payment',
    about: `payment:${id}`,
    at,
    entries,
    jobId,
    franchiseId,
    demo,
  })
}

/** The payment came after the job ended, for the second time, or at the old price. */
async function giveBack(
  tx: Tx,
  at: number,
  job: JobRow,
  payment: PaymentRow,
  unwanted: Unwanted,
): Promise<void> {
  await refundRest(tx, payment, {
    cause: unwanted === 'twice' ? 'duplicate' : 'late',
    actor: 'truckroll',
    at,
    // A canceled job has its own message about the refund.
    tellCustomer: unwanted !== 'twice' && job.status !== 'cancelled',
  })
  const paid = formatUsd(payment.capturedCents)
  const about = { subject: payment.id, franchiseId: job.franchiseId, jobId: job.id }
  if (unwanted === 'twice')
    await raiseTodo(tx, at, {
      ...about,
      kind: 'payment.twice',
      title: `Paid twice: we're refunding ${paid} to ${job.customerName}`,
      detail:
        "The job was already paid, so the second payment is being refunded automatically. You don't need to do anything.",
    })
  if (unwanted === 'repriced')
    await raiseTodo(tx, at, {
      ...about,
      kind: 'payment.amount',
      title: `Wrong amount paid: collect ${formatUsd(job.totalCents)} from ${job.customerName}`,
      detail: `The customer paid ${paid} instead of ${formatUsd(job.totalCents)}. We're refunding it, and the job is still unpaid.`,
    })
}

async function reportAmount(tx: Tx, at: number, job: JobRow, payment: PaymentRow): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'payment.amount',
    subject: payment.id,
    title: `Wrong amount paid: ${job.customerName}`,
    detail: `The customer paid ${formatUsd(payment.capturedCents)} instead of ${formatUsd(job.totalCents)}. Settle the difference with them.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

/** A known payment needs a to-do only if it belongs to another job. */
async function reportStranger(tx: Tx, at: number, job: JobRow, paymentId: string): Promise<void> {
  const known = await findPaymentRow(tx, paymentId)
  if (known?.jobId === job.id) return
  await raiseTodo(tx, at, {
    kind: 'payment.other-job',
    subject: paymentId,
    title: 'A payment is linked to two jobs',
    detail:
      "It names this job but already belongs to another one, so nothing was booked. Check it in your payment processor's dashboard.",
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

/**
 * Everything that follows when a job is paid, in the same unit. Not called for payments we refund at once.
 */
export async function onJobPaid(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow,
  payment: PaymentRow,
  receiptAt?: number,
): Promise<void> {
  const at = deps.clock.now()
  await queueReceipt(tx, deps, job, payment, receiptAt)
  await invoicePaidJob(tx, at, job)
}

async function queueReceipt(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow,
  payment: PaymentRow,
  dueAt?: number,
): Promise<void> {
  for (const [at, way] of waysFor(settings, 'receipt', job).entries())
    await queueMessage(tx, clock.now(), {
      about: aboutFor(`payment:${payment.id}:receipt`, way, at),
      ...way,
      template: 'receipt',
      data: {
        name: job.customerName,
        type: job.type,
        amountCents: payment.capturedCents,
        paymentId: payment.id,
        paidAt: payment.paidAt,
        prices: pricesOf(job),
      },
      ...(dueAt === undefined ? {} : { dueAt }),
      franchiseId: job.franchiseId,
      jobId: job.id,
    })
}
