import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { unpaid } from '../../lib/job-states'
import { requireJob } from '../jobs/find'
import type { JobRow } from '../jobs/present'
import { findPaymentRow } from '../money/rows'
import { findTied, keepTied } from './tie'

const recentFor = 20 * minute
const recentRows = 2_000

/** Asks the processor about the payment a booking named. True when that turned out to be the job's. */
export async function checkClaim(deps: Deps, job: JobRow): Promise<boolean> {
  const { paymentId } = job
  if (!paymentId || (await findPaymentRow(deps.store.read, paymentId))?.status === 'succeeded') return false
  const learnt = await findTied(deps, job, paymentId)
  if (!learnt) return false
  await deps.store.write(async (tx) => keepTied(tx, deps, await requireJob(tx, job.id), learnt))
  return true
}

/** Bookings of the last minutes that came with a payment: their money shows without anybody asking. */
export async function checkRecentClaims(deps: Deps): Promise<void> {
  for (const job of await recentClaims(deps))
    try {
      await checkClaim(deps, job)
    } catch (error) {
      deps.log.warn('a named payment could not be looked up yet', { job: job.id, ...describeError(error) })
    }
}

/** Along the primary key: the last bookings, however many there were before. */
function recentClaims({ store, clock }: Deps): Promise<JobRow[]> {
  return store.read
    .select()
    .from(jobs)
    .where(
      and(
        sql`${jobs.seq} > (SELECT coalesce(max(seq), 0) - ${recentRows} FROM jobs)`,
        isNotNull(jobs.paymentId),
        inArray(jobs.paymentState, unpaid),
        ne(jobs.status, 'cancelled'),
        eq(jobs.demo, false),
        gt(jobs.createdAt, clock.now() - recentFor),
      ),
    )
    .orderBy(desc(jobs.seq))
    .limit(100)
}
