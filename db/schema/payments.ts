import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex, integer } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, instant, oneOf, stamps, json } from './columns'
import { customers } from './customers'
import { jobs } from './jobs'

export const processorStates = [
  'open',
  'processing',
  'authorised',
  'failed',
  'succeeded',
  'cancelled',
] as const
export type ProcessorState = (typeof processorStates)[number]

/** Ways to pay that the processor knows nothing about; HQ records them. */
export const outsideMethods = ['cash', 'check', 'bank_transfer', 'other'] as const
export type OutsideMethod = (typeof outsideMethods)[number]
export const paymentMethods = ['card', ...outsideMethods] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * Payments that the processor confirmed, under its own ids, and those that HQ recorded, under ours. One payment
 * belongs to one job forever. Its split is stored with it, so later changes to splits don't affect it.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'payment' | 'setup'>().notNull(),
    status: text('status').$type<ProcessorState>().notNull(),
    /** Counts toward the job's total. Any other payment was refunded, or undone by HQ. */
    pays: flag('pays').notNull().default(false),
    amountCents: cents('amount_cents').notNull(),
    capturedCents: cents('captured_cents').notNull().default(0),
    /** Refunded so far. Refunds that are decided but not yet paid are in `refunds`. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** Kept as a cancellation fee, so it isn't refunded automatically. */
    keptCents: cents('kept_cents').notNull().default(0),
    /** Null until the processor reports it. */
    feeCents: cents('fee_cents'),
    taxCents: cents('tax_cents').notNull().default(0),
    franchiseId: text('franchise_id'),
    franchiseCents: cents('franchise_cents').notNull().default(0),
    /** The card as a receipt names it, such as visa and 4242. Null until the processor says. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    method: text('method').$type<PaymentMethod>().notNull().default('card'),
    /** The side that holds the money of a recorded payment. A franchise that does owes HQ its part. */
    receivedBy: text('received_by').$type<'hq' | 'franchise'>().notNull().default('hq'),
    /** HQ's words about a recorded payment, such as the number of a check. */
    note: text('note'),
    recordedBy: text('recorded_by'),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
    undoneReason: text('undone_reason'),
    disputed: flag('disputed').notNull().default(false),
    paidAt: instant('paid_at'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('payments_kind', oneOf(table.kind, ['payment', 'setup'])),
    check('payments_status', oneOf(table.status, processorStates)),
    check(
      'payments_amounts',
      sql`${table.amountCents} >= 0 AND ${table.refundedCents} BETWEEN 0 AND ${table.capturedCents}
        AND ${table.taxCents} >= 0 AND ${table.franchiseCents} >= 0
        AND ${table.taxCents} + ${table.franchiseCents} <= ${table.capturedCents}`,
    ),
    index('payments_by_job').on(table.jobId),
    index('payments_by_time')
      .on(table.paidAt, table.id)
      .where(sql`${table.status} = 'succeeded' AND ${table.kind} = 'payment'`),
    index('payments_outside')
      .on(table.paidAt)
      .where(sql`${table.method} <> 'card'`),
    index('payments_without_fee')
      .on(table.paidAt)
      .where(sql`${table.feeCents} IS NULL AND ${table.status} = 'succeeded'`),
  ],
)

export type PaymentRow = typeof payments.$inferSelect

/** An extra as the customer approved it. */
export interface ApprovedExtra {
  label: string
  priceCents: number
}

