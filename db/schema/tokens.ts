import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
    kind: text('kind').$type<'hq' | 'worker'>().notNull(),
    /** The row of the token that the code is exchanged for. */
    tokenId: text('token_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('sign_in_codes_by_end').on(table.expiresAt)],
)
