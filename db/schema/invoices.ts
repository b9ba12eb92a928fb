import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
  primaryKey,
  blob,
  type AnySQLiteColumn,
} from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, instant, json, oneOf, stamps } from './columns'
import { jobs } from './jobs'
import { billingSchedules } from './recurring'

export const invoiceStatuses = ['draft', 'sent', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

export interface InvoiceLine {
  kind: 'service' | 'add_on' | 'discount' | 'credit' | 'refund'
  label: string
  /** Null if the service's price includes it; negative for deductions. */
  amountCents: number | null
}

/** The text of the document, without its number and dates. It never changes after sending. */
export interface InvoiceContent {
  /** Null for HQ's own jobs. */
  seller: {
    name: string
    email: string | null
    phone: string | null
    /** Missing in documents from before it was printed. */
    address?: string | null
    color?: string
    /** Its name in documents from before 0.3. */
    colour?: string
  } | null
  customer: { name: string; email: string | null; phone: string | null; address: string }
  /** A local date, YYYY-MM-DD: the day of the visit, or else the preferred day. */
  serviceDate: string | null
  /**
   * The time of the visit, while an HQ job has no date yet. The business time zone decides which day that is.
   */
  serviceAt?: number | null
  /** Set with the number: the time zone that dates the invoice and its credit notes. */
  timeZone?: string
  /** For a recurring schedule: the date it was billed for. */
  period: string | null
  lines: InvoiceLine[]
  subtotalCents: number
  taxBasisPoints: number
  taxCents: number
  totalCents: number
  /** On a credit note: the number of the invoice it credits. */
  creditsNumber: string | null
}

/**
 * One live invoice per job, one per schedule and period ever, and one credit note per refund. Triggers
 * protect the number and, after sending, the content.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<InvoiceKind>().notNull().default('invoice'),
    status: text('status').$type<InvoiceStatus>().notNull().default('draft'),
    /** Assigned with the first message that contains it, and withdrawn only if no one can have seen it. */
    number: text('number').unique(),
    /**
     * The number is as new as the message being sent. If the message certainly doesn't arrive, the number is
     * withdrawn.
     */
    tentative: flag('tentative').notNull().default(false),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id'),
    scheduleId: text('schedule_id').references(() => billingSchedules.id),
    period: text('period'),
    creditsId: text('credits_id').references((): AnySQLiteColumn => invoices.id, { onDelete: 'cascade' }),
    refundId: text('refund_id').unique(),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    taxCents: cents('tax_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    content: json<InvoiceContent>('content').notNull(),
    /** When it got its number and when it is due, as local dates. */
    issuedOn: text('issued_on'),
    dueOn: text('due_on'),
    paidAt: instant('paid_at'),
    sentAt: instant('sent_at'),
    sentVia: text('sent_via').$type<'email' | 'sms'>(),
    /** The number of finished sends, so two clicks send one message and a later click sends another. */
    sends: integer('sends').notNull().default(0),
    /** The message being sent; its result decides about this invoice. */
    sendingId: text('sending_id'),
    /** When to send a draft automatically, or to keep the paid copy of a sent invoice; null once that is done. */
    postAt: instant('post_at'),
    voidedAt: instant('voided_at'),
    voidedBy: text('voided_by'),
    voidReason: text('void_reason'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('invoices_kind', oneOf(table.kind, ['invoice', 'credit_note'])),
    check('invoices_status', oneOf(table.status, ['draft', 'sent', 'void'])),
    check('invoices_amounts', sql`${table.totalCents} >= 0 AND ${table.taxCents} >= 0`),
    check('invoices_sent_has_number', sql`${table.status} <> 'sent' OR ${table.number} IS NOT NULL`),
    check('invoices_credit', sql`(${table.kind} = 'credit_note') = (${table.creditsId} IS NOT NULL)`),
    check('invoices_period', sql`(${table.scheduleId} IS NULL) = (${table.period} IS NULL)`),
    uniqueIndex('invoices_one_live')
      .on(table.jobId)
      .where(sql`${table.kind} = 'invoice' AND ${table.status} <> 'void'`),
    uniqueIndex('invoices_one_per_period')
      .on(table.scheduleId, table.period)
      .where(sql`${table.scheduleId} IS NOT NULL`),
    index('invoices_by_job').on(table.jobId, table.id),
    index('invoices_by_franchise').on(table.franchiseId, table.id),
    index('invoices_by_status').on(table.status, table.id),
    // Open invoices, for the aging totals.
    index('invoices_open')
      .on(table.status, table.dueOn, table.id)
      .where(sql`${table.status} = 'sent' AND ${table.kind} = 'invoice' AND ${table.paidAt} IS NULL`),
    // The list sorts by these. Rows without a due date come after all others.
    index('invoices_by_due').on(
      sql`CASE WHEN ${table.dueOn} IS NULL THEN '9999-12-31' ELSE ${table.dueOn} END`,
      table.id,
    ),
    index('invoices_by_customer').on(sql`lower(${table.customerName})`, table.id),
    index('invoices_by_amount').on(
      sql`CASE ${table.kind} WHEN 'credit_note' THEN -${table.totalCents} ELSE ${table.totalCents} END`,
      table.id,
    ),
    index('invoices_by_credit')
      .on(table.creditsId)
      .where(sql`${table.creditsId} IS NOT NULL`),
    index('invoices_to_post')
      .on(table.postAt, table.id)
      .where(sql`${table.postAt} IS NOT NULL`),
    index('invoices_sending')
      .on(table.id)
      .where(sql`${table.sendingId} IS NOT NULL`),
  ],
)

/**
 * The last number used per series, year and kind. Triggers let it go up by one, and back only while no
 * invoice has it.
 */
export const invoiceCounters = sqliteTable(
  'invoice_counters',
  {
    prefix: text('prefix').notNull(),
    year: integer('year').notNull(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    last: integer('last').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.prefix, table.year, table.kind] }),
    check('invoice_counters_last', sql`${table.last} > 0`),
  ],
)

/** The prefix of a franchise's invoice numbers, chosen with its first invoice and never changed. */
export const invoiceSeries = sqliteTable('invoice_series', {
  /** Empty for HQ's own jobs. */
  franchiseId: text('franchise_id').primaryKey(),
  prefix: text('prefix').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})

/**
 * The exact bytes that were sent, and of the copy made when it was paid, kept forever. Resending an unchanged
 * invoice sends the same document.
 */
export const invoiceDocuments = sqliteTable(
  'invoice_documents',
  {
    id: text('id').primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    sha256: text('sha256').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('invoice_documents_by_invoice').on(table.invoiceId, table.id)],
)
