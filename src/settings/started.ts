import { eq } from 'drizzle-orm'
import { businessSettings } from '../../db/schema'
import type { Db, Tx } from '../../db/store'

/** The row among the settings that says the company started for real. It is written once and never changes. */
export const startedRow = 'started'

/** Returns whether this was the first time. It counts once `load` was called after the commit. */
export async function markStarted(tx: Tx, by: string, now: number): Promise<boolean> {
  const marked = await tx
    .insert(businessSettings)
    .values({ name: startedRow, values: {}, updatedAt: now, updatedBy: by })
    .onConflictDoNothing()
    .returning({ name: businessSettings.name })
  return marked.length > 0
}

/** Asks the store, for code that can't wait until another process's start was loaded. */
export async function hasStarted(db: Db): Promise<boolean> {
  const { name } = businessSettings
  return (await db.select({ name }).from(businessSettings).where(eq(name, startedRow)).limit(1)).length > 0
}
