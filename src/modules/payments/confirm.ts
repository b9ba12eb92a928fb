import { and, eq, ne, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { isDepositPaid } from '../../lib/booking-rules'
import { balanceDue, hasFallenThrough, unpaidCents } from '../../lib/job-states'
import { formatUsd, type Cents } from '../../lib/money'
import type { Card, Refund } from '../../providers/payments/types'
import { findFranchise, shareAt } from '../franchises'
import { invoicePaidJob } from '../invoices'
import { pricesOf, type JobRow } from '../jobs'
import { nextTax, postTransaction, paymentReceived, sharesOf, sharesOfPayment, taxWithin } from '../ledger'
import { aboutFor, queueMessage, waysBy, waysFor } from '../messages'
import { raiseTodo } from '../office'
import { planTransfer } from '../payouts'
import { askedFor } from './checkout/sessions'
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
  const shown = await showOnJob(tx, job.id, { kind: 'paid', actor: 'processor', at })
  // Must run before the rest of the payment is divided.
  await reconcileRefunds(tx, deps, payment.id, refunds)
  if (unwanted !== null) return giveBack(tx, at, job, payment, unwanted)
  await planTransfer(tx, at, payment, { isWhole: refunds.length === 0 })
  await queueReceipt(tx, deps, shown, payment, { dueAt: captured.receiptAt })
  await invoicePaidJob(tx, at, shown)
  if (!(await wasExpected(tx, job, payment))) await reportAmount(tx, at, shown, payment)
}

type Unwanted = 'late' | 'twice' | 'repriced'

/**
 * Null if the payment counts, because something is due. We accept the processor's amount, unless one of our
 * pages asked for it before the balance changed, or more comes in than another payment left due.
 */
async function whyUnwanted(tx: Tx, job: JobRow, { capturedCents }: Captured): Promise<Unwanted | null> {
  const due = unpaidCents(job)
  if (due === 0 && job.paidCents > 0) return 'twice'
  if (hasFallenThrough(job.status)) return 'late'
  if (capturedCents === due) return null
  if (capturedCents > due && job.paidCents > 0) return 'repriced'
  const asked = await askedFor(tx, job.id, capturedCents)
  return asked === null || (asked.deposit && capturedCents < due) ? null : 'repriced'
}

/** The whole balance, or the deposit that a page asked for. */
const wasExpected = async (tx: Tx, job: JobRow, { capturedCents }: PaymentRow): Promise<boolean> =>
  capturedCents === unpaidCents(job) || (await askedFor(tx, job.id, capturedCents)) !== null

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
  const taxCents = isWanted ? await taxOfNext(tx, job, captured.capturedCents) : 0
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
    keptCents: 0,
    taxCents,
    franchiseId: franchise?.id ?? null,
    franchiseCents,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    ...byCard,
    disputed: false,
    paidAt: at,
    demo: job.demo,
    createdAt: at,
    updatedAt: at,
  }
}

const byCard = {
  method: 'card',
  receivedBy: 'hq',
  note: null,
  recordedBy: null,
  undoneAt: null,
  undoneBy: null,
  undoneReason: null,
} as const

/** The first payment of most jobs is also the last. */
export async function taxOfNext(tx: Tx, job: JobRow, capturedCents: Cents): Promise<Cents> {
  const counted = job.paidCents === 0 ? [] : (await paymentsOfJob(tx, job.id)).filter(({ pays }) => pays)
  const taxBefore = counted.reduce((sum, { taxCents }) => sum + taxCents, taxWithin(job, job.paidBeforeCents))
  return nextTax(job, capturedCents, taxBefore)
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
      title: `Wrong amount paid: collect ${formatUsd(unpaidCents(job))} from ${job.customerName}`,
      detail: `The customer paid ${paid} instead of ${formatUsd(unpaidCents(job))}. We're refunding it, and the job is still unpaid.`,
    })
}

async function reportAmount(tx: Tx, at: number, job: JobRow, payment: PaymentRow): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'payment.amount',
    subject: payment.id,
    title: `Wrong amount paid: ${job.customerName}`,
    detail: `The customer paid ${formatUsd(payment.capturedCents)} toward ${formatUsd(job.totalCents)}. ${restText(job)}`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

function restText({ totalCents, paidCents }: JobRow): string {
  return paidCents < totalCents
    ? `${formatUsd(totalCents - paidCents)} is still due.`
    : `That's ${formatUsd(paidCents - totalCents)} too much. Settle the difference with them.`
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

/** Tells the customer that their money arrived, and how much is left to pay. */
export async function queueReceipt(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow,
  payment: PaymentRow,
  { dueAt, by }: { dueAt?: number | undefined; by?: 'email' | 'sms' | undefined } = {},
): Promise<void> {
  const ways = by === undefined ? waysFor(settings, 'receipt', job) : waysBy(by, job)
  for (const [at, way] of ways.entries())
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
        method: payment.method,
        balanceCents: balanceDue(job),
        deposit: isDepositPaid(job),
        prices: pricesOf(job),
      },
      ...(dueAt === undefined ? {} : { dueAt }),
      franchiseId: job.franchiseId,
      jobId: job.id,
    })
}
