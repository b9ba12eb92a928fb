import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/**
 * Every code of the last day, with who asked for it. Addresses, requesters and codes are keyed hashes: a stolen file
 * verifies nobody.
 */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    emailHash: text('email_hash').notNull(),
    /** The address that asked: an IPv4 address or an IPv6 /64. */
    requesterHash: text('requester_hash').notNull(),
    /** Its IPv6 /48; the same as the requester for IPv4. */
    networkHash: text('network_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Null until the provider has taken the message: a code that nobody was sent could only be guessed. */
    sentAt: instant('sent_at'),
    /** Attempts from where it was asked for, and from anywhere else: strangers can't use up the former. */
    attempts: integer('attempts').notNull().default(0),
    otherAttempts: integer('other_attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('verification_codes_by_email').on(table.emailHash, table.createdAt),
    index('verification_codes_by_age').on(table.expiresAt),
  ],
)
