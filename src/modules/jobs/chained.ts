import { sql, type SQL } from 'drizzle-orm'
import type { JobStatus } from '../../../db/schema/jobs'
import { isoTimeOrNull } from '../../lib/clock'
import type { ChainedJob as Shown } from './model'

/** The job before or after another one, with the least time between the two. */
export interface ChainedJob {
  jobId: string
  service: string
  status: JobStatus
  start: number | null
  end: number | null
  startedAt: number | null
  completedAt: number | null
  gapMinutes: number
}

const facts = sql`json_object('jobId', other.id, 'service', other.type, 'status', other.status,
  'start', other.scheduled_start, 'end', other.scheduled_end, 'startedAt', other.started_at,
  'completedAt', other.completed_at, 'gapMinutes', link.gap_minutes)`

/** The jobs before and after a job, for a query of `jobs`. */
export const chainColumns = {
  after: sql`(SELECT ${facts} FROM following_jobs AS link JOIN jobs AS other ON other.id = link.after_job_id
    WHERE link.job_id = jobs.id)`.mapWith(JSON.parse) as SQL<ChainedJob | null>,
  /** Null if there are none. */
  followers: sql`(SELECT nullif(json_group_array(${facts}), '[]')
    FROM following_jobs AS link JOIN jobs AS other ON other.id = link.job_id
    WHERE link.after_job_id = jobs.id)`.mapWith(JSON.parse) as SQL<ChainedJob[] | null>,
}

export const presentChained = ({ jobId, service, status, start, end, gapMinutes }: ChainedJob): Shown => ({
  jobId,
  service,
  status,
  start: isoTimeOrNull(start),
  end: isoTimeOrNull(end),
  gapMinutes,
})
