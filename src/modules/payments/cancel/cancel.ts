import { and, eq, asc, sql } from 'drizzle-orm'
import { cancellations, payments } from '../../../../db/schema'
import type { CancelAnswer } from '../../../../db/schema/payments'
import type { Tx, Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { SingleFlight } from '../../../lib/background'
import { cancelTerms } from '../../../lib/booking-rules'
import { shownPhone } from '../../../lib/contact'
import { Refusal, conflict, missing, must } from '../../../lib/errors'
import { hasEnded, isUnderWay } from '../../../lib/job-states'
import type { Cents } from '../../../lib/money'
import { PaymentRefused } from '../../../providers/payments/refused'
import { myWords } from '../../../words/my'
import { serviceOf } from '../../catalog'
import { findFranchise } from '../../franchises'
import { voidUnpaidInvoice } from '../../invoices'
import { requireJob, assertMove, changeJob, type JobRow } from '../../jobs'
import { queueMessage, wakeSender } from '../../messages'
import { clearTodo, raiseTodo } from '../../office'
import { takeBackSoon } from '../../payouts'
import { closeCheckoutSoon } from '../checkout/sessions'
import { askToGiveBack } from '../refunds/given'
import { refundRest, carryOutRefund } from '../refunds/refund'
import {
  paymentsOfJob,
  isAutomatic,
  refundsOfJob,
  type CancellationRow,
  type PaymentRow,
  type RefundRow,
} from '../rows'
import { phrase, notesOf } from './answer'
import { lookUpPayment } from './look-up'

export interface CancelOrder {
  actor: Actor
  tellCustomer: boolean
  /** An extra address for the message, besides the job's own contact. */
  email?: string | null | undefined
  phone?: string | null | undefined
  /** The payment the caller claims. */
  paymentId?: string | null | undefined
  paymentStatus?: string | null | undefined
  /** Set for the public endpoint, where anyone who knows the job's id can ask. */
  isPublic?: true
  /** HQ can waive the fee of a late cancellation. */
  keepFee?: boolean
}

/** HQ decides instead of an anonymous caller. */
class ByPhoneOnly extends Error {
  constructor(
    readonly job: JobRow,
    readonly because: keyof typeof details,
  ) {
    super('Only HQ can cancel this')
  }
}

/** For HQ. */
const details = {
  'under-way':
    "The technician is already on the way or at work, so the customer couldn't cancel online. If you cancel the job, the payment is refunded.",
  late: "The cancellation policy they booked with doesn't let customers cancel this late online. If you cancel the job, the payment is refunded.",
} as const

/**
 * Cancels a job and settles its payment. However many requests come at once, all get the same answer. Throws
 * until the processor has answered; calling again continues where it stopped.
 */
export async function cancelJob(deps: Deps, jobId: string, wish: CancelOrder): Promise<CancelAnswer> {
  const beginning = deps.store.write((tx) => begin(tx, deps.clock.now(), jobId, wish))
  const isNew = await beginning.catch(async (error: unknown) => {
    throw error instanceof ByPhoneOnly ? await leaveToPhone(deps, error) : error
  })
  if (isNew) closeCheckoutSoon(deps, jobId)
  return finishCancellation(deps, jobId)
}

/** Raises a to-do for HQ and tells the customer which number to call. */
async function leaveToPhone({ store, clock, settings }: Deps, refused: ByPhoneOnly): Promise<Refusal> {
  const { id, franchiseId, customerName, status } = refused.job
  await store.write((tx) =>
    raiseTodo(tx, clock.now(), {
      kind: 'cancel.under-way',
      subject: id,
      title: `Customer wants to cancel now: call ${customerName}`,
      detail: details[refused.because],
      franchiseId,
    }),
  )
  const franchise = franchiseId === null ? undefined : await findFranchise(store.read, franchiseId)
  const phone = franchise?.phone ?? settings.business.phone
  const shown = phone ? shownPhone(phone) : null
  const { underWay, tooLate } = myWords('en').cancel
  return conflict((isUnderWay(status) ? underWay[status] : tooLate)(shown))
}

/** Cancels the job and records the refund we owe in one unit. */
async function begin(tx: Tx, now: number, jobId: string, wish: CancelOrder): Promise<boolean> {
  const job = await requireJob(tx, jobId)
  const terms = cancelTerms(job, now)
  // An imported or long canceled job is only settled here, and nobody is late for it.
  const isLate = !hasEnded(job.status) && terms.feeCents > 0
  const [first] = await tx
    .insert(cancellations)
    .values({
      jobId,
      state: 'open',
      actor: actorText(wish.actor),
      tellCustomer: wish.tellCustomer,
      email: wish.email ?? null,
      phone: wish.phone ?? null,
      hintedId: wish.paymentId ?? null,
      hintedStatus: wish.paymentStatus ?? null,
      feeDueCents: isLate && wish.keepFee !== false ? terms.feeCents : 0,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ jobId: cancellations.jobId })
  if (!first) return false
  if (wish.isPublic && isUnderWay(job.status)) throw new ByPhoneOnly(job, 'under-way')
  if (wish.isPublic && !terms.online && !hasEnded(job.status)) throw new ByPhoneOnly(job, 'late')
  const occasion = { kind: 'cancelled', actor: wish.actor, at: now }
  if (job.status !== 'cancelled') {
    assertMove(job.status, 'cancelled')
    await changeJob(tx, job, { status: 'cancelled', cancelledAt: now }, occasion)
  }
  await clearTodo(tx, now, 'job.low-price', jobId)
  await clearTodo(tx, now, 'job.no-price', jobId)
  await clearTodo(tx, now, 'job.moved', jobId)
  await clearTodo(tx, now, 'cancel.under-way', jobId)
  await voidUnpaidInvoice(tx, job, { at: now, actor: wish.actor })
  for (const payment of await paymentsOfJob(tx, jobId)) {
    if (payment.capturedCents === 0) continue
    const refund = await refundRest(tx, payment, { cause: 'cancel', actor: wish.actor, at: now })
    if (refund && refund.method !== null) await askToGiveBack(tx, now, refund)
  }
  return true
}

/**
 * Takes a cancellation to its final answer from wherever it stopped. Throws until the processor has answered.
 */
export function finishCancellation(deps: Deps, jobId: string): Promise<CancelAnswer> {
  return deps.state.of(SingleFlight).run(`cancellation ${jobId}`, async () => {
    const cancellation = await findCancellation(deps.store.read, jobId)
    if (!cancellation) throw missing('Cancellation')
    if (cancellation.answer) return cancellation.answer
    if (!cancellation.lookedUp) await lookUpPayment(deps, cancellation)
    const paidBack = await payBack(deps, jobId)
    const setupCancelled = await removeCard(deps, jobId)
    const answer = await deps.store.write((tx) => settle(tx, deps, jobId, paidBack, setupCancelled))
    wakeSender(deps)
    takeBackSoon(deps)
    return answer
  })
}

interface PaidBack {
  /** To cards: one refund that stands for all of them. */
  refund: RefundRow | null
  /** For HQ to give back, because it didn't come through the processor. */
  byHandCents: Cents
}

/** Pays this job's automatic refunds. The answer reports those of the payments that count. */
async function payBack(deps: Deps, jobId: string): Promise<PaidBack> {
  const counted = (await paymentsOfJob(deps.store.read, jobId)).filter(({ pays }) => pays)
  const settled: RefundRow[] = []
  let byHandCents = 0
  for (const refund of await refundsOfJob(deps.store.read, jobId)) {
    if (!isAutomatic(refund.cause)) continue
    if (refund.method !== null) {
      byHandCents += refund.cents
      continue
    }
    const paid = await carryOutRefund(deps, refund.id)
    if (counted.some(({ id }) => id === paid.paymentId)) settled.push(paid)
  }
  const [first, ...others] = settled.filter(({ state }) => state === 'done')
  const cents = others.reduce((sum, other) => sum + other.cents, first?.cents ?? 0)
  return { refund: first ? { ...first, cents } : (settled.at(-1) ?? null), byHandCents }
}

/** Null when there is no card on file. */
async function removeCard(deps: Deps, jobId: string): Promise<boolean | null> {
  const setup = (await paymentsOfJob(deps.store.read, jobId)).find(({ kind }) => kind === 'setup')
  if (!setup) return null
  if (setup.status === 'cancelled') return true
  const cancelled = await isCardRemoved(deps, setup)
  await deps.store.write(async (tx) => {
    const now = deps.clock.now()
    if (cancelled)
      await tx.update(payments).set({ status: 'cancelled', updatedAt: now }).where(eq(payments.id, setup.id))
    else
      await raiseTodo(tx, now, {
        kind: 'cancel.card-kept',
        subject: jobId,
        title: "We couldn't remove the card on file of a canceled job",
        detail: "Remove the customer's card in your payment processor's dashboard.",
      })
  })
  return cancelled
}

async function isCardRemoved({ providers }: Deps, setup: PaymentRow): Promise<boolean> {
  try {
    await providers.payments.cancelSetup({ paymentId: setup.id, key: `setup:${setup.id}` })
    return true
  } catch (error) {
    if (error instanceof PaymentRefused) return false
    throw error
  }
}

/** Stores the answer that every caller gets, together with the messages about it. */
async function settle(
  tx: Tx,
  { clock }: Deps,
  jobId: string,
  { refund, byHandCents }: PaidBack,
  setupCancelled: boolean | null,
): Promise<CancelAnswer> {
  const now = clock.now()
  const cancellation: CancellationRow = must(await findCancellation(tx, jobId), 'The cancellation')
  if (cancellation.answer) return cancellation.answer
  const { feeCents, feeDueCents, untied } = cancellation
  const answer = phrase({ refund, byHandCents, feeCents, setupCancelled, untied })
  await tx
    .update(cancellations)
    .set({ state: 'done', answer, doneAt: now, email: null, phone: null, hintedId: null, hintedStatus: null })
    .where(and(eq(cancellations.jobId, jobId), eq(cancellations.state, 'open')))
  const job = await requireJob(tx, jobId)
  if (feeDueCents > 0) await noteFee(tx, now, job, feeCents)
  const refundCents = refund?.state === 'done' ? refund.cents : null
  const label = (await serviceOf(tx, job.type))?.label ?? null
  for (const note of notesOf(job, cancellation, { refundCents, byHandCents, feeCents, label }))
    await queueMessage(tx, now, note)
  return answer
}

/** The timeline says whether the fee of a late cancellation was kept: without a payment, there is nothing to keep. */
async function noteFee(tx: Tx, at: number, job: JobRow, feeCents: Cents): Promise<void> {
  const kind = feeCents > 0 ? 'fee-kept' : 'fee-not-charged'
  await changeJob(tx, job, {}, { kind, actor: 'truckroll', at })
}

export async function findCancellation(db: Db, jobId: string): Promise<CancellationRow | undefined> {
  const [row] = await db.select().from(cancellations).where(eq(cancellations.jobId, jobId)).limit(1)
  return row
}

/** Jobs whose cancellation has no final answer yet. */
export async function openCancellations(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ jobId: cancellations.jobId })
    .from(cancellations)
    .where(sql`${cancellations.state} = 'open'`)
    .orderBy(asc(cancellations.createdAt))
    .limit(limit)
  return rows.map(({ jobId }) => jobId)
}
