import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** Addresses that asked for no more: kept apart from customers, who may not exist yet or be erased. */
export const optOuts = sqliteTable(
  'opt_outs',
  {
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    /** A lower-case e-mail, or a number in E.164. */
    address: text('address').notNull(),
    source: text('source').$type<'link' | 'keyword' | 'provider' | 'hq'>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.address] })],
)
