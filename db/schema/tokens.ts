import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** HQ tokens issued here, and others that were revoked. The token itself isn't stored. */
export const issuedHqTokens = sqliteTable(
  'hq_tokens',
  {
    /** The token's `jti`, or a hash of its content if a token from elsewhere has none. */
    id: text('id').primaryKey(),
    subject: text('subject').notNull(),
    role: text('role').notNull(),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('hq_tokens_by_end').on(table.expiresAt)],
)

/** One-time codes in sign-in links. The code itself isn't stored, so a stolen file signs no one in. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    kind: text('kind').$type<'hq' | 'worker' | 'staff' | 'setup' | 'sso'>().notNull(),
    /** The row of the token that the code is exchanged for, or the invited person. Empty otherwise. */
    tokenId: text('token_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('sign_in_codes_by_end').on(table.expiresAt)],
)

/**
 * Every code of the last day and who asked for it. Addresses, requesters and codes are keyed hashes, so a
 * stolen file is useless for signing in.
 */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    emailHash: text('email_hash').notNull(),
    /** The client that asked: an IPv4 address or an IPv6 /64. */
    requesterHash: text('requester_hash').notNull(),
    /** The client's IPv6 /48; the same as the requester for IPv4. */
    networkHash: text('network_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    /**
     * Null until the provider has accepted the message, because a code that wasn't sent could only be
     * guessed.
     */
    sentAt: instant('sent_at'),
    /**
     * Attempts by the requester and by others are counted separately, so strangers can't use up the
     * requester's.
     */
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
