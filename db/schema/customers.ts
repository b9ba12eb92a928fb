import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex, primaryKey } from 'drizzle-orm/sqlite-core'
import { demo, flag, instant, stamps } from './columns'
import { workers } from './workforce'

/** Identified by email, or else by phone. */
export const customers = sqliteTable(
  'customers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email'),
    /** Digits only, with a leading + if one was given. */
    phone: text('phone'),
    /** The language of their emails, texts and invoices. Null until they choose one: then English. */
    language: text('language').$type<'en' | 'es'>(),
    /** Where they live or want us to come, if we know it before a job says so. */
    address: text('address'),
    /** HQ's notes about them. */
    notes: text('notes'),
    /** The technician they ask for. Dispatch sends them if the way isn't much longer. */
    preferredWorkerId: text('preferred_worker_id').references(() => workers.id, { onDelete: 'set null' }),
    emailOptOut: flag('email_opt_out').notNull().default(false),
    smsOptOut: flag('sms_opt_out').notNull().default(false),
    /** The processor's id for this customer, once a card is stored there. */
    paymentsCustomerId: text('payments_customer_id'),
    /** Part of every link in their messages. Links with another number have ended. */
    linkSeries: integer('link_series').notNull().default(0),
    mergedInto: text('merged_into'),
    erasedAt: instant('erased_at'),
    /**
     * Whether the search indexes below have this customer's name and number. Bookings leave that to the first
     * search.
     */
    searchable: flag('searchable').notNull().default(false),
    /** Their row in `customer_search`, once they have one. */
    searchRow: integer('search_row'),
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
    // The list sorts by these.
    index('customers_sorted_by_name').on(sql`lower(${table.name})`, table.id),
    index('customers_sorted_by_date').on(table.createdAt, table.id),
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

/** Customers that changed since they were put into `customer_search`. A trigger adds them, a search removes them. */
export const staleCustomers = sqliteTable('stale_customers', { id: text('id').primaryKey() })

/** Addresses that opted out. They are separate from customers, who may not exist yet or may be erased. */
export const optOuts = sqliteTable(
  'opt_outs',
  {
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    /** An email address in lower case, or a phone number in E.164. */
    address: text('address').notNull(),
    source: text('source').$type<'link' | 'keyword' | 'provider' | 'hq'>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.address] })],
)

/** Addresses that don't exist or accept nothing, so nothing more is sent there until someone clears them. */
export const undeliverable = sqliteTable(
  'undeliverable',
  {
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    /** An email address in lower case, or a phone number in E.164. */
    address: text('address').notNull(),
    /** The words of the provider or of the recipient's server. */
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.address] })],
)

/**
 * Notes about a customer. A franchise's notes are its own, and HQ's have no franchise. A deleted note stays for a
 * day, so that deleting can be undone.
 */
export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    pinned: flag('pinned').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('customer_notes_by_customer').on(table.customerId, table.pinned, table.createdAt, table.id),
    index('customer_notes_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} IS NOT NULL`),
  ],
)

/** Words that sort customers, such as VIP. A franchise has its own; HQ's have an empty franchise. */
export const customerTags = sqliteTable(
  'customer_tags',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id').notNull(),
    /** In lower case, so that `VIP` and `vip` are one tag. */
    key: text('key').notNull(),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.franchiseId, table.key] }),
    index('customer_tags_by_key').on(table.key, table.customerId),
    index('customer_tags_by_franchise').on(table.franchiseId, table.key, table.customerId),
  ],
)

/**
 * Addresses that someone saved, labeled or removed. All others come from the customer's jobs. As with tags, HQ's
 * have an empty franchise.
 */
export const customerAddresses = sqliteTable(
  'customer_addresses',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id').notNull(),
    /** One spelling for each address. */
    key: text('key').notNull(),
    address: text('address').notNull(),
    label: text('label'),
    /** How to get in. Only the office and the technicians of the next visits there see it. */
    gateCode: text('gate_code'),
    /** Animals a technician may meet, such as a dog in the yard. */
    pets: text('pets'),
    savedAt: instant('saved_at').notNull(),
    /** A job booked there later brings a removed address back. */
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.franchiseId, table.key] })],
)
