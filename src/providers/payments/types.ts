import type { Tx } from '../../../db/store'
import type { Background } from '../../lib/background'
import type { Cents } from '../../lib/money'

/**
 * The payment processor in our words. Every write takes a `key`, the identity of the row that intends
 * it: repeating a call with its key repeats nothing. A `PaymentRefused` means that it did not happen;
 * any other error means that nobody knows, and the processor must be asked before going on.
 */
export interface Payments {
  readonly name: 'demo' | 'stripe' | 'none'

  createCheckout(order: CheckoutOrder): Promise<Checkout>
  /** Nobody can pay this checkout any more; one that is already paid or expired is refused. */
  expireCheckout(sessionId: string, key: string): Promise<void>

  /** Null when the processor does not know the id. */
  findPayment(id: string): Promise<Payment | null>
  /** Writes our job into the payment's metadata. */
  tieToJob(tie: { paymentId: string; jobId: string; key: string }): Promise<Payment>
  /** Takes a charge from a customer's stored card while the customer is away. */
  chargeStoredCard(order: StoredCardOrder): Promise<Payment>
  findStoredCardCharge(charge: { customerId: string; key: string }): Promise<Payment | null>
  cancelSetup(setup: { paymentId: string; key: string }): Promise<Payment>

  refund(order: RefundOrder): Promise<Refund>
  listRefunds(paymentId: string): Promise<Refund[]>

  /** The account made for this franchise before, or a new one. */
  ensureAccount(owner: AccountOwner): Promise<Account>
  findAccount(id: string): Promise<Account | null>
  createOnboardingLink(order: OnboardingOrder): Promise<OnboardingLink>

  transfer(order: TransferOrder): Promise<Transfer>
  findTransfer(transfer: { transferGroup: string; key: string }): Promise<Transfer | null>
  reverseTransfer(order: ReversalOrder): Promise<Reversal>
  listReversals(transferId: string): Promise<Reversal[]>

  /** Ours, or a connected account's. */
  balance(accountId?: string): Promise<Balance>
  /** Newest first. */
  recentEvents(limit: number): Promise<ProcessorEvent[]>
  /** Oldest first; only those that we did not acknowledge when `undelivered` is set. */
  eventsSince(since: number, options?: { undelivered?: boolean }): Promise<ProcessorEvent[]>

  // The rest is for a processor that runs in this process. A real one knows its payments, and posts its events.

  /** Makes the payment a booking names one of its own, in the booking's unit. */
  adoptBookingPayment?(tx: Tx, booking: BookingPayment): Promise<boolean>
  /** Makes the payment a signed event tells of one of its own, in the event's unit. */
  adoptEventPayment?(tx: Tx, paid: EventPayment): Promise<void>
  /** Where its events go. From now on they leave as soon as they are made. */
  connect?(receive: ReceiveEvent, background: Background): void
  /** Sends again the events that nobody acknowledged; nothing happens before `connect`. */
  deliverDue?(): Promise<{ delivered: number; failed: number }>
}

export interface BookingPayment {
  paymentId: string
  paymentStatus: string | null
  jobId: string
  totalCents: Cents
  at: number
}

export interface EventPayment {
  id: string
  jobId: string | null
  amountCents: Cents
  capturedCents: Cents
  at: number
}

/** Takes in a signed event; throws when it is not acknowledged. */
export type ReceiveEvent = (body: string, signature: string) => Promise<unknown>

export interface CheckoutOrder {
  amountCents: Cents
  jobId: string
  description: string
  customerEmail?: string | null
  customerName?: string | null
  successUrl: string
  cancelUrl: string
  transferGroup: string
  key: string
}

export interface Checkout {
  id: string
  url: string
  expiresAt: number
}

/** A card as a receipt names it: `visa` and the last four digits. */
export interface Card {
  brand: string
  last4: string
}

export interface Payment {
  id: string
  kind: 'payment' | 'setup'
  /** `authorised` is held on the card and not captured; `open` still waits for the customer. */
  status: 'open' | 'processing' | 'authorised' | 'succeeded' | 'cancelled'
  amountCents: Cents
  capturedCents: Cents
  refundedCents: Cents
  /** What the processor keeps; null while it does not say. */
  feeCents: Cents | null
  /** The card that paid; null for another way to pay, or while the processor does not say. */
  card: Card | null
  disputed: boolean
  /** The job its metadata names. */
  jobId: string | null
  currency: string
}

export interface StoredCardOrder {
  customerId: string
  amountCents: Cents
  description: string
  jobId?: string | null
  invoiceId?: string | null
  transferGroup?: string | null
  key: string
}

export type RefundReason = 'requested_by_customer' | 'duplicate' | 'fraudulent'

export interface RefundOrder {
  paymentId: string
  cents: Cents
  reason: RefundReason
  key: string
}

export interface Refund {
  id: string
  cents: Cents
  status: 'pending' | 'succeeded' | 'failed'
  /** The key it was asked for with; null when somebody made it at the processor by hand. */
  key: string | null
}

export interface AccountOwner {
  franchiseId: string
  name: string
  email?: string | null
  key: string
}

export interface Account {
  id: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  /** Whether a transfer to it would be taken now. */
  canReceive: boolean
}

export interface OnboardingOrder {
  accountId: string
  returnUrl: string
  /** Where the processor sends somebody whose link has expired, to get a new one. */
  refreshUrl: string
  key: string
}

export interface OnboardingLink {
  url: string
  expiresAt: number
}

export interface TransferOrder {
  accountId: string
  cents: Cents
  transferGroup: string
  /** The payment it is a share of: it then waits for that money and no other. */
  sourcePaymentId?: string | null
  key: string
}

export interface Transfer {
  id: string
  accountId: string
  cents: Cents
  reversedCents: Cents
  transferGroup: string | null
  key: string | null
}

export interface ReversalOrder {
  transferId: string
  cents: Cents
  key: string
}

export interface Reversal {
  id: string
  transferId: string
  cents: Cents
  key: string | null
}

export interface Money {
  currency: string
  cents: Cents
}

export interface Balance {
  available: Money[]
  pending: Money[]
}

export interface ProcessorEvent {
  id: string
  type: string
  /** When it happened at the processor. */
  at: number
  object: Record<string, unknown>
  /** The connected account it happened at, and not at ours. */
  account?: string
  /** The whole event as it came. */
  raw: string
}
