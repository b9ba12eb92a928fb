import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, flag, stamps } from './columns'

/** Connected accounts of the demo processor. */
export const demoAccounts = sqliteTable(
  'demo_accounts',
  {
    id: text('id').primaryKey(),
    franchiseId: text('franchise_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email'),
    chargesEnabled: flag('charges_enabled').notNull().default(false),
    payoutsEnabled: flag('payouts_enabled').notNull().default(false),
    detailsSubmitted: flag('details_submitted').notNull().default(false),
    /** Where the newest onboarding link leads back to. */
    returnUrl: text('return_url'),
    /** What has left for the franchise's bank and can no longer be taken back. */
    paidOutCents: cents('paid_out_cents').notNull().default(0),
    ...stamps(),
  },
  (table) => [check('demo_accounts_paid_out', sql`${table.paidOutCents} >= 0`)],
)
