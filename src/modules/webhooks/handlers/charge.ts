import { z } from 'zod'
import { closeDispute, closeInquiry, openDispute, reportInquiry } from '../../payments/dispute'
import { reconcileRefunds } from '../../refunds/reconcile'
import { refundedThere, refundsOfPayment } from '../../refunds/rows'
import { nothing, readObject, type Handler } from './handler'
import { keepLearnt, learnPayment } from './learn'

const cents = z.int().min(0)
const paymentId = z.string().min(1).max(255).nullish()

const Charge = z.object({ payment_intent: paymentId, amount_refunded: cents })
const Dispute = z.object({
  id: z.string().min(1).max(255),
  payment_intent: paymentId,
  amount: cents,
  status: z.string().max(50).default('needs_response'),
})

/** Ours or made by hand: the processor's list says which. Nothing is asked where we know it all. */
export const chargeRefunded: Handler = async (deps, object) => {
  const { payment_intent: id, amount_refunded: refunded } = readObject(Charge, object)
  if (!id) return nothing
  if (refundedThere(await refundsOfPayment(deps.store.read, id)) >= refunded) return nothing
  const learnt = await learnPayment(deps, id)
  const listed = await deps.providers.payments.listRefunds(id)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, id, learnt)
    if (payment) await reconcileRefunds(tx, deps.clock.now(), payment.id, listed)
  }
}

/** An inquiry, or one that was settled before it became a dispute: the bank has taken nothing. */
const takesNothing = (status: string): boolean => status.startsWith('warning_') || status === 'prevented'

/** Also when an inquiry has become a dispute: it keeps its id, and is not created a second time. */
export const disputeOpened: Handler = async (deps, object) => {
  const { id, payment_intent: paidBy, amount, status } = readObject(Dispute, object)
  if (!paidBy || amount === 0) return nothing
  const learnt = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, paidBy, learnt)
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
  const learnt = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, paidBy, learnt)
    if (!payment) return
    if (outcome === null) await closeInquiry(tx, deps.clock.now(), payment)
    else await closeDispute(tx, deps.clock.now(), payment, { id, cents: amount }, outcome)
  }
}
