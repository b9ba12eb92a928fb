import { sql, type SQL } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  sqliteTable,
  text,
  blob,
  primaryKey,
  uniqueIndex,
  type SQLiteColumn,
} from 'drizzle-orm/sqlite-core'
import { flag, instant, json, oneOf } from './columns'
import { customers } from './customers'

export const outboxStates = ['queued', 'sending', 'sent', 'dead', 'unknown', 'cancelled', 'held'] as const
export type OutboxState = (typeof outboxStates)[number]

/** Neither on its way nor delivered. The condition fails fast, because it is checked for every message. */
export function isTroubled(state: SQLiteColumn): SQL {
  return sql`${state} <> 'queued' AND ${state} <> 'sending' AND ${state} <> 'sent'`
}

/**
 * Every message, written in the unit that caused it and sent from here. `about` is unique and names the
 * occasion and the recipient, so the same message can't be queued twice.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    about: text('about').notNull().unique(),
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    /** The template's data; the text is rendered when it is sent. */
    data: json<Record<string, unknown>>('data').notNull(),
    /** The language of the page that caused it. Null where the recipient's own language decides. */
    language: text('language').$type<'en' | 'es'>(),
    franchiseId: text('franchise_id'),
    jobId: text('job_id'),
    campaignId: text('campaign_id'),
    state: text('state').$type<OutboxState>().notNull().default('queued'),
    /**
     * 1 for bulk messages, so messages that someone waits for go first, however long the campaign before
     * them.
     */
    rank: integer('rank').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** The sender's lease on this row. After this time, the sender counts as crashed. */
    leaseUntil: instant('lease_until'),
    provider: text('provider'),
    providerMessageId: text('provider_message_id'),
    lastError: text('last_error'),
    /** An attempt ended without a clear answer, so the recipient may have the message. */
    maybeSent: flag('maybe_sent').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** For messages that anyone can cause without signing in: the normalized address they are counted by. */
    publicKey: text('public_key'),
    /** True if that address isn't the job's own. */
    elsewhere: flag('elsewhere').notNull().default(false),
  },
  (table) => [
    check('outbox_state', oneOf(table.state, outboxStates)),
    check('outbox_channel', oneOf(table.channel, ['email', 'sms'])),
    index('outbox_due')
      .on(table.channel, table.rank, table.dueAt)
      .where(sql`${table.state} = 'queued'`),
    index('outbox_leased')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'sending'`),
    // Later messages to the same recipient wait for these.
    index('outbox_retrying')
      .on(table.recipient)
      .where(sql`${table.state} = 'queued' AND ${table.attempts} > 0`),
    // Lists by age find the many booking emails without an index. These indexes are for the rest, so bookings
    // don't pay for them.
    index('outbox_troubled').on(table.state, table.id).where(isTroubled(table.state)),
    index('outbox_by_template')
      .on(table.template, table.id)
      .where(sql`${table.template} <> 'booked'`),
    index('outbox_texts')
      .on(table.id)
      .where(sql`${table.channel} = 'sms'`),
    // Messages about a job are found by the job. This index finds an erased person's other messages.
    index('outbox_by_recipient')
      .on(table.recipient)
      .where(sql`${table.jobId} IS NULL`),
    index('outbox_by_job')
      .on(table.jobId)
      .where(sql`${table.jobId} IS NOT NULL`),
    // Leaves out held messages, so a flood of them doesn't slow down counting.
    index('outbox_public')
      .on(table.publicKey, table.createdAt)
      .where(sql`${table.publicKey} IS NOT NULL AND ${table.state} <> 'held'`),
    index('outbox_by_franchise')
      .on(table.franchiseId, table.id)
      .where(sql`${table.franchiseId} IS NOT NULL`),
    index('outbox_by_campaign')
      .on(table.campaignId, table.state)
      .where(sql`${table.campaignId} IS NOT NULL`),
  ],
)

/** Attachments, kept until their message is sent. */
export const outboxFiles = sqliteTable(
  'outbox_files',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.name] })],
)

/** Texts that people sent us. The provider's id makes a repeated delivery count once. */
export const inboundMessages = sqliteTable(
  'inbound_messages',
  {
    id: text('id').primaryKey(),
    providerMessageId: text('provider_message_id'),
    /** A phone number in E.164, or as the provider wrote it. */
    sender: text('sender').notNull(),
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** The franchise that wrote to them last. */
    franchiseId: text('franchise_id'),
    text: text('text').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    uniqueIndex('inbound_messages_once')
      .on(table.providerMessageId)
      .where(sql`${table.providerMessageId} IS NOT NULL`),
    index('inbound_messages_by_customer')
      .on(table.customerId, table.receivedAt)
      .where(sql`${table.customerId} IS NOT NULL`),
    index('inbound_messages_by_sender').on(table.sender, table.receivedAt),
  ],
)

/** One message to many customers. Its text is stored here once, not in every message. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    /**
     * A hash of the caller and Idempotency-Key, so repeating the request after a crash continues the same
     * campaign.
     */
    requestKey: text('request_key').unique(),
    fingerprint: text('fingerprint').notNull(),
    type: text('type').$type<'email' | 'sms' | 'both'>().notNull(),
    audience: text('audience').$type<'all' | 'new' | 'returning'>().notNull(),
    franchiseId: text('franchise_id'),
    subject: text('subject'),
    template: text('template').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last customer whose messages are in the outbox; a restart continues after them. */
    reached: text('reached').notNull().default(''),
    queuedAt: instant('queued_at'),
  },
  (table) => [
    check('campaigns_type', oneOf(table.type, ['email', 'sms', 'both'])),
    check('campaigns_audience', oneOf(table.audience, ['all', 'new', 'returning'])),
  ],
)

/**
 * The office's own wording of a message. A change adds a row, so that a sent message still shows the text it was
 * sent with; the newest row counts. A part without a text has the default wording.
 */
export const messageTexts = sqliteTable(
  'message_texts',
  {
    /** Such as `scheduled.moved`. */
    message: text('message').notNull(),
    language: text('language').$type<'en' | 'es'>().notNull(),
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    since: instant('since').notNull(),
    subject: text('subject'),
    heading: text('heading'),
    body: text('body'),
    changedBy: text('changed_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.message, table.language, table.channel, table.since] }),
    check('message_texts_channel', oneOf(table.channel, ['email', 'sms'])),
    check('message_texts_language', oneOf(table.language, ['en', 'es'])),
  ],
)
