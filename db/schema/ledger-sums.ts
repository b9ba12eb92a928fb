import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents } from './columns'

const division = () => ({
  chunk: integer('chunk').notNull(),
  day: integer('day').notNull(),
  franchiseId: text('franchise_id').notNull(),
})

/** What the ledger says was earned, by the day it was booked. All without tax but the tax itself. */
export const ledgerSums = sqliteTable(
  'ledger_sums',
  {
    ...division(),
    payments: integer('payments').notNull(),
    revenueCents: cents('revenue_cents').notNull(),
    refundCents: cents('refund_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    franchiseCents: cents('franchise_cents').notNull(),
    hqCents: cents('hq_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)

/** The same by the service of the job that was paid for. */
export const ledgerTypeSums = sqliteTable(
  'ledger_type_sums',
  {
    ...division(),
    serviceId: text('service_id').notNull(),
    payments: integer('payments').notNull(),
    revenueCents: cents('revenue_cents').notNull(),
    refundCents: cents('refund_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.serviceId, table.day, table.franchiseId] })],
)
