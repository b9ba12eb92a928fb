import { sql } from 'drizzle-orm'
import { day, hour } from '../../../../lib/clock'
import { counted, type Finder, type Insight } from '../insight'

/** Whoever was late has called by then. */
const longAfter = 2 * hour

/** Visits that customers wait for and nobody makes. */
export const visits: Finder = async ({ store, clock }) => {
  const now = clock.now()
  const [row] = await store.read.all<Record<'unassigned' | 'forgotten', number>>(sql`SELECT
    count(*) FILTER (WHERE worker_id IS NULL AND scheduled_end > ${now} AND scheduled_start < ${now + day}) AS unassigned,
    count(*) FILTER (WHERE scheduled_end < ${now - longAfter}) AS forgotten
    FROM jobs WHERE status = 'scheduled'`)
  const { unassigned, forgotten } = row ?? { unassigned: 0, forgotten: 0 }
  const found: Insight[] = []
  if (unassigned > 0)
    found.push({
      severity: 'high',
      category: 'data',
      title: `${counted(unassigned, 'visit')} within a day without a worker`,
      detail: 'The customer has been told the time, and nobody is sent.',
      action: 'Give them to somebody on the dispatch board (POST /api/admin/jobs/:id/assign).',
    })
  if (forgotten > 0)
    found.push({
      severity: 'medium',
      category: 'data',
      title: `${counted(forgotten, 'visit')} that should be over and never began`,
      detail: 'Nobody went there, or nobody said so.',
      action:
        'Look under Jobs, scheduled; move each on, give it another time, or close it (POST /api/admin/jobs/:id/move).',
    })
  return found
}
