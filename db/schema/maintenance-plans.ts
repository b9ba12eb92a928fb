import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, demo, oneOf, stamps } from './columns'
import { customers } from './customers'
import { jobTemplates } from './job-templates'

/** What a customer asked to have done regularly. It becomes a template once HQ has set the price. */
export const maintenancePlans = sqliteTable(
  'maintenance_plans',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone'),
    serviceType: text('service_type').notNull(),
    address: text('address').notNull(),
    intervalMonths: integer('interval_months').notNull(),
    /** A local date, YYYY-MM-DD. */
    preferredStart: text('preferred_start'),
    gutterLength: real('gutter_length'),
    stories: real('stories'),
    notes: text('notes'),
    priceCents: cents('price_cents'),
    status: text('status')
      .$type<'requested' | 'active' | 'paused' | 'ended'>()
      .notNull()
      .default('requested'),
    templateId: text('template_id')
      .unique()
      .references(() => jobTemplates.id),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('maintenance_plans_status', oneOf(table.status, ['requested', 'active', 'paused', 'ended'])),
    check('maintenance_plans_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check(
      'maintenance_plans_priced',
      sql`${oneOf(table.status, ['requested', 'ended'])} OR ${table.priceCents} IS NOT NULL`,
    ),
    index('maintenance_plans_by_customer').on(table.customerId),
  ],
)
