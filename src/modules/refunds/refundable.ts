import { inArray, ne, and, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Cents } from '../../lib/money'

/** What cancelling each job would give back now: captured, and neither paid back nor on its way back. */
export async function refundableByJob(db: Db, jobIds: string[]): Promise<Map<string, Cents>> {
  if (jobIds.length === 0) return new Map()
  const captured = await db
    .select({ jobId: payments.jobId, cents: sql<number>`sum(${payments.capturedCents})` })
    .from(payments)
    .where(inArray(payments.jobId, jobIds))
    .groupBy(payments.jobId)
  const decided = await db
    .select({ jobId: refunds.jobId, cents: sql<number>`sum(${refunds.cents})` })
    .from(refunds)
    .where(and(inArray(refunds.jobId, jobIds), ne(refunds.state, 'refused')))
    .groupBy(refunds.jobId)
  const gone = new Map(decided.map(({ jobId, cents }) => [jobId, cents]))
  return new Map(captured.map(({ jobId, cents }) => [jobId, Math.max(0, cents - (gone.get(jobId) ?? 0))]))
}
