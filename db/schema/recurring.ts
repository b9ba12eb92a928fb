import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  real,
  sqliteTable,
  text,
  uniqueIndex,
  type SQLiteColumn,
} from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, json, stamps, oneOf, instant } from './columns'
import { customers } from './customers'
import { invoices } from './invoices'

/** An interval in weeks says 1 month, for software that only knows months. */
const inWeeks = ({
  intervalMonths,
  intervalWeeks,
}: Record<'intervalMonths' | 'intervalWeeks', SQLiteColumn>) =>
  sql`${intervalWeeks} IS NULL OR (${intervalWeeks} BETWEEN 1 AND 4 AND ${intervalMonths} = 1)`

/** A job that repeats every few months or weeks, counted from its anchor date. */
export const jobTemplates = sqliteTable(
  'job_templates',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').references(() => customers.id),
    /** The same as on a job. Ends when HQ chooses the customer. */
    claimed: flag('claimed').notNull().default(false),
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
    intervalWeeks: integer('interval_weeks'),
    /** A local date, YYYY-MM-DD. */
    anchorDate: text('anchor_date').notNull(),
    /** The first period without a job. */
    nextDate: text('next_date').notNull(),
    endDate: text('end_date'),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('job_templates_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check('job_templates_weeks', inWeeks(table)),
    check('job_templates_price', sql`${table.priceCents} >= 0`),
    index('job_templates_due').on(table.active, table.nextDate),
    index('job_templates_by_state').on(table.active, table.id),
    index('job_templates_by_customer').on(table.customerId),
    index('job_templates_by_franchise').on(table.franchiseId, table.id),
  ],
)

/** HQ's terms for a plan, which count once the customer accepts them. */
export interface PlanOffer {
  priceCents: number
  /** The tax on one visit, and what the customer pays for it. */
  taxCents: number
  totalCents: number
  intervalMonths: number
  /** Missing in offers from before there were weeks. */
  intervalWeeks?: number | null
  /** The first visit, if HQ chose one. A local date, YYYY-MM-DD. */
  start: string | null
  at: number
}

/** The words a customer agreed to when accepting an offer, and the circumstances. */
export interface PlanConsent {
  text: string
  language: 'en' | 'es'
  at: number
  /** The customer's account, the page behind a link, or a phone call that HQ wrote down. */
  from: 'account' | 'link' | 'phone'
  /** The person who agreed. */
  name: string
  /** The network address of the browser; null for a phone call. */
  address: string | null
  /** The person at HQ who took a phone call. */
  takenBy: string | null
}

/**
 * A regular service that a customer asked for. It starts as a job template once the customer has accepted HQ's
 * price. From then on, only the job template decides its price, interval and status.
 */
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
    /** The requested interval, before the plan starts. */
    intervalMonths: integer('interval_months').notNull(),
    intervalWeeks: integer('interval_weeks'),
    /** A local date, YYYY-MM-DD. */
    preferredStart: text('preferred_start'),
    gutterLength: real('gutter_length'),
    stories: real('stories'),
    notes: text('notes'),
    /** The price of a plan that HQ has priced but not started. It moves to the job template at the start. */
    priceCents: cents('price_cents'),
    /** Waits for the customer. A plan that runs keeps its terms until then. */
    offer: json<PlanOffer>('offer'),
    /** To the terms that count now; null for plans from before customers were asked, and once they are erased. */
    consent: json<PlanConsent>('consent'),
    /** Ended by the customer or HQ. A plan whose job template ran out has ended without this flag. */
    ended: flag('ended').notNull().default(false),
    templateId: text('template_id')
      .unique()
      .references(() => jobTemplates.id),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('maintenance_plans_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check('maintenance_plans_weeks', inWeeks(table)),
    check('maintenance_plans_one_price', sql`${table.templateId} IS NULL OR ${table.priceCents} IS NULL`),
    index('maintenance_plans_by_customer').on(table.customerId),
  ],
)

export const scheduleStatuses = ['active', 'paused', 'ended'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/**
 * A billing schedule that repeats every few months or weeks, counted from its anchor date. Ids from other systems
 * are free text.
 */
export const billingSchedules = sqliteTable(
  'billing_schedules',
  {
    id: text('id').primaryKey(),
    /** The billed item: the id of a job template or plan, or another system's name for it. */
    recurringScheduleId: text('recurring_schedule_id').notNull().unique(),
    franchiseId: text('franchise_id'),
    customerId: text('customer_id').notNull(),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    serviceType: text('service_type').notNull(),
    intervalMonths: integer('interval_months').notNull(),
    intervalWeeks: integer('interval_weeks'),
    priceCents: cents('price_cents').notNull(),
    autoCharge: flag('auto_charge').notNull().default(false),
    paymentsCustomerId: text('payments_customer_id'),
    /** Local dates, YYYY-MM-DD. */
    anchorDate: text('anchor_date').notNull(),
    /** The first period that isn't billed yet. */
    nextBillingDate: text('next_billing_date').notNull(),
    status: text('status').$type<ScheduleStatus>().notNull().default('active'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('billing_schedules_interval', sql`${table.intervalMonths} BETWEEN 1 AND 24`),
    check('billing_schedules_weeks', inWeeks(table)),
    check('billing_schedules_price', sql`${table.priceCents} >= 0`),
    check('billing_schedules_status', oneOf(table.status, ['active', 'paused', 'ended'])),
    index('billing_schedules_due')
      .on(table.nextBillingDate, table.id)
      .where(sql`${table.status} = 'active'`),
    index('billing_schedules_by_franchise').on(table.franchiseId, table.id),
    index('billing_schedules_by_customer').on(table.customerId),
  ],
)

/**
 * Attempts to charge a stored card, written before the processor is asked, with the id as the key. `intended`
 * until the answer is known; `dropped` if there was nothing left to charge.
 */
export const billingCharges = sqliteTable(
  'billing_charges',
  {
    /** Schedule, period and attempt. A deliberate new attempt after a definite refusal is a new charge. */
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => billingSchedules.id),
    period: text('period').notNull(),
    attempt: integer('attempt').notNull(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    /** Set at the first request and never changed, because the key stands for exactly this order. */
    cents: cents('cents'),
    paymentsCustomerId: text('payments_customer_id'),
    /** The saved card; without one, the processor's default card of that customer. */
    cardId: text('card_id'),
    state: text('state').$type<'intended' | 'done' | 'refused' | 'dropped'>().notNull(),
    /** How often the processor was asked, counted before asking. */
    asked: integer('asked').notNull().default(0),
    /** When to ask, or ask again. */
    dueAt: instant('due_at').notNull(),
    processorId: text('processor_id'),
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    ...stamps(),
  },
  (table) => [
    check('billing_charges_state', oneOf(table.state, ['intended', 'done', 'refused', 'dropped'])),
    check('billing_charges_attempt', sql`${table.attempt} BETWEEN 1 AND 3`),
    check('billing_charges_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    uniqueIndex('billing_charges_one_per_attempt').on(table.scheduleId, table.period, table.attempt),
    uniqueIndex('billing_charges_one_open')
      .on(table.scheduleId, table.period)
      .where(sql`${table.state} = 'intended'`),
    index('billing_charges_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.state} = 'intended'`),
    index('billing_charges_by_invoice').on(table.invoiceId),
  ],
)
