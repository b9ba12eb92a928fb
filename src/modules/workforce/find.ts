import { eq } from 'drizzle-orm'
import { workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'

export type WorkerRow = typeof workers.$inferSelect

export async function findWorker(db: Db, id: string): Promise<WorkerRow | undefined> {
  const [row] = await db.select().from(workers).where(eq(workers.id, id)).limit(1)
  return row
}

export async function requireWorker(db: Db, id: string): Promise<WorkerRow> {
  const row = await findWorker(db, id)
  if (!row) throw missing('Technician')
  return row
}

/** A technician as the activity log names them. */
export const aboutWorker = ({ id, name, franchiseId }: WorkerRow) => ({
  subject: { kind: 'worker' as const, id, name },
  franchiseId,
})
