import { chargeRefunded, disputeClosed, disputeOpened } from './charge'
import { checkoutCompleted, checkoutExpired } from './checkout'
import { accountUpdated, transferReversed } from './connect'
import { nothing, type Handler } from './handler'
import { paymentFailed, paymentSucceeded } from './payment-intent'

const handlers = new Map<string, Handler>([
  ['payment_intent.succeeded', paymentSucceeded],
  ['payment_intent.payment_failed', paymentFailed],
  ['checkout.session.completed', checkoutCompleted],
  ['checkout.session.expired', checkoutExpired],
  ['charge.refunded', chargeRefunded],
  ['charge.dispute.created', disputeOpened],
  ['charge.dispute.updated', disputeOpened],
  ['charge.dispute.funds_withdrawn', disputeOpened],
  ['charge.dispute.closed', disputeClosed],
  ['account.updated', accountUpdated],
  ['transfer.reversed', transferReversed],
])

/** Every other type is accepted and means nothing to us. */
export const handlerOf = (type: string): Handler => handlers.get(type) ?? (() => nothing)
