import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, integer } from 'drizzle-orm/sqlite-core'
import { cents, flag, oneOf, stamps, instant } from './columns'

/**
 * The demo processor's payments and stored cards share one table, so an id means only one thing. An id named
 * at booking is kept as sent.
 */
export const demoIntents = sqliteTable(
  'demo_intents',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'payment' | 'setup'>().notNull(),
    state: text('state').$type<'open' | 'succeeded' | 'cancelled'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    capturedCents: cents('captured_cents').notNull().default(0),
    refundedCents: cents('refunded_cents').notNull().default(0),
    feeCents: cents('fee_cents').notNull().default(0),
    jobId: text('job_id'),
    invoiceId: text('invoice_id'),
    customerId: text('customer_id'),
    transferGroup: text('transfer_group'),
    /** The caller's key of a charge without the customer present. */
    chargeKey: text('charge_key').unique(),
    /** The card that paid, as a receipt names it. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Why the last card was declined. */
    lastDecline: text('last_decline'),
    disputed: flag('disputed').notNull().default(false),
    ...stamps(),
  },
  (table) => [
    check('demo_intents_kind', oneOf(table.kind, ['payment', 'setup'])),
    check('demo_intents_state', oneOf(table.state, ['open', 'succeeded', 'cancelled'])),
    check(
      'demo_intents_amounts',
      sql`${table.refundedCents} BETWEEN 0 AND ${table.capturedCents}
        AND ${table.capturedCents} BETWEEN 0 AND ${table.amountCents}
        AND ${table.feeCents} BETWEEN 0 AND ${table.capturedCents}`,
    ),
    index('demo_intents_by_customer')
      .on(table.customerId)
      .where(sql`${table.customerId} IS NOT NULL`),
  ],
)

/**
 * Checkouts of the demo processor, without the customer's name or address, which it doesn't need. The payment
 * is created when a card is first tried.
 */
export const demoSessions = sqliteTable(
  'demo_sessions',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    jobId: text('job_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    description: text('description').notNull(),
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    /** The customer who is offered their saved cards. */
    customerId: text('customer_id'),
    transferGroup: text('transfer_group').notNull(),
    intentId: text('intent_id')
      .unique()
      .references(() => demoIntents.id),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_sessions_state', oneOf(table.state, ['open', 'complete', 'expired'])),
    check('demo_sessions_amount', sql`${table.amountCents} > 0`),
  ],
)

export const demoRefunds = sqliteTable(
  'demo_refunds',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => demoIntents.id),
    cents: cents('cents').notNull(),
    reason: text('reason').notNull(),
    key: text('key').notNull().unique(),
    /** The bank sent the money back. */
    failed: flag('failed').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_refunds_cents', sql`${table.cents} > 0`),
    index('demo_refunds_by_intent').on(table.intentId),
  ],
)

/** Visits to the demo processor's page that saves a card. */
export const demoSetups = sqliteTable(
  'demo_setups',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    customerId: text('customer_id').notNull(),
    cardId: text('card_id'),
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('demo_setups_state', oneOf(table.state, ['open', 'complete', 'expired']))],
)

/** Stored cards of the demo processor. All of them are its test cards, so the number is kept. */
export const demoCards = sqliteTable(
  'demo_cards',
  {
    id: text('id').primaryKey(),
    /** Null once the card is removed. */
    customerId: text('customer_id'),
    number: text('number').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('demo_cards_by_customer').on(table.customerId, table.createdAt)],
)

/** Connected accounts of the demo processor. */
export const demoAccounts = sqliteTable(
  'demo_accounts',
  {
    id: text('id').primaryKey(),
    franchiseId: text('franchise_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email'),
    chargesEnabled: flag('charges_enabled').notNull().default(false),
    payoutsEnabled: flag('payouts_enabled').notNull().default(false),
    detailsSubmitted: flag('details_submitted').notNull().default(false),
    /** Where the newest onboarding link returns to. */
    returnUrl: text('return_url'),
    /** Paid out to the franchise's bank, so it can't be taken back. */
    paidOutCents: cents('paid_out_cents').notNull().default(0),
    ...stamps(),
  },
  (table) => [check('demo_accounts_paid_out', sql`${table.paidOutCents} >= 0`)],
)

export const demoTransfers = sqliteTable(
  'demo_transfers',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => demoAccounts.id),
    intentId: text('intent_id').references(() => demoIntents.id),
    cents: cents('cents').notNull(),
    reversedCents: cents('reversed_cents').notNull().default(0),
    transferGroup: text('transfer_group').notNull(),
    key: text('key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check(
      'demo_transfers_amounts',
      sql`${table.cents} > 0 AND ${table.reversedCents} BETWEEN 0 AND ${table.cents}`,
    ),
    index('demo_transfers_by_account').on(table.accountId),
    index('demo_transfers_by_group').on(table.transferGroup),
    index('demo_transfers_by_intent').on(table.intentId),
  ],
)

export const demoReversals = sqliteTable(
  'demo_reversals',
  {
    id: text('id').primaryKey(),
    transferId: text('transfer_id')
      .notNull()
      .references(() => demoTransfers.id),
    cents: cents('cents').notNull(),
    key: text('key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_reversals_cents', sql`${table.cents} > 0`),
    index('demo_reversals_by_transfer').on(table.transferId),
  ],
)

/** The demo processor's result for each idempotency key. */
export const demoKeys = sqliteTable('demo_keys', {
  key: text('key').primaryKey(),
  /** A hash of the request. Using the key for another request is an error. */
  request: text('request').notNull(),
  objectId: text('object_id'),
  refusal: text('refusal'),
  createdAt: instant('created_at').notNull(),
})

/** The demo processor's events, written in the unit that caused them and delivered from here. */
export const demoEvents = sqliteTable(
  'demo_events',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    type: text('type').notNull(),
    /** The bytes that are signed and sent. */
    payload: text('payload').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /**
     * The earliest time of the next attempt. It is moved ahead when an attempt starts, so a crash only delays
     * the retry.
     */
    dueAt: instant('due_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('demo_events_due')
      .on(table.dueAt)
      .where(sql`${table.deliveredAt} IS NULL`),
    index('demo_events_by_age').on(table.createdAt),
  ],
)
