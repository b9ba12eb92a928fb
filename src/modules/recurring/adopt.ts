import { and, eq, inArray } from 'drizzle-orm'
import { billingSchedules, jobTemplates } from '../../../db/schema'
import type { Tx } from '../../../db/store'

/** Gives what repeats and is real from the demo company's franchises to another franchise. */
export async function adoptRecurring(tx: Tx, { from, to }: { from: string[]; to: string }): Promise<void> {
  const heir = { franchiseId: to }
  await tx
    .update(jobTemplates)
    .set(heir)
    .where(and(inArray(jobTemplates.franchiseId, from), eq(jobTemplates.demo, false)))
  await tx
    .update(billingSchedules)
    .set(heir)
    .where(and(inArray(billingSchedules.franchiseId, from), eq(billingSchedules.demo, false)))
}
