import type { ProcessorEvent } from '../../../providers/payments/types'
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

/**
 * What a connected account may tell us of. Everything we pay and are paid with is made at our own account;
 * the sales a franchise makes at its own are none of ours, whatever job they name.
 */
const ofConnectedAccounts: ReadonlySet<string> = new Set(['account.updated'])

/** Every other type is accepted and means nothing to us. */
export function handlerOf({ type, account }: Pick<ProcessorEvent, 'type' | 'account'>): Handler {
  const isOurs = account === undefined || ofConnectedAccounts.has(type)
  return (isOurs ? handlers.get(type) : undefined) ?? (() => nothing)
}