/** Extras that a customer approved on a technician's phone during the visit. Rows never change. */
export const extraApprovals = sqliteTable(
  'extra_approvals',
  {
    /** Derived from the request, so a repeated one adds nothing. */
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    extras: json<ApprovedExtra[]>('extras').notNull(),
    /** The whole job before and after, with tax. */
    beforeCents: cents('before_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** The name that the customer typed. */
    approvedName: text('approved_name').notNull(),
    recordedBy: text('recorded_by').notNull(),
    approvedAt: instant('approved_at').notNull(),
  },
  (table) => [index('extra_approvals_by_job').on(table.jobId, table.approvedAt)],
)

/** A request to the processor, kept until it is answered so that a repeat is exactly the same. */
export interface StoredOrder {
  description: string
  customerName: string | null
  customerEmail: string | null
}

/** Checkouts by our own key. A job has one payable checkout at a time. */
export const checkoutSessions = sqliteTable(
  'checkout_sessions',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    state: text('state').$type<'intended' | 'open' | 'completed' | 'expired'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** It asks for the deposit only; the rest stays due. */
    deposit: flag('deposit').notNull().default(false),
    returnUrl: text('return_url'),
    /** The processor's id of the proven customer whose saved cards the page offers; nobody else gets that page. */
    paymentsCustomerId: text('payments_customer_id'),
    order: json<StoredOrder>('order'),
    sessionId: text('session_id').unique(),
    url: text('url'),
    expiresAt: instant('expires_at'),
    ...stamps(),
  },
  (table) => [
    check('checkout_sessions_state', oneOf(table.state, ['intended', 'open', 'completed', 'expired'])),
    check('checkout_sessions_amount', sql`${table.amountCents} > 0`),
    check(
      'checkout_sessions_open',
      sql`${table.state} <> 'open' OR (${table.sessionId} IS NOT NULL AND ${table.url} IS NOT NULL)`,
    ),
    uniqueIndex('checkout_sessions_one_live')
      .on(table.jobId)
      .where(sql`${table.state} IN ('intended', 'open')`),
    index('checkout_sessions_intended')
      .on(table.createdAt)
      .where(sql`${table.state} = 'intended'`),
  ],
)

export const refundCauses = ['cancel', 'late', 'duplicate', 'hq', 'outside'] as const
export type RefundCause = (typeof refundCauses)[number]

/**
 * Written before the processor is asked, with the id as the key. A trigger limits the sum to the captured
 * amount, and a payment is refunded automatically at most once.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    cents: cents('cents').notNull(),
    cause: text('cause').$type<RefundCause>().notNull(),
    actor: text('actor').notNull(),
    /** HQ's reason for the refund. */
    reason: text('reason'),
    state: text('state').$type<'intended' | 'done' | 'refused'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    processorId: text('processor_id').unique(),
    /** Why the processor refused it. */
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    /** The processor accepted it but hasn't paid it out yet. */
    pending: flag('pending').notNull().default(false),
    /** When the bank returned a refund that was already paid; its state is then `refused`. */
    failedAt: instant('failed_at'),
    /** How HQ gave the money back; null if the processor does. */
    method: text('method').$type<OutsideMethod>(),
    /** Whether the customer gets a separate message once it is paid. */
    tellCustomer: flag('tell_customer').notNull().default(false),
    ...stamps(),
  },
  (table) => [
    check('refunds_cents', sql`${table.cents} > 0`),
    check('refunds_cause', oneOf(table.cause, ['cancel', 'late', 'duplicate', 'hq', 'outside'])),
    check('refunds_state', oneOf(table.state, ['intended', 'done', 'refused'])),
    check('refunds_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    uniqueIndex('refunds_one_by_itself')
      .on(table.paymentId)
      .where(sql`${table.cause} IN ('cancel', 'late', 'duplicate') AND ${table.state} <> 'refused'`),
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_by_job').on(table.jobId),
    index('refunds_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'intended'`),
  ],
)

/** The words a customer agreed to when saving a card, and the circumstances. */
export interface CardConsent {
  text: string
  language: 'en' | 'es'
  at: number
  /** The page: the customer's account, or the one behind a link from HQ. */
  from: 'account' | 'link'
  /** The network address of the browser. */
  address: string
}

/** Visits to the processor's page that saves a card. The id is the key sent to the processor. */
export const cardSetups = sqliteTable(
  'card_setups',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    state: text('state').$type<'intended' | 'open' | 'completed' | 'expired'>().notNull(),
    consent: json<CardConsent>('consent_text').notNull(),
    /** The processor's id for the customer, reused so that a person has only one there. */
    paymentsCustomerId: text('payments_customer_id'),
    sessionId: text('session_id').unique(),
    url: text('url'),
    expiresAt: instant('expires_at'),
    ...stamps(),
  },
  (table) => [
    check('card_setups_state', oneOf(table.state, ['intended', 'open', 'completed', 'expired'])),
    index('card_setups_by_customer').on(table.customerId, table.createdAt),
  ],
)

