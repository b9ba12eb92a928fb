import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, json, oneOf, stamps } from './columns'
import { outboundEvents } from './events'

/** Addresses of other software that we report events to. Secrets are derived, so none is stored here. */
export const webhookSubscriptions = sqliteTable('webhook_subscriptions', {
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  description: text('description'),
  /** The types it wants; an empty list means all of them. */
  types: json<string[]>('types').notNull(),
  enabled: flag('enabled').notNull().default(true),
  /** Set when we turned it off ourselves. */
  disabledBecause: text('disabled_because').$type<'failing' | 'gone'>(),
  /** Gets an email when we turn it off. */
  contactEmail: text('contact_email'),
  /** The number of its current secret, which grows with each rotation. */
  secretVersion: integer('secret_version').notNull().default(1),
  /** Until then, messages are also signed with the previous secret. */
  previousSecretUntil: instant('previous_secret_until'),
  /** When the failures began that no success has ended yet. */
  failingSince: instant('failing_since'),
  ...stamps(),
})

export const deliveryStates = ['queued', 'sending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One event on its way to one subscription. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => outboundEvents.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => webhookSubscriptions.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('queued'),
    /** Counted before each attempt, so one that crashes the process counts too. */
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** The sender's lease on this row. After this time, the sender counts as crashed. */
    leaseUntil: instant('lease_until'),
    /** The result of the latest attempt: a status, or why there was none. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    check('webhook_deliveries_state', oneOf(table.state, deliveryStates)),
    uniqueIndex('webhook_deliveries_one_each').on(table.eventId, table.subscriptionId),
    index('webhook_deliveries_due')
      .on(table.subscriptionId, table.dueAt)
      .where(sql`${table.state} = 'queued'`),
    index('webhook_deliveries_leased')
      .on(table.subscriptionId, table.leaseUntil)
      .where(sql`${table.state} = 'sending'`),
    index('webhook_deliveries_by_subscription').on(table.subscriptionId, table.state, table.id),
  ],
)

/** The result of each attempt. */
export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    status: integer('status'),
    error: text('error'),
    /** The beginning of the receiver's answer. */
    response: text('response'),
  },
  (table) => [index('webhook_attempts_by_delivery').on(table.deliveryId, table.id)],
)
