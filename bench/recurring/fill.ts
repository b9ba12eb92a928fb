import { sql } from 'drizzle-orm'
import { franchises } from '../../db/schema'
import type { Store } from '../../db/store'

export interface Filling {
  schedules: number
  due: number
  /** Today in the business's time zone. */
  today: string
  now: number
}

const franchiseCount = 20
const bite = 5_000

/**
 * A template and a schedule for each customer, with the given number due today; half of the schedules charge
 * a stored card, the others send an invoice. The rest is spread over the next two years.
 */
export async function fillSchedules(store: Store, { schedules, due, today, now }: Filling): Promise<void> {
  await store.write(async (tx) => {
    for (let index = 0; index < franchiseCount; index++)
      await tx.insert(franchises).values({
        id: `franchise-${index}`,
        name: `Franchise ${index}`,
        timeZone: 'America/New_York',
        taxBasisPoints: 850,
        createdAt: now,
        updatedAt: now,
      })
  })
  // Not due also means beyond the horizon for jobs.
  const dateOf = sql`CASE WHEN n < ${due} THEN ${today} ELSE date(${today}, '+' || (40 + n % 690) || ' days') END`
  for (let from = 0; from < schedules; from += bite) {
    const numbers = sql`WITH RECURSIVE counted(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ${Math.min(from + bite, schedules)})`
    await store.write(async (tx) => {
      await tx.run(sql`${numbers}
        INSERT INTO job_templates (id, customer_name, customer_email, address, type, price_cents, franchise_id,
          interval_months, anchor_date, next_date, created_at, updated_at)
        SELECT 'template-' || n, 'Customer ' || n, 'customer' || n || '@example.com', n || ' Main St, Springfield, IL 62701',
          'Gutter cleaning', 15000 + n % 100 * 100, 'franchise-' || (n % ${franchiseCount}), 2 + n % 11,
          ${dateOf}, ${dateOf}, ${now}, ${now} FROM counted`)
      await tx.run(sql`${numbers}
        INSERT INTO billing_schedules (id, recurring_schedule_id, franchise_id, customer_id, customer_name, customer_email,
          service_type, interval_months, price_cents, auto_charge, payments_customer_id, anchor_date, next_billing_date,
          created_at, updated_at)
        SELECT 'schedule-' || n, 'template-' || n, 'franchise-' || (n % ${franchiseCount}), 'customer-' || n,
          'Customer ' || n, 'customer' || n || '@example.com', 'Gutter cleaning', 2 + n % 11, 15000 + n % 100 * 100,
          n % 2, CASE WHEN n % 2 THEN 'cus_' || n END, ${dateOf}, ${dateOf}, ${now}, ${now} FROM counted`)
    })
  }
}
