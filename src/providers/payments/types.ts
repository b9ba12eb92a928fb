import type { Choice } from '../choices'
import type { Tx } from '../../../db/store'
import type { Background } from '../../lib/background'
import type { Cents } from '../../lib/money'
import type { Rejection } from './rejections'

/**
 * The payment processor. Every write takes a `key`, the id of the row that requests it; repeating a call with
 * the same key changes nothing. `PaymentRefused` means it didn't happen. After any other error the outcome is
 * unknown, and the processor must be asked before continuing.
 */
export interface Payments {
  readonly name: Choice<'payments'> | 'demo' | 'none'

  createCheckout(order: CheckoutOrder): Promise<Checkout>
  /** Ends this checkout. Fails if it is already paid or expired. */
  expireCheckout(sessionId: string, key: string): Promise<void>

  /** Null if the processor doesn't know the id. */
  findPayment(id: string): Promise<Payment | null>
  /** Writes our job id into the payment's metadata. */
  tieToJob(tie: { paymentId: string; jobId: string; key: string }): Promise<Payment>
  /** Charges a customer's stored card while the customer isn't present. */
  chargeStoredCard(order: StoredCardOrder): Promise<Payment>
  findStoredCardCharge(charge: { customerId: string; key: string }): Promise<Payment | null>
  cancelSetup(setup: { paymentId: string; key: string }): Promise<Payment>

  /** Opens a page where a customer saves a card. Creates the customer at the processor if needed. */
  createCardSetup(order: CardSetupOrder): Promise<CardSetup>
  findCardSetup(sessionId: string): Promise<CardSetupState>
  /** Null if it isn't a card, or no longer belongs to a customer. */
  findCard(id: string): Promise<StoredCard | null>
  /** Nobody can charge the card afterwards. A card that is already gone is fine. */
  removeCard(card: { id: string; key: string }): Promise<void>

  refund(order: RefundOrder): Promise<Refund>
  listRefunds(paymentId: string): Promise<Refund[]>

  /** Returns the franchise's existing account or creates one. */
  ensureAccount(owner: AccountOwner): Promise<Account>
  findAccount(id: string): Promise<Account | null>
  createOnboardingLink(order: OnboardingOrder): Promise<OnboardingLink>

  transfer(order: TransferOrder): Promise<Transfer>
  findTransfer(transfer: { transferGroup: string; key: string }): Promise<Transfer | null>
  reverseTransfer(order: ReversalOrder): Promise<Reversal>
  listReversals(transferId: string): Promise<Reversal[]>

  /** Our balance, or a connected account's. */
  balance(accountId?: string): Promise<Balance>
  /** Newest first. */
  recentEvents(limit: number): Promise<ProcessorEvent[]>
  /** Page by page, in any order. With `undelivered`, only events we haven't acknowledged. */
  eventsSince(since: number, options?: { undelivered?: boolean }): AsyncIterable<ProcessorEvent[]>

  /** Sets the listener for requests that the processor rejects because they are wrong. */
  onRejected?(listener: (rejection: Rejection) => void): void

  // The remaining functions are for a processor inside this process. A real one knows its own payments and
  // posts its events.

  /** Turns the payment a booking names into one of its own, in the booking's unit. */
  adoptBookingPayment?(tx: Tx, booking: BookingPayment): Promise<boolean>
  /** Turns the payment of a signed event into one of its own, in the event's unit. */
  adoptEventPayment?(tx: Tx, paid: EventPayment): Promise<void>
  /** Takes the failure of a refund from a signed event as its own, in the event's unit. */
  adoptFailedRefund?(tx: Tx, refundId: string): Promise<void>
  /** Sets the receiver of its events. From then on they are sent as soon as they happen. */
  connect?(receive: ReceiveEvent, background: Background): void
  /** Sends unacknowledged events again. Does nothing before `connect`. */
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

/** Receives a signed event; throws if it isn't acknowledged. */
export type ReceiveEvent = (body: string, signature: string) => Promise<unknown>

export interface CheckoutOrder {
  amountCents: Cents
  jobId: string
  description: string
  customerEmail?: string | null
  customerName?: string | null
  /** The processor's id of the customer. The page offers their saved cards, so only they may see it. */
  customerId?: string | null
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
  /** `authorised` is held on the card but not captured; `open` waits for the customer. */
  status: 'open' | 'processing' | 'authorised' | 'succeeded' | 'cancelled'
  amountCents: Cents
  capturedCents: Cents
  refundedCents: Cents
  /** The processor's fee, or null while it is unknown. */
  feeCents: Cents | null
  /** The card that paid; null for another way to pay, or while the processor does not say. */
  card: Card | null
  disputed: boolean
  /** The job named in its metadata. */
  jobId: string | null
  currency: string
}

export interface StoredCard extends Card {
  id: string
  /** The processor's id of its customer. */
  customerId: string
  expMonth: number
  expYear: number
}

export interface CardSetupOrder {
  /** The processor's id of the customer, if there is one. */
  customerId: string | null
  name: string
  email: string | null
  language: 'en' | 'es'
  successUrl: string
  cancelUrl: string
  key: string
}

export interface CardSetup extends Checkout {
  customerId: string
}

/** `card` is null until it is complete, and for a way to pay that isn't a card. */
export interface CardSetupState {
  status: 'open' | 'complete' | 'expired'
  card: StoredCard | null
}

export interface StoredCardOrder {
  customerId: string
  /** A particular card; otherwise the customer's default one. */
  cardId?: string | null
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
  /** The key of the request, or null if someone created it in the processor's dashboard. */
  key: string | null
  /** Why it failed, as the processor's code. */
  failure?: string | null
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
  /** Whether it can receive a transfer now. */
  canReceive: boolean
}

export interface OnboardingOrder {
  accountId: string
  returnUrl: string
  /** The processor sends people here for a new link after theirs expired. */
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
  /** The payment this is a share of. The transfer then waits for that payment's money. */
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
  /** The connected account it happened at, if it wasn't ours. */
  account?: string
  /** The whole event as received. */
  raw: string
}
