import { desc, eq } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'
import { emailWords, phoneWords, searchMatcher } from '../../lib/search-words'

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

/** Finds technicians for the search box, who are few enough to look at all: the best matches, active ones first. */
export async function findWorkers(
  db: Db,
  text: string,
  franchiseId: string | undefined,
  limit?: number,
): Promise<WorkerRow[]> {
  const { id, name, email, phone, active } = workers
  const rows = await db
    .select({ id, name, email, phone, active })
    .from(workers)
    .where(franchiseId === undefined ? undefined : eq(workers.franchiseId, franchiseId))
    .orderBy(desc(workers.id))
  const match = searchMatcher(text)
  const ids = rows
    .map((row) => ({ ...row, tier: match(row.name, contactWords(row)) }))
    .filter(({ tier }) => tier !== null)
    .toSorted(
      (one, other) => Number(other.active) - Number(one.active) || Number(one.tier) - Number(other.tier),
    )
    .slice(0, limit)
    .map((row) => row.id)
  const found = await db.select().from(workers).where(isAnyOf(workers.id, ids))
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

const contactWords = ({ email, phone }: Pick<WorkerRow, 'email' | 'phone'>): string =>
  `${emailWords(email ?? '')} ${phoneWords(phone ?? '')}`

/** A technician as the activity log names them. */
export const aboutWorker = ({ id, name, franchiseId }: WorkerRow) => ({
  subject: { kind: 'worker' as const, id, name },
  franchiseId,
})
