import { and, count, eq, notExists, sql } from 'drizzle-orm'
import { workers, workerShifts } from '../../../../../db/schema'
import { counted, type Finder } from '../insight'

export const crews: Finder = async ({ store }) => {
  const shifts = store.read
    .select({ one: sql`1` })
    .from(workerShifts)
    .where(eq(workerShifts.workerId, workers.id))
  const [found] = await store.read
    .select({ idle: count() })
    .from(workers)
    .where(and(eq(workers.active, true), notExists(shifts)))
  const idle = found?.idle ?? 0
  if (idle === 0) return []
  return [
    {
      severity: 'medium',
      category: 'data',
      title: `${counted(idle, 'active worker')} without working hours`,
      detail: 'Dispatch gives no job to somebody who never works.',
      action:
        'Set weekly hours under Workers (PUT /api/admin/workers/:id/shifts), or make the worker inactive.',
    },
  ]
}
