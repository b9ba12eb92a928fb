import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns'
import { franchises } from './franchises'

/** The roles a key can have. */
export const keyRoles = ['owner', 'dispatcher', 'bookkeeper', 'franchisee'] as const

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
    /** The only franchise a franchisee's key reaches. */
    franchiseId: text('franchise_id').references(() => franchises.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** Written at most once an hour. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    check('api_keys_role', sql`${oneOf(table.role, keyRoles)}`),
    check('api_keys_franchise', sql`(${table.role} = 'franchisee') = (${table.franchiseId} IS NOT NULL)`),
  ],
)