/**
 * Cards that customers saved, by the processor's id. `detaching` cards aren't charged anymore and wait until
 * the processor has removed them. A customer has one active card.
 */
export const savedCards = sqliteTable(
  'saved_cards',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    paymentsCustomerId: text('payments_customer_id').notNull(),
    state: text('state').$type<'active' | 'detaching' | 'removed'>().notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    /** Null once the customer is erased. */
    consent: json<CardConsent>('consent_text'),
    removedAt: instant('removed_at'),
    removedBy: text('removed_by'),
    attempts: integer('attempts').notNull().default(0),
    ...stamps(),
  },
  (table) => [
    check('saved_cards_state', oneOf(table.state, ['active', 'detaching', 'removed'])),
    uniqueIndex('saved_cards_one_active')
      .on(table.customerId)
      .where(sql`${table.state} = 'active'`),
    index('saved_cards_by_customer').on(table.customerId),
    index('saved_cards_detaching')
      .on(table.createdAt)
      .where(sql`${table.state} = 'detaching'`),
  ],
)

export interface CancelAnswer {
  refunded: boolean
  refundId?: string
  setupIntentCancelled: boolean
  message: string
}

/**
 * One per job, so the first request cancels and all others get the same answer. The caller's input is kept
 * only until the answer is known.
 */
export const cancellations = sqliteTable(
  'cancellations',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    state: text('state').$type<'open' | 'done'>().notNull(),
    actor: text('actor').notNull(),
    tellCustomer: flag('tell_customer').notNull(),
    /** Where the caller wants the notice to be sent. */
    email: text('email'),
    phone: text('phone'),
    /** The caller's claim about the payment, used only as a hint. */
    hintedId: text('hinted_id'),
    hintedStatus: text('hinted_status'),
    /** Whether the processor was asked about payments we don't know. */
    lookedUp: flag('looked_up').notNull().default(false),
    /** The caller named a payment that can't be tied to the job. */
    untied: flag('untied').notNull().default(false),
    /** The fee by the policy at the moment of canceling. */
    feeDueCents: cents('fee_due_cents').notNull().default(0),
    /** The part of it that was kept from what the customer had paid. */
    feeCents: cents('fee_cents').notNull().default(0),
    answer: json<CancelAnswer>('answer'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('cancellations_state', oneOf(table.state, ['open', 'done'])),
    check('cancellations_answer', sql`(${table.state} = 'done') = (${table.answer} IS NOT NULL)`),
    index('cancellations_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'open'`),
  ],
)

/** How far we have fetched the events that the processor couldn't deliver. */
export const eventFetches = sqliteTable('event_fetches', {
  source: text('source').primaryKey(),
  fetchedUntil: instant('fetched_until').notNull(),
})

export const webhookStates = ['queued', 'processing', 'done', 'dead'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Every processor event, stored before it is acknowledged and identified by its id. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    /** The order of arrival, used for paging through lists. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    payload: text('payload').notNull(),
    source: text('source').$type<'webhook' | 'reconciled'>().notNull(),
    state: text('state').$type<WebhookState>().notNull(),
    /** Counted before each attempt, so one that crashes the process counts too. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** The worker's lease on this event. After this time, the worker counts as crashed. */
    leaseUntil: instant('lease_until'),
    lastError: text('last_error'),
    receivedAt: instant('received_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    check('webhook_events_state', oneOf(table.state, ['queued', 'processing', 'done', 'dead'])),
    index('webhook_events_due')
      .on(table.dueAt)
      .where(sql`${table.state} = 'queued'`),
    index('webhook_events_leased')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'processing'`),
    index('webhook_events_dead')
      .on(table.seq)
      .where(sql`${table.state} = 'dead'`),
  ],
)
