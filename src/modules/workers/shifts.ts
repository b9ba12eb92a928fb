import { asc, eq } from 'drizzle-orm'
import { workerShifts, workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { timeOfDay } from '../../lib/week-hours'
import { recordActivity } from '../activity/record'
import { hoursOf, type Shift, type Week } from './shift-model'
import { askAboutVisits } from './visits'

/** Makes this the worker's week, whatever it was before. */
export async function replaceShifts(
  { store, clock }: Deps,
  workerId: string,
  week: Week,
  actor: string,
): Promise<Week> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [worker] = await tx
      .update(workers)
      .set({ updatedAt: now })
      .where(eq(workers.id, workerId))
      .returning()
    if (!worker) throw missing('Worker')
    await tx.delete(workerShifts).where(eq(workerShifts.workerId, workerId))
    const rows = week.shifts.map((shift) => ({ id: newId(), workerId, ...hoursOf(shift) }))
    if (rows.length > 0) await tx.insert(workerShifts).values(rows)
    await askAboutVisits(tx, now, worker, 'worker.hours')
    const summary = `Worker ${worker.name} has new working hours`
    await recordActivity(tx, now, { type: 'worker.shifts-changed', actor, summary })
    return { shifts: await readShifts(tx, workerId) }
  })
}

export async function readShifts(db: Db, workerId: string): Promise<Shift[]> {
  const rows = await db
    .select()
    .from(workerShifts)
    .where(eq(workerShifts.workerId, workerId))
    .orderBy(asc(workerShifts.weekday), asc(workerShifts.startMinute))
  return rows.map(({ weekday, startMinute, endMinute }) => ({
    weekday,
    start: timeOfDay(startMinute),
    end: timeOfDay(endMinute),
  }))
}
