import type Stripe from 'stripe'
import { upstream, upstreamTimeout, type Refusal } from '../../../lib/errors'
import { PaymentRefused, type RefusedBecause } from '../refused'

type SdkErrors = typeof Stripe.errors

const processor = 'The payment processor'

const becauseOf: Record<string, RefusedBecause> = {
  account_invalid: 'unknown',
  amount_too_large: 'too-much',
  amount_too_small: 'too-little',
  authentication_required: 'needs-customer',
  balance_insufficient: 'no-funds',
  charge_already_refunded: 'already-refunded',
  charge_disputed: 'disputed',
  insufficient_capabilities_for_transfer: 'account-not-ready',
  insufficient_funds: 'no-funds',
  payment_intent_unexpected_state: 'wrong-state',
  resource_missing: 'unknown',
  setup_intent_unexpected_state: 'wrong-state',
  transfers_not_allowed: 'account-not-ready',
}

/** What callers are told: a definite no, or that nobody knows whether it happened. */
export function translateFailure(error: unknown, errors: SdkErrors): Refusal {
  if (isTimeout(error, errors)) return upstreamTimeout(processor, error)
  if (error instanceof errors.StripeError && isDefiniteNo(error, errors))
    return new PaymentRefused(reasonOf(error, errors), error.decline_code || error.code || null)
  return upstream(processor, error)
}

/** The same call may succeed if repeated with its key. A time-out has used up the time for that. */
export function isWorthRepeating(error: unknown, errors: SdkErrors): boolean {
  if (!(error instanceof errors.StripeError) || isTimeout(error, errors)) return false
  const advice = error.headers?.['stripe-should-retry']
  if (advice === 'true' || advice === 'false') return advice === 'true'
  if (error instanceof errors.StripeConnectionError) return true
  const status = error.statusCode ?? 500
  return status === 409 || status === 429 || status >= 500
}

/**
 * Other parameters under a key that was used before do not tell what became of the first call, and a
 * refused secret key says nothing about the payment: neither is an answer to the question.
 */
function isDefiniteNo(error: Stripe.errors.StripeError, errors: SdkErrors): boolean {
  if (error instanceof errors.StripeIdempotencyError) return false
  if (error.statusCode === 403) return error.code === 'account_invalid'
  return error.statusCode === 400 || error.statusCode === 402 || error.statusCode === 404
}

function reasonOf(error: Stripe.errors.StripeError, errors: SdkErrors): RefusedBecause {
  // A bank's "insufficient funds" is a decline as well; only the balance's own is about an account.
  if (error instanceof errors.StripeCardError)
    return error.code === 'authentication_required' ? 'needs-customer' : 'declined'
  return becauseOf[error.code ?? ''] ?? 'not-possible'
}

function isTimeout(error: unknown, errors: SdkErrors): boolean {
  if (!(error instanceof errors.StripeConnectionError)) return false
  const detail: unknown = error.detail
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT'
}
