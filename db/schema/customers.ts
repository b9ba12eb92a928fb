import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex, primaryKey } from 'drizzle-orm/sqlite-core'
import { demo, flag, instant, stamps } from './columns'

/** Told apart by e-mail, else by phone. */
export const customers = sqliteTable(
  'customers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email'),
    /** Digits only, with a leading + where one was given. */
    phone: text('phone'),
    /** The language of their emails, texts and invoices. Null until they choose one: then English. */
    language: text('language').$type<'en' | 'es'>(),
    emailOptOut: flag('email_opt_out').notNull().default(false),
    smsOptOut: flag('sms_opt_out').notNull().default(false),
    /** The processor's name for this customer, once a card is stored there. */
    paymentsCustomerId: text('payments_customer_id'),
    mergedInto: text('merged_into'),
    erasedAt: instant('erased_at'),
    /** Whether the indexes below hold its name and number: a booking leaves that to whoever searches. */
    searchable: flag('searchable').notNull().default(false),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    uniqueIndex('customers_one_per_email')
      .on(table.email)
      .where(sql`${table.email} IS NOT NULL`),
    uniqueIndex('customers_one_per_phone')
      .on(table.phone)
      .where(sql`${table.email} IS NULL AND ${table.phone} IS NOT NULL`),
    index('customers_by_phone')
      .on(table.phone)
      .where(sql`${table.searchable} = 1`),
    index('customers_by_name')
      .on(sql`lower(${table.name})`)
      .where(sql`${table.searchable} = 1`),
    index('customers_new')
      .on(table.id)
      .where(sql`${table.searchable} = 0`),
    index('customers_without_texts')
      .on(table.phone)
      .where(sql`${table.smsOptOut} = 1`),
    index('customers_merged')
      .on(table.mergedInto)
      .where(sql`${table.mergedInto} IS NOT NULL`),
  ],
)

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
