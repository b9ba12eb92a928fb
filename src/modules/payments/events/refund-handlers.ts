import { z } from 'zod'
import { closeDispute, closeInquiry, openDispute, reportInquiry } from '../disputes'
import { reconcileRefunds } from '../refunds/record'
import { refundedThere, refundsOfPayment } from '../rows'
import { cents, keepLearned, learnPayment, nothing, readObject, type Handler } from './handlers'

const paymentId = z.string().min(1).max(255).nullish()

const Charge = z.object({ payment_intent: paymentId, amount_refunded: cents })
const Dispute = z.object({
  id: z.string().min(1).max(255),
  payment_intent: paymentId,
  amount: cents,
  status: z.string().max(50).default('needs_response'),
})

/** Tells our refunds from those made at the processor by its list, unless we know them all. */
export const chargeRefunded: Handler = async (deps, object) => {
  const { payment_intent: id, amount_refunded: refunded } = readObject(Charge, object)
  if (!id) return nothing
  if (refundedThere(await refundsOfPayment(deps.store.read, id)) >= refunded) return nothing
  const learned = await learnPayment(deps, id)
  const listed = await deps.providers.payments.listRefunds(id)
  return async (tx) => {
    const payment = await keepLearned(tx, deps, id, learned)
    if (payment) await reconcileRefunds(tx, deps, payment.id, listed)
  }
}

const RefundObject = z.object({
  id: z.string().min(1).max(255),
  payment_intent: paymentId,
  amount: cents,
  status: z.string().max(50).nullish(),
  failure_reason: z.string().max(100).nullish(),
  metadata: z.object({ key: z.string().max(255).optional() }).nullish(),
})

/**
 * A refund was made, arrived or failed. Events may come in any order, so the processor's list counts; only a
 * failure is final and is taken from the event.
 */
export const refundChanged: Handler = async (deps, object) => {
  const event = readObject(RefundObject, object)
  const { id, payment_intent: paidBy } = event
  if (!paidBy) return nothing
  const hasFailed = event.status === 'failed' || event.status === 'canceled'
  const learned = await learnPayment(deps, paidBy)
  const listed = (await deps.providers.payments.listRefunds(paidBy)).filter(
    (refund) => !(hasFailed && refund.id === id),
  )
  const failed = { id, cents: event.amount, status: 'failed' as const, key: event.metadata?.key ?? null }
  const known = hasFailed ? [...listed, { ...failed, failure: event.failure_reason ?? null }] : listed
  return async (tx) => {
    const payment = await keepLearned(tx, deps, paidBy, learned)
    if (!payment) return
    await reconcileRefunds(tx, deps, payment.id, known)
    if (hasFailed) await deps.providers.payments.adoptFailedRefund?.(tx, id)
  }
}

/** The bank takes no money for an inquiry, or for one that ended before it became a dispute. */
const takesNothing = (status: string): boolean => status.startsWith('warning_') || status === 'prevented'

/** Also handles an inquiry that became a dispute: it keeps its id, so no second event creates it. */
export const disputeOpened: Handler = async (deps, object) => {
  const { id, payment_intent: paidBy, amount, status } = readObject(Dispute, object)
  if (!paidBy || amount === 0) return nothing
  const learned = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearned(tx, deps, paidBy, learned)
    if (!payment) return
    const dispute = { id, cents: amount }
    if (!takesNothing(status)) await openDispute(tx, deps.clock.now(), payment, dispute)
    else if (status === 'warning_needs_response') await reportInquiry(tx, deps.clock.now(), payment, dispute)
  }
}

export const disputeClosed: Handler = async (deps, object) => {
  const { id, payment_intent: paidBy, amount, status } = readObject(Dispute, object)
  const outcome = status === 'won' || status === 'lost' ? status : null
  if (!paidBy || amount === 0 || (outcome === null && !takesNothing(status))) return nothing
  const learned = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearned(tx, deps, paidBy, learned)
    if (!payment) return
    if (outcome === null) await closeInquiry(tx, deps.clock.now(), payment)
    else await closeDispute(tx, deps.clock.now(), payment, { id, cents: amount }, outcome)
  }
}
