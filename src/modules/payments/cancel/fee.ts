import { and, eq, sql } from 'drizzle-orm'
import { cancellations, payments } from '../../../../db/schema'
import { outsideMethods } from '../../../../db/schema/payments'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { cancelTerms } from '../../../lib/booking-rules'
import { isoTimeOrNull } from '../../../lib/clock'
import { hasEnded, isUnderWay } from '../../../lib/job-states'
import { unitsFromCents, type Cents } from '../../../lib/money'
import { requireJob } from '../../jobs'
import { feeKept, postTransaction, refundOwed, sharesOfPayment } from '../../ledger'
import type { CancelPreview } from '../model'
import { moneyOfJob } from '../refunds/preview'
import { decidedCents, refundsOfPayment, type PaymentRow } from '../rows'

/** The refund and the fee if the job is canceled now. */
export async function previewCancel({ store, clock }: Deps, jobId: string): Promise<CancelPreview> {
  const job = await requireJob(store.read, jobId)
  const { online, feeCents, freeUntil } = cancelTerms(job, clock.now())
  const { captured, refunded, refundable, payments: paid } = await moneyOfJob(store.read, jobId)
  const refundableCents = Math.round(refundable * 100)
  const feeDueCents = hasEnded(job.status) ? 0 : feeCents
  const keptCents = Math.min(feeDueCents, refundableCents)
  return {
    jobId,
    captured,
    refunded,
    refundable,
    fee: unitsFromCents(keptCents),
    feeDue: unitsFromCents(feeDueCents),
    refund: unitsFromCents(refundableCents - keptCents),
    canCancelOnline: online && !isUnderWay(job.status) && !hasEnded(job.status),
    freeUntil: isoTimeOrNull(freeUntil),
    hasDispute: paid.some(({ disputed }) => disputed),
    hasCash: paid.some(({ method, refundable: left }) => method !== 'card' && left > 0),
    byHand: outsideMethods.flatMap((method) => {
      const cents = paid
        .filter((payment) => payment.method === method)
        .reduce((sum, { refundable: left }) => sum + Math.round(left * 100), 0)
      return cents > 0 ? [{ method, amount: unitsFromCents(cents) }] : []
    }),
  }
}

/**
 * Keeps the cancellation fee from a payment that is about to be refunded, as far as earlier payments haven't
 * covered it, and returns the part of this payment that stays. Once the cancellation is settled, nothing more is
 * kept: a payment that arrives later is refunded in full.
 */
export async function keepFee(tx: Tx, at: number, payment: PaymentRow, restCents: Cents): Promise<Cents> {
  if (payment.keptCents > 0 || !payment.pays) return payment.keptCents
  const [open] = await tx
    .select({ due: cancellations.feeDueCents, kept: cancellations.feeCents })
    .from(cancellations)
    .where(and(eq(cancellations.jobId, payment.jobId), eq(cancellations.state, 'open')))
    .limit(1)
  const cents = open ? Math.min(open.due - open.kept, restCents) : 0
  if (cents <= 0) return 0
  await tx.update(payments).set({ keptCents: cents, updatedAt: at }).where(eq(payments.id, payment.id))
  await tx
    .update(cancellations)
    .set({ feeCents: sql`${cancellations.feeCents} + ${cents}` })
    .where(eq(cancellations.jobId, payment.jobId))
  await book(tx, at, payment, cents, restCents)
  return cents
}

/** The canceled work earns nothing anymore; its price becomes the fee, with the same parts for everyone. */
async function book(tx: Tx, at: number, payment: PaymentRow, cents: Cents, restCents: Cents): Promise<void> {
  const { id, jobId, franchiseId, demo } = payment
  const shares = sharesOfPayment(payment)
  // The part that stays is the last, after everything that is given back.
  const before = decidedCents(await refundsOfPayment(tx, id)) + restCents - cents
  const about = { at, jobId, franchiseId, demo }
  const owed = refundOwed(shares, before, cents)
  await postTransaction(tx, { ...about, kind: 'refund_owed', about: `cancel-fee:${id}:owed`, entries: owed })
  const entries = feeKept(shares, before, cents)
  await postTransaction(tx, { ...about, kind: 'cancellation_fee', about: `cancel-fee:${id}`, entries })
}
