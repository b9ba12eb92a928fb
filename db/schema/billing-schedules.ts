import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, oneOf, stamps } from './columns'

export const scheduleStatuses = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** What is billed every few months, stepping from the day of its anchor date. Ids of others are free text. */
export const billingSchedules = sqliteTable(
  'billing_schedules',
  {
    id: text('id').primaryKey(),
    /** What is billed: a template's or plan's id, or the name another system has for it. */
    recurringScheduleId: text('recurring_schedule_id').notNull().unique(),
    franchiseId: text('franchise_id'),
    customerId: text('customer_id').notNull(),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    serviceType: text('service_type').notNull(),
    intervalMonths: integer('interval_months').notNull(),
    priceCents: cents('price_cents').notNull(),
    autoCharge: flag('auto_charge').notNull().default(false),
    paymentsCustomerId: text('payments_customer_id'),
    /** Local dates, YYYY-MM-DD. */
    anchorDate: text('anchor_date').notNull(),
    /** The first period not yet billed. */
    nextBillingDate: text('next_billing_date').notNull(),
    status: text('status').$type<ScheduleStatus>().notNull().default('active'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('billing_schedules_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check('billing_schedules_price', sql`${table.priceCents} >= 0`),
    check('billing_schedules_status', oneOf(table.status, ['active', 'paused', 'ended'])),
    index('billing_schedules_due')
      .on(table.nextBillingDate, table.id)
      .where(sql`${table.status} = 'active'`),
    index('billing_schedules_by_franchise').on(table.franchiseId, table.id),
    index('billing_schedules_by_customer').on(table.customerId),
  ],
)
