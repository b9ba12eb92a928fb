import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { workers } from './workers'

/** The tokens given to workers' phones; the token itself is not kept, only that it may be used. */
export const workerTokens = sqliteTable(
  'worker_tokens',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    issuedAt: instant('issued_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('worker_tokens_by_worker').on(table.workerId, table.id)],
)
