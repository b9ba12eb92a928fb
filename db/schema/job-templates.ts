import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, json, stamps } from './columns'
import { customers } from './customers'

/** A job that comes back every few months, stepping from the day of its anchor date. */
export const jobTemplates = sqliteTable(
  'job_templates',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').references(() => customers.id),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    address: text('address').notNull(),
    type: text('type').notNull(),
    priceCents: cents('price_cents').notNull(),
    addOns: json<string[]>('add_ons').notNull().default([]),
    notes: text('notes'),
    gutterLength: real('gutter_length'),
    stories: real('stories'),
    preferredTime: text('preferred_time'),
    franchiseId: text('franchise_id'),
    intervalMonths: integer('interval_months').notNull(),
    /** A local date, YYYY-MM-DD. */
    anchorDate: text('anchor_date').notNull(),
    /** The first period not yet made into a job. */
    nextDate: text('next_date').notNull(),
    endDate: text('end_date'),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('job_templates_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check('job_templates_price', sql`${table.priceCents} >= 0`),
    index('job_templates_due').on(table.active, table.nextDate),
    index('job_templates_by_state').on(table.active, table.id),
    index('job_templates_by_customer').on(table.customerId),
  ],
)
