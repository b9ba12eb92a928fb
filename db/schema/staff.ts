import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { flag, instant, oneOf, stamps } from './columns'
import { franchises } from './franchises'

export const staffRoles = ['owner', 'dispatcher', 'bookkeeper', 'franchisee'] as const

/** The people who sign in to the console. */
export const staff = sqliteTable(
  'staff',
  {
    id: text('id').primaryKey(),
    /** In the one spelling that `normaliseEmail` gives it. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').$type<(typeof staffRoles)[number]>().notNull(),
    /** The one franchise this person reaches; null for all of them. */
    franchiseId: text('franchise_id').references(() => franchises.id),
    active: flag('active').notNull().default(true),
    invitedBy: text('invited_by').notNull(),
    lastSignInAt: instant('last_sign_in_at'),
    ...stamps(),
  },
  (table) => [
    check('staff_role', sql`${oneOf(table.role, staffRoles)}`),
    check('staff_franchisee', sql`${table.role} <> 'franchisee' OR ${table.franchiseId} IS NOT NULL`),
    check('staff_owner', sql`${table.role} <> 'owner' OR ${table.franchiseId} IS NULL`),
  ],
)

export const viewedLists = ['jobs', 'customers', 'invoices', 'messages'] as const

export const signInMethods = ['code', 'link', 'setup', 'sso'] as const

/** One browser in which a person is signed in. Every HQ request looks here, so ending it works at once. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    /** The `jti` of its tokens. */
    id: text('id').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id),
    /** The browser renews its token with a secret, of which only the hash is stored. */
    renewalHash: text('renewal_hash').notNull().unique(),
    method: text('method').$type<(typeof signInMethods)[number]>().notNull(),
    /** Such as `Chrome on Windows`. */
    device: text('device').notNull(),
    /** The surrounding network, never a full address. */
    network: text('network').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Written when the browser renews its token. */
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('staff_sessions_by_person').on(table.staffId, table.createdAt),
    index('staff_sessions_by_end').on(table.expiresAt),
  ],
)

/** A list with its filters, order and columns, as one person likes to see it. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id),
    list: text('list').$type<(typeof viewedLists)[number]>().notNull(),
    name: text('name').notNull(),
    /** The part of the address that makes the view, such as `status=pending&sort=customer`. */
    query: text('query').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('saved_views_list', sql`${oneOf(table.list, viewedLists)}`),
    unique('saved_views_one_per_name').on(table.staffId, table.list, table.name),
  ],
)

/** Keys for other programs. The key itself isn't stored, so a stolen file opens nothing. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    /** The readable beginning of the key, by which it is found and recognized. */
    handle: text('handle').notNull().unique(),
    keyHash: text('key_hash').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<(typeof staffRoles)[number]>().notNull(),
    /** The one franchise the key reaches; null for all of them. */
    franchiseId: text('franchise_id').references(() => franchises.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** Written at most once an hour. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    check('api_keys_role', sql`${oneOf(table.role, staffRoles)}`),
    check('api_keys_franchisee', sql`${table.role} <> 'franchisee' OR ${table.franchiseId} IS NOT NULL`),
    check('api_keys_owner', sql`${table.role} <> 'owner' OR ${table.franchiseId} IS NULL`),
  ],
)
