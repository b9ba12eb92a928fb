import { asc, eq, sql } from 'drizzle-orm'
import { cancellations } from '../../../db/schema'
import type { Db } from '../../../db/store'

export type CancellationRow = typeof cancellations.$inferSelect

export async function findCancellation(db: Db, jobId: string): Promise<CancellationRow | undefined> {
  const [row] = await db.select().from(cancellations).where(eq(cancellations.jobId, jobId)).limit(1)
  return row
}

/** The jobs whose cancellation has no final answer yet. */
export async function openCancellations(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ jobId: cancellations.jobId })
    .from(cancellations)
    .where(sql`${cancellations.state} = 'open'`)
    .orderBy(asc(cancellations.createdAt))
    .limit(limit)
  return rows.map(({ jobId }) => jobId)
}
