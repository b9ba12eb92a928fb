import { and, count, eq, isNull, notExists, or, sql } from 'drizzle-orm'
import { franchises as table, franchiseSplits } from '../../../../../db/schema'
import { counted, type Finder, type Insight } from '../insight'

export const franchises: Finder = async ({ store }) => {
  const splits = store.read
    .select({ one: sql`1` })
    .from(franchiseSplits)
    .where(eq(franchiseSplits.franchiseId, table.id))
  const active = eq(table.active, true)
  const [undivided] = await store.read
    .select({ franchises: count() })
    .from(table)
    .where(and(active, notExists(splits)))
  const [unpayable] = await store.read
    .select({ franchises: count() })
    .from(table)
    .where(and(active, or(isNull(table.accountId), eq(table.payoutsEnabled, false))))
  const found: Insight[] = []
  if (undivided && undivided.franchises > 0)
    found.push({
      severity: 'high',
      category: 'data',
      title: `${counted(undivided.franchises, 'franchise')} without a revenue split`,
      detail: 'Payments for their jobs stay with headquarters in full.',
      action: 'Set its share under Franchises (POST /api/admin/franchises/:id/splits).',
    })
  if (unpayable && unpayable.franchises > 0)
    found.push({
      severity: 'medium',
      category: 'data',
      title: `${counted(unpayable.franchises, 'franchise')} without an account that can be paid`,
      detail: 'Their shares wait until the account is connected and its payouts are enabled.',
      action: 'Send them the link for payouts from Franchises (POST /api/payments/connect/onboard).',
    })
  return found
}
