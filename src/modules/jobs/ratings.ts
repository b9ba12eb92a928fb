import { and, avg, count, desc, eq, sql } from 'drizzle-orm'
import { jobRatings, jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, isoTime } from '../../lib/clock'
import { clearTodo, keepTodo } from '../office'
import type { CustomerRating, Rating, RatingAverage } from './model'
import { findJob, type JobRow } from './rows'

/** Customers can change their answer for this long. */
const changeableFor = 7 * day
/** HQ looks into visits with this many stars or fewer. */
const lowStars = 3

export interface GivenRating {
  stars: number
  comment: string | null
}

type RatingRow = typeof jobRatings.$inferSelect

export async function findRating(db: Db, jobId: string): Promise<RatingRow | undefined> {
  const [row] = await db.select().from(jobRatings).where(eq(jobRatings.jobId, jobId)).limit(1)
  return row
}

export const canRate = ({ status }: JobRow, rating: RatingRow | undefined, now: number): boolean =>
  status === 'completed' && (rating === undefined || now < rating.ratedAt + changeableFor)

/** Stores what the customer thought of a visit, once; within some days they can change it. */
export async function rateJob({ store, clock }: Deps, jobId: string, given: GivenRating): Promise<boolean> {
  const at = clock.now()
  return store.write(async (tx) => {
    const job = await findJob(tx, jobId)
    if (!job || !canRate(job, await findRating(tx, jobId), at)) return false
    await tx
      .insert(jobRatings)
      .values({ jobId, workerId: job.workerId, ...given, ratedAt: at, updatedAt: at })
      .onConflictDoUpdate({ target: jobRatings.jobId, set: { ...given, updatedAt: at } })
    await reviewLowRating(tx, at, job, given)
    return true
  })
}

async function reviewLowRating(tx: Tx, at: number, job: JobRow, given: GivenRating): Promise<void> {
  if (given.stars > lowStars) return clearTodo(tx, at, 'job.low-rating', job.id)
  await keepTodo(tx, at, {
    kind: 'job.low-rating',
    subject: job.id,
    title: `${given.stars} of 5 stars: call ${job.customerName}`,
    detail: given.comment,
    franchiseId: job.franchiseId,
  })
}

export const presentRating = ({ stars, comment, updatedAt }: RatingRow): Rating => ({
  stars,
  comment,
  at: isoTime(updatedAt),
})

const figures = { average: avg(jobRatings.stars).mapWith(Number), count: count() }
const rounded = (average: number): number => Math.round(average * 10) / 10

/** The average of a technician's visits; null while nobody rated one. */
export async function workerRating(db: Db, workerId: string): Promise<RatingAverage | null> {
  const [found] = await db.select(figures).from(jobRatings).where(eq(jobRatings.workerId, workerId))
  return found && found.count > 0 ? { average: rounded(found.average), count: found.count } : null
}

/** How a customer rated their visits, and their latest answer; null while they rated none. */
export async function customerRating(
  db: Db,
  customerId: string,
  franchiseId: string | null,
): Promise<CustomerRating | null> {
  const own = and(
    eq(jobs.customerId, customerId),
    franchiseId === null ? undefined : eq(jobs.franchiseId, franchiseId),
  )
  const rated = sql`${jobRatings.jobId} = ${jobs.id}`
  const [found] = await db.select(figures).from(jobs).innerJoin(jobRatings, rated).where(own)
  const [latest] = await db
    .select({ rating: jobRatings })
    .from(jobs)
    .innerJoin(jobRatings, rated)
    .where(own)
    .orderBy(desc(jobRatings.updatedAt))
    .limit(1)
  if (!found || !latest) return null
  const { rating } = latest
  return {
    average: rounded(found.average),
    count: found.count,
    latest: { jobId: rating.jobId, ...presentRating(rating) },
  }
}
