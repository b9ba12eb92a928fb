import { sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { serviceTypes } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { minute } from '../../lib/clock'
import { labelKey } from '../services/labels'
import type { JobRow } from './present'

const byLabel = prepared((db) =>
  db
    .select()
    .from(serviceTypes)
    .where(sql`lower(${serviceTypes.label}) = ${sql.placeholder('label')}`)
    .limit(1),
)

export type ServiceType = typeof serviceTypes.$inferSelect

/** A job names its service by label; case does not matter. */
export const serviceOf = (db: Db, label: string): Promise<ServiceType | undefined> =>
  byLabel.get(db, { label: labelKey(label) })

/** Base plus what the length of the gutter and the storeys add; null when the service has no base. */
export function durationMs(
  service: Pick<ServiceType, 'baseMinutes' | 'minutesPerFootStory'>,
  job: Pick<JobRow, 'gutterLength' | 'stories'>,
): number | null {
  if (service.baseMinutes === null) return null
  const feet = Math.max(0, job.gutterLength ?? 0)
  const storeys = Math.max(1, job.stories ?? 1)
  const minutes = service.baseMinutes + service.minutesPerFootStory * feet * storeys
  return Math.min(Math.round(minutes), 16 * 60) * minute
}
