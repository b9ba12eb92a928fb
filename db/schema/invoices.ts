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
  /** Null for what the price of the service includes; negative for what is taken off. */
  amountCents: number | null
}

/** What the document says, apart from its number and dates. Frozen once it was sent. */
export interface InvoiceContent {
  /** Null for headquarters' own jobs. */
  seller: { name: string; email: string | null; phone: string | null; colour: string } | null
  customer: { name: string; email: string | null; phone: string | null; address: string }
  /** A local date, YYYY-MM-DD: of the visit, else of the wish. */
  serviceDate: string | null
  /** While headquarters' own job has no date yet: when the visit is. The business says which day that is. */
  serviceAt?: number | null
  /** Once it has its number: by whose calendar it is dated, and its credit notes too. */
  timeZone?: string
  /** For a recurring schedule: the date it was billed for. */
  period: string | null
  lines: InvoiceLine[]
  subtotalCents: number
  taxBasisPoints: number
  taxCents: number
  totalCents: number
  /** On a credit note: the number of the invoice it takes back. */
  creditsNumber: string | null
}

/**
 * One live invoice per job, one per schedule and period ever, one credit note per refund. Triggers keep
 * the number and, once it was sent, everything it says.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<InvoiceKind>().notNull().default('invoice'),
    status: text('status').$type<InvoiceStatus>().notNull().default('draft'),
    /** Given with the first message that carries it, and taken back only where nobody can have seen it. */
    number: text('number').unique(),
    /** Its number is as new as the message on its way: should that certainly not arrive, the number goes back. */
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
    /** When it got its number, and by when it is to be paid: local dates. */
    issuedOn: text('issued_on'),
    dueOn: text('due_on'),
    paidAt: instant('paid_at'),
    sentAt: instant('sent_at'),
    sentVia: text('sent_via').$type<'email' | 'sms'>(),
    /** Ended sends, so that two clicks are one message and a third one is another. */
    sends: integer('sends').notNull().default(0),
    /** The message that is on its way; its fate is this invoice's. */
    sendingId: text('sending_id'),
    /** When it shall be sent by itself; null once that was done. */
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

/** The last number given per series, year and kind. Triggers let it go up by one, and back while no invoice has it. */
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

/** The letters before a franchise's invoice numbers, chosen at its first one and never changed. */
export const invoiceSeries = sqliteTable('invoice_series', {
  /** Empty for headquarters' own jobs. */
  franchiseId: text('franchise_id').primaryKey(),
  prefix: text('prefix').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})

/** The very bytes that were sent, for good. An invoice sent again unchanged is the same document. */
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
