import { sql, type SQL } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  sqliteTable,
  text,
  blob,
  primaryKey,
  type SQLiteColumn,
} from 'drizzle-orm/sqlite-core'
import { flag, instant, json, oneOf } from './columns'

export const outboxStates = ['queued', 'sending', 'sent', 'dead', 'unknown', 'cancelled', 'held'] as const
export type OutboxState = (typeof outboxStates)[number]

/** Neither on its way nor there. In words that are quickly said no to, as every message is asked. */
export function isTroubled(state: SQLiteColumn): SQL {
  return sql`${state} <> 'queued' AND ${state} <> 'sending' AND ${state} <> 'sent'`
}

/**
 * Every message, written in the unit that caused it and sent from here. `about` says what it is about
 * and to whom, and is unique: the same message cannot be queued twice.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    about: text('about').notNull().unique(),
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    /** What the template needs; the text is rendered when it is sent. */
    data: json<Record<string, unknown>>('data').notNull(),
    /** The language of the page that caused it. Null where the recipient's own language decides. */
    language: text('language').$type<'en' | 'es'>(),
    franchiseId: text('franchise_id'),
    jobId: text('job_id'),
    campaignId: text('campaign_id'),
    state: text('state').$type<OutboxState>().notNull().default('queued'),
    /** 1 for messages to many: what somebody waits for goes first, however long the campaign before it. */
    rank: integer('rank').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** While a sender holds the row; afterwards it counts as crashed. */
    leaseUntil: instant('lease_until'),
    provider: text('provider'),
    providerMessageId: text('provider_message_id'),
    lastError: text('last_error'),
    /** An attempt ended without a clear answer: the recipient may have it, whatever became of it since. */
    maybeSent: flag('maybe_sent').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** On messages that anyone can cause without signing in: the address in one spelling, which they are counted by. */
    publicKey: text('public_key'),
    /** True where that address is not the job's own. */
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
    // Lists by age find the many sent e-mails about bookings without an index; these are for the rest,
    // so that a booking pays for none of them.
    index('outbox_troubled').on(table.state, table.id).where(isTroubled(table.state)),
    index('outbox_by_template')
      .on(table.template, table.id)
      .where(sql`${table.template} <> 'booked'`),
    index('outbox_texts')
      .on(table.id)
      .where(sql`${table.channel} = 'sms'`),
    // What belongs to a job is found by it; this is how an erased person's other messages are.
    index('outbox_by_recipient')
      .on(table.recipient)
      .where(sql`${table.jobId} IS NULL`),
    index('outbox_by_job')
      .on(table.jobId)
      .where(sql`${table.jobId} IS NOT NULL`),
    // Without the held ones: a flood of them must not make the next count slow.
    index('outbox_public')
      .on(table.publicKey, table.createdAt)
      .where(sql`${table.publicKey} IS NOT NULL AND ${table.state} <> 'held'`),
    index('outbox_by_campaign')
      .on(table.campaignId, table.state)
      .where(sql`${table.campaignId} IS NOT NULL`),
  ],
)

/** What is attached to a message, kept until it was sent. */
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

/** One message to many customers. Its text is kept here once, not in each of its messages. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    /** A hash of caller and Idempotency-Key: asked again after a crash, the same campaign goes on. */
    requestKey: text('request_key').unique(),
    fingerprint: text('fingerprint').notNull(),
    type: text('type').$type<'email' | 'sms' | 'both'>().notNull(),
    audience: text('audience').$type<'all' | 'new' | 'returning'>().notNull(),
    franchiseId: text('franchise_id'),
    subject: text('subject'),
    template: text('template').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last customer whose messages are in the outbox; a restart goes on behind it. */
    reached: text('reached').notNull().default(''),
    queuedAt: instant('queued_at'),
  },
  (table) => [
    check('campaigns_type', oneOf(table.type, ['email', 'sms', 'both'])),
    check('campaigns_audience', oneOf(table.audience, ['all', 'new', 'returning'])),
  ],
)
