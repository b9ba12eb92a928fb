import { blob, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { outbox } from './outbox'

/** What is attached to a message, kept until it was sent. */
export const outboxFiles = sqliteTable(
  'outbox_files',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.name] })],
)
