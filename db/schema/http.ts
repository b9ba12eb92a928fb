import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The answer given under an Idempotency-Key, written in the same unit as the effect it belongs to. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** A hash of route, caller and key: neither the key nor the caller is readable here. */
    id: text('id').primaryKey(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    answer: text('answer').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('idempotency_keys_by_age').on(table.createdAt)],
)
