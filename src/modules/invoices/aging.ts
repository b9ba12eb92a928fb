import { and, eq, sql } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import { agingBuckets } from '../../lib/invoice-states'
import { unitsFromCents } from '../../lib/money'
import type { AgingQuery, InvoiceAging } from './model'
import { isInBucket, paidSoFar, todayOf } from './states'

/** The balance customers owe today by how long ago it was due. The buckets add up to the open balance. */
export async function readAging(deps: Deps, { franchiseId }: AgingQuery): Promise<InvoiceAging> {
  const today = todayOf(deps)
  const buckets: InvoiceAging['buckets'] = []
  let openCents = 0
  for (const bucket of agingBuckets) {
    const [sums] = await deps.store.read
      .select({
        invoices: sql<number>`count(*)`,
        cents: sql<number>`coalesce(sum(max(0, ${invoices.totalCents} - ${paidSoFar})), 0)`,
      })
      .from(invoices)
      .where(
        and(
          isInBucket(bucket, today),
          franchiseId === undefined ? undefined : eq(invoices.franchiseId, franchiseId),
        ),
      )
    const { invoices: count, cents } = sums ?? { invoices: 0, cents: 0 }
    openCents += cents
    buckets.push({ bucket, invoices: count, balance: unitsFromCents(cents) })
  }
  return { asOf: today, buckets, balance: unitsFromCents(openCents) }
}
