import { and, asc, eq, max, min } from 'drizzle-orm'
import { workers, workerShifts } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { WeekdayHours } from '../../lib/hours'

/** When a franchise's technicians work, from the first start to the last end of each weekday. */
export async function usualHours(
  { store }: Pick<Deps, 'store'>,
  franchiseId: string,
): Promise<WeekdayHours[]> {
  const { weekday, startMinute, endMinute } = workerShifts
  const rows = await store.read
    .select({ weekday, startMinute: min(startMinute), endMinute: max(endMinute) })
    .from(workerShifts)
    .innerJoin(workers, eq(workers.id, workerShifts.workerId))
    .where(and(eq(workers.active, true), eq(workers.franchiseId, franchiseId)))
    .groupBy(weekday)
    .orderBy(asc(weekday))
  return rows.map((row) => ({ ...row, startMinute: row.startMinute ?? 0, endMinute: row.endMinute ?? 0 }))
}
