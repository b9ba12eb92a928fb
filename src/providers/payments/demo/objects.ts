import type {
  demoAccounts,
  demoIntents,
  demoRefunds,
  demoReversals,
  demoSessions,
  demoTransfers,
} from '../../../../db/schema'
import { second } from '../../../lib/clock'
import type { Card } from '../types'

/** Objects in events have the real processor's shape, so one handler reads both. */

export type IntentRow = typeof demoIntents.$inferSelect
export type RefundRow = typeof demoRefunds.$inferSelect
export type SessionRow = typeof demoSessions.$inferSelect
export type AccountRow = typeof demoAccounts.$inferSelect
export type TransferRow = typeof demoTransfers.$inferSelect
export type ReversalRow = typeof demoReversals.$inferSelect

const inSeconds = (at: number): number => Math.floor(at / second)
const wireStates = { open: 'requires_payment_method', succeeded: 'succeeded', cancelled: 'canceled' } as const

function metadataOf({ jobId, invoiceId }: { jobId: string | null; invoiceId?: string | null }) {
  return { ...(jobId ? { jobId } : {}), ...(invoiceId ? { invoiceId } : {}) }
}

export const chargeIdOf = (intentId: string): string => `ch_${intentId}`

export const cardOf = ({ cardBrand: brand, cardLast4: last4 }: IntentRow): Card | null =>
  brand === null || last4 === null ? null : { brand, last4 }

/** Earlier versions of the real processor send the charge along, which spares asking for the card. */
function chargesOf(intent: IntentRow): Record<string, unknown> {
  const card = cardOf(intent)
  if (card === null) return {}
  const charge = { id: chargeIdOf(intent.id), payment_method_details: { type: 'card', card } }
  return { charges: { object: 'list', data: [charge] } }
}

export function intentObject(intent: IntentRow): Record<string, unknown> {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amountCents,
    amount_received: intent.capturedCents,
    currency: 'usd',
    status: wireStates[intent.state],
    customer: intent.customerId,
    latest_charge: intent.capturedCents > 0 ? chargeIdOf(intent.id) : null,
    ...chargesOf(intent),
    last_payment_error: intent.lastDecline
      ? { type: 'card_error', code: 'card_declined', decline_code: intent.lastDecline }
      : null,
    transfer_group: intent.transferGroup,
    metadata: metadataOf(intent),
    created: inSeconds(intent.createdAt),
  }
}

export function chargeObject(intent: IntentRow): Record<string, unknown> {
  return {
    id: chargeIdOf(intent.id),
    object: 'charge',
    payment_intent: intent.id,
    amount: intent.amountCents,
    amount_captured: intent.capturedCents,
    amount_refunded: intent.refundedCents,
    refunded: intent.refundedCents === intent.capturedCents,
    disputed: intent.disputed,
    currency: 'usd',
    transfer_group: intent.transferGroup,
    metadata: metadataOf(intent),
    created: inSeconds(intent.createdAt),
  }
}

export function refundObject(refund: RefundRow, failure: string | null): Record<string, unknown> {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.cents,
    currency: 'usd',
    charge: chargeIdOf(refund.intentId),
    payment_intent: refund.intentId,
    status: refund.failed ? 'failed' : 'succeeded',
    ...(failure === null ? {} : { failure_reason: failure }),
    metadata: { key: refund.key },
    created: inSeconds(refund.createdAt),
  }
}

export function disputeObject(intent: IntentRow): Record<string, unknown> {
  return {
    id: `dp_${intent.id}`,
    object: 'dispute',
    charge: chargeIdOf(intent.id),
    payment_intent: intent.id,
    amount: intent.capturedCents - intent.refundedCents,
    currency: 'usd',
    reason: 'fraudulent',
    status: 'needs_response',
    created: inSeconds(intent.updatedAt),
  }
}

export function sessionObject(session: SessionRow): Record<string, unknown> {
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    amount_total: session.amountCents,
    currency: 'usd',
    client_reference_id: session.jobId,
    payment_intent: session.intentId,
    payment_status: session.state === 'complete' ? 'paid' : 'unpaid',
    status: session.state,
    metadata: metadataOf(session),
    expires_at: inSeconds(session.expiresAt),
    created: inSeconds(session.createdAt),
  }
}

export function accountObject(account: AccountRow): Record<string, unknown> {
  return {
    id: account.id,
    object: 'account',
    type: 'standard',
    charges_enabled: account.chargesEnabled,
    payouts_enabled: account.payoutsEnabled,
    details_submitted: account.detailsSubmitted,
    capabilities: { transfers: account.payoutsEnabled ? 'active' : 'inactive' },
    metadata: { franchiseId: account.franchiseId },
    created: inSeconds(account.createdAt),
  }
}

export function transferObject(transfer: TransferRow): Record<string, unknown> {
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.cents,
    amount_reversed: transfer.reversedCents,
    reversed: transfer.reversedCents === transfer.cents,
    currency: 'usd',
    destination: transfer.accountId,
    source_transaction: transfer.intentId ? chargeIdOf(transfer.intentId) : null,
    transfer_group: transfer.transferGroup,
    metadata: { key: transfer.key },
    created: inSeconds(transfer.createdAt),
  }
}
