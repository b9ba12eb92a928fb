import { z } from 'zod'
import { findPaymentRow } from '../../money/rows'
import { closeDispute, openDispute } from '../../payments/dispute'
import { reconcileRefunds } from '../../refunds/reconcile'
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
  const known = await findPaymentRow(deps.store.read, id)
  if (known && known.refundedCents >= refunded) return nothing
  const learnt = await learnPayment(deps, id)
  const listed = await deps.providers.payments.listRefunds(id)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, id, learnt)
    if (payment) await reconcileRefunds(tx, deps.clock.now(), payment.id, listed)
  }
}

export const disputeCreated: Handler = async (deps, object) => {
  const { id, payment_intent: paidBy, amount } = readObject(Dispute, object)
  if (!paidBy || amount === 0) return nothing
  const learnt = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, paidBy, learnt)
    if (payment) await openDispute(tx, deps.clock.now(), payment, { id, cents: amount })
  }
}

export const disputeClosed: Handler = async (deps, object) => {
  const { id, payment_intent: paidBy, amount, status } = readObject(Dispute, object)
  const outcome = status === 'won' || status === 'lost' ? status : null
  if (!paidBy || amount === 0 || outcome === null) return nothing
  const learnt = await learnPayment(deps, paidBy)
  return async (tx) => {
    const payment = await keepLearnt(tx, deps, paidBy, learnt)
    if (payment) await closeDispute(tx, deps.clock.now(), payment, { id, cents: amount }, outcome)
  }
}
