import { sql } from 'drizzle-orm'
import { counted, type Finder } from '../insight'

const lookedAt = 2_000

/** Anybody may send any price with a booking. Those well below the list deserve a look before the visit. */
export const prices: Finder = async ({ store }) => {
  const [row] = await store.read.all<{ cheap: number }>(sql`
    SELECT count(*) AS cheap FROM (
      SELECT type, price_cents FROM jobs WHERE status = 'pending' AND source = 'public' ORDER BY seq DESC LIMIT ${lookedAt}
    ) AS job
    JOIN service_types AS service ON lower(service.label) = lower(job.type)
    WHERE job.price_cents * 10 < service.list_price_cents * 8`)
  const cheap = row?.cheap ?? 0
  if (cheap === 0) return []
  return [
    {
      severity: 'medium',
      category: 'data',
      title: `${counted(cheap, 'open booking')} well below the list price`,
      detail: 'The price came with the booking, and is more than a fifth below what the service costs.',
      action: 'Check them before the visit; Reprice sets the right price (POST /api/admin/jobs/:id/reprice).',
    },
  ]
}
