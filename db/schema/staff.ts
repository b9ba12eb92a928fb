import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns'

/** The roles a key can have. A franchisee's key would need every list limited to their franchise. */
export const keyRoles = ['owner', 'dispatcher', 'bookkeeper'] as const

/** Keys for other programs. The key itself isn't stored, so a stolen file opens nothing. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    /** The readable beginning of the key, by which it is found and recognized. */
    handle: text('handle').notNull().unique(),
    keyHash: text('key_hash').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<(typeof keyRoles)[number]>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** Written at most once an hour. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [check('api_keys_role', sql`${oneOf(table.role, keyRoles)}`)],
)
