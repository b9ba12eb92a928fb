import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isSamePlace } from '../customers'
import type { JobRow } from './rows'

/** A landlord with hundreds of jobs has booked few of them lately. */
const jobsRead = 60

const over = ['completed', 'no_show'] as const

/**
 * The last visits to the same customer at the same address, the latest first. A franchise sees its own, and a job
 * that someone booked in a known customer's name opens nothing until HQ confirms it.
 */
export async function earlierVisits(db: Db, job: JobRow, most: number): Promise<JobRow[]> {
  if (job.customerId === null || job.claimed) return []
  const rows = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.customerId, job.customerId),
        ne(jobs.id, job.id),
        inArray(jobs.status, over),
        isNotNull(jobs.scheduledStart),
      ),
    )
    .orderBy(desc(jobs.seq))
    .limit(jobsRead)
  return rows
    .filter((other) => other.franchiseId === job.franchiseId && isSamePlace(other.address, job.address))
    .toSorted((one, other) => (other.scheduledStart ?? 0) - (one.scheduledStart ?? 0))
    .slice(0, most)
}
