import { and, eq, ne, sql } from 'drizzle-orm'
import { payments } from '../../../db/schema'
import { placeholders, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { hasFallenThrough } from '../../lib/job-states'
import { formatUsd, type Cents } from '../../lib/money'
import type { Refund } from '../../providers/payments/types'
import { findFranchise, shareAt } from '../franchises'
import { invoicePaidJob } from '../invoices'
import { contactFor, type JobRow } from '../jobs'
import { postTransaction, paymentReceived, sharesOf, sharesOfPayment, taxWithin } from '../ledger'
import { queueMessage } from '../messages'
import { raiseTodo } from '../office'
import { planTransfer } from '../payouts'
import { wasAskedFor } from './checkout/sessions'
import { reconcileRefunds } from './refunds/record'
import { refundRest } from './refunds/refund'
import { findPaymentRow, paymentsOfJob, showOnJob, type PaymentRow } from './rows'

/** A payment as the processor tells of it. */
export interface Captured {
  id: string
  amountCents: Cents
  capturedCents: Cents
  /** Null where the processor did not say; it is asked later. */
  feeCents: Cents | null
}

/** One statement, so that a payment is confirmed once and never changes hands. */
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
 * The processor says that a job was paid. Everything that follows is written here, once: the job, the
 * ledger, the franchise's share, the receipt; or, where nothing is to be paid any more, the way back.
 */
export async function confirmPayment(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
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
  await showOnJob(tx, payment, 0, { kind: 'paid', actor: 'processor', at })
  // Before anything is decided about the rest of it.
  await reconcileRefunds(tx, at, payment.id, refunds)
  if (unwanted !== null) return giveBack(tx, at, job, payment, unwanted)
  await planTransfer(tx, at, payment, { isWhole: refunds.length === 0 })
  await onJobPaid(tx, deps, { ...job, paymentState: 'paid' }, payment)
  if (payment.capturedCents !== job.totalCents) await reportAmount(tx, at, job, payment)
}

type Unwanted = 'late' | 'twice' | 'repriced'

/**
 * Null for a payment that pays the job: the first one, while there is something to be paid. Of the amount the
 * processor decides, unless a page of ours asked for it before the job got another price.
 */
async function whyUnwanted(tx: Tx, job: JobRow, { id, capturedCents }: Captured): Promise<Unwanted | null> {
  if ((await paymentsOfJob(tx, job.id)).some((other) => other.pays && other.id !== id)) return 'twice'
  if (hasFallenThrough(job.status)) return 'late'
  if (capturedCents === job.totalCents) return null
  return (await wasAskedFor(tx, job.id, capturedCents)) ? 'repriced' : null
}

/** The row with who gets what of it. Of what goes back to the customer nobody gets a part. */
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
  return {
    ...captured,
    jobId: job.id,
    kind: 'payment',
    status: 'succeeded',
    refundedCents: 0,
    taxCents,
    franchiseId: franchise?.id ?? null,
    franchiseCents,
    cardBrand: null,
    cardLast4: null,
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

/** Paid after the job was over, a second time, or at the price before. */
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
    // Of a cancelled job another note tells.
    tellCustomer: unwanted !== 'twice' && job.status !== 'cancelled',
  })
  const paid = formatUsd(payment.capturedCents)
  const about = { subject: payment.id, franchiseId: job.franchiseId, jobId: job.id }
  if (unwanted === 'twice')
    await raiseTodo(tx, at, {
      ...about,
      kind: 'payment.twice',
      title: 'A job was paid twice',
      detail: `The second payment of ${paid} for job ${job.id} is being given back.`,
    })
  if (unwanted === 'repriced')
    await raiseTodo(tx, at, {
      ...about,
      kind: 'payment.amount',
      title: 'A job was paid with another amount than its total',
      detail: `Job ${job.id}: ${paid} instead of ${formatUsd(job.totalCents)}. It is being given back, and the job is still to be paid.`,
    })
}

async function reportAmount(tx: Tx, at: number, job: JobRow, payment: PaymentRow): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'payment.amount',
    subject: payment.id,
    title: 'A job was paid with another amount than its total',
    detail: `Job ${job.id}: ${formatUsd(payment.capturedCents)} instead of ${formatUsd(job.totalCents)}.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

/** Known already; worth a word only when it is known as another job's. */
async function reportStranger(tx: Tx, at: number, job: JobRow, paymentId: string): Promise<void> {
  const known = await findPaymentRow(tx, paymentId)
  if (known?.jobId === job.id) return
  await raiseTodo(tx, at, {
    kind: 'payment.other-job',
    subject: paymentId,
    title: "A payment names a job, but is another job's",
    detail: `It belongs to job ${known?.jobId ?? 'unknown'} and names job ${job.id}. Nothing was booked.`,
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}

/** What follows from a job having been paid, in the same unit; never for what is given back at once. */
export async function onJobPaid(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  job: JobRow,
  payment: PaymentRow,
): Promise<void> {
  const at = deps.clock.now()
  await queueReceipt(tx, at, job, payment)
  await invoicePaidJob(tx, at, job)
}

async function queueReceipt(tx: Tx, at: number, job: JobRow, payment: PaymentRow): Promise<void> {
  const way = contactFor(job)
  if (way === null) return
  await queueMessage(tx, at, {
    about: `payment:${payment.id}:receipt`,
    ...way,
    template: 'receipt',
    data: { name: job.customerName, type: job.type, amountCents: payment.capturedCents },
    franchiseId: job.franchiseId,
    jobId: job.id,
  })
}
