import { sql, type SQL } from 'drizzle-orm'
import { paymentMethods, type PaymentMethod } from '../../../../db/schema/payments'
import type { Deps } from '../../../deps'
import { sqlDayOf } from './days'
import type { Scope } from './sums'

export interface MethodSums {
  method: PaymentMethod
  payments: number
  revenue_cents: number
}

/**
 * Revenue by the way it was paid. Most payments are by card, so only the others are added up, and cards are the
 * rest of the total. An undone payment leaves its day as it was and counts against the day it was undone.
 */
export async function revenueByMethod(
  deps: Deps,
  scope: Scope,
  total: Pick<MethodSums, 'payments' | 'revenue_cents'>,
): Promise<MethodSums[]> {
  const outside = await deps.store.read.all<MethodSums>(sql`
    SELECT method, sum(payments) AS payments, sum(cents) AS revenue_cents FROM (
      SELECT method, 1 AS payments, captured_cents - tax_cents AS cents FROM payments
      WHERE method <> 'card' AND ${within(deps, scope, sql`paid_at`)}
      UNION ALL
      SELECT method, -1, tax_cents - captured_cents FROM payments
      WHERE method <> 'card' AND undone_at IS NOT NULL AND ${within(deps, scope, sql`undone_at`)}
    ) GROUP BY method`)
  const card = outside.reduce<MethodSums>(
    (rest, { payments, revenue_cents }) => ({
      ...rest,
      payments: rest.payments - payments,
      revenue_cents: rest.revenue_cents - revenue_cents,
    }),
    { method: 'card', ...total },
  )
  return [card, ...outside]
    .filter(({ payments, revenue_cents }) => payments !== 0 || revenue_cents !== 0)
    .toSorted((one, other) => paymentMethods.indexOf(one.method) - paymentMethods.indexOf(other.method))
}

function within({ settings, clock }: Deps, { franchiseId, from, to }: Scope, moment: SQL): SQL {
  const day = sqlDayOf(moment, settings.business.timeZone, clock.now())
  return sql.join(
    [
      sql`paid_at IS NOT NULL`,
      ...(franchiseId === null ? [] : [sql`franchise_id = ${franchiseId}`]),
      ...(from === null ? [] : [sql`${day} >= ${from}`]),
      ...(to === null ? [] : [sql`${day} <= ${to}`]),
    ],
    sql` AND `,
  )
}
