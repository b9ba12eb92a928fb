import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** The newest code of each address. Both are keyed hashes: a stolen file verifies nobody. */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    emailHash: text('email_hash').primaryKey(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('verification_codes_by_age').on(table.expiresAt)],
)
