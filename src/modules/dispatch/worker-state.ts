import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { workers } from '../../../db/schema'
import type { Db } from '../../../db/store'

/**
 * Everything a plan takes from a worker but the visits, in one text that differs once any of it has changed:
 * a time of the last change would not do, as two changes can fall into one millisecond.
 */
export const workerState = sql<string>`json_array(workers.active, workers.franchise_id, workers.skills,
  workers.home_lat, workers.home_lng, workers.max_jobs_per_day, workers.max_minutes_per_day,
  (SELECT group_concat(s.weekday || ' ' || s.start_minute || ' ' || s.end_minute)
    FROM worker_shifts AS s WHERE s.worker_id = workers.id),
  (SELECT group_concat(o.starts_at || ' ' || o.ends_at)
    FROM worker_time_off AS o WHERE o.worker_id = workers.id))`

const stateById = prepared((db) =>
  db
    .select({ state: workerState })
    .from(workers)
    .where(eq(workers.id, sql.placeholder('id')))
    .limit(1),
)

/** Short enough to be carried along with a plan; tells one state from another and nothing else. */
export const basisOf = (state: string): string => Bun.hash(state).toString(36)

export async function readBasis(db: Db, workerId: string): Promise<string | null> {
  const row = await stateById.get(db, { id: workerId })
  return row ? basisOf(row.state) : null
}
