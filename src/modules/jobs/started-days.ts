import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/store'
import { zonedAt } from '../../lib/calendar'

/** A day of a calendar, from midnight to midnight. */
interface Day {
  start: number
  end: number
}

/**
 * Those whose working day has started: their first shift has, or they have made a step on a visit. Somebody without
 * hours on that day has started at midnight.
 */
export async function startedWorkers(
  db: Db,
  ids: readonly string[],
  { start, end }: Day,
  timeZone: string,
  now: number,
): Promise<Set<string>> {
  const { dayOfWeek, hour, minute } = zonedAt(now, timeZone)
  const rows = await db.all<{ id: string }>(sql`
    SELECT member.value AS id FROM json_each(${JSON.stringify(ids)}) AS member
    WHERE coalesce((SELECT min(shift.start_minute) FROM worker_shifts AS shift
        WHERE shift.worker_id = member.value AND shift.weekday = ${dayOfWeek}), 0) <= ${hour * 60 + minute}
      OR EXISTS (SELECT 1 FROM jobs WHERE jobs.worker_id = member.value
        AND jobs.scheduled_start >= ${start} AND jobs.scheduled_start < ${end}
        AND jobs.status IN ('en_route', 'in_progress', 'completed', 'no_show'))`)
  return new Set(rows.map(({ id }) => id))
}
