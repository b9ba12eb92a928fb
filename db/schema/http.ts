import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The answer stored for an Idempotency-Key, written in the same unit as its effect. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** A hash of route, caller and key, so neither the key nor the caller can be read here. */
    id: text('id').primaryKey(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    answer: text('answer').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('idempotency_keys_by_age').on(table.createdAt)],
)
