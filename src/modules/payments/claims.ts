import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { unpaid, unpaidCents } from '../../lib/job-states'
import { describeError } from '../../lib/log'
import { PaymentRefused } from '../../providers/payments/refused'
import type { Payment, Refund } from '../../providers/payments/types'
import { requireJob, type JobRow } from '../jobs'
import { confirmPayment } from './confirm'
import { findPaymentRow, notePayment } from './rows'

const recentFor = 20 * minute
const recentRows = 2_000

/** Asks the processor about the payment named in a booking. Returns whether it belongs to the job. */
export async function checkClaim(deps: Deps, job: JobRow): Promise<boolean> {
  const { paymentId } = job
  if (!paymentId || (await findPaymentRow(deps.store.read, paymentId))?.status === 'succeeded') return false
  const learned = await findTied(deps, job, paymentId)
  if (!learned) return false
  await deps.store.write(async (tx) => keepTied(tx, deps, await requireJob(tx, job.id), learned))
  return true
}

/** The same for a payment we just learned about, if exactly one booking named it. */
export async function checkClaimOn(deps: Deps, paymentId: string): Promise<void> {
  if (await findPaymentRow(deps.store.read, paymentId)) return
  const [job, other] = await deps.store.read.select().from(jobs).where(eq(jobs.paymentId, paymentId)).limit(2)
  if (job && !other) await tryClaim(deps, job)
}

/** Checks recent bookings that came with a payment, so their money shows up without anyone asking. */
export async function checkRecentClaims(deps: Deps): Promise<void> {
  for (const job of await recentClaims(deps)) await tryClaim(deps, job)
}

async function tryClaim(deps: Deps, job: JobRow): Promise<void> {
  try {
    await checkClaim(deps, job)
  } catch (error) {
    deps.log.warn("couldn't look up a named payment yet", { job: job.id, ...describeError(error) })
  }
}

/** Reads only the latest bookings, through the primary key. */
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

/** A payment together with the refunds made before we learned about it. */
export interface LearnedPayment {
  payment: Payment
  refunds: readonly Refund[]
}

export async function withRefunds({ providers }: Deps, payment: Payment): Promise<LearnedPayment> {
  return {
    payment,
    refunds: payment.refundedCents > 0 ? await providers.payments.listRefunds(payment.id) : [],
  }
}

/**
 * The payment with this id, if the processor knows it and it belongs to this job, otherwise null. An id alone
 * proves nothing, because anyone can name any id.
 */
export async function findTied(deps: Deps, job: JobRow, id: string): Promise<LearnedPayment | null> {
  const { payments } = deps.providers
  const payment = await payments.findPayment(id)
  if (!payment || !(await isOfJob(deps.store.read, job, payment))) return null
  if (payment.jobId === job.id) return withRefunds(deps, payment)
  try {
    const tied = await payments.tieToJob({ paymentId: id, jobId: job.id, key: `tie:${id}:${job.id}` })
    return await withRefunds(deps, tied)
  } catch (error) {
    // It was linked to another job at this very moment.
    if (error instanceof PaymentRefused) return null
    throw error
  }
}

/** It names this job; or it names none, has the right amount, and no other job claims it. */
async function isOfJob(db: Db, job: JobRow, payment: Payment): Promise<boolean> {
  const known = await findPaymentRow(db, payment.id)
  if (known) return known.jobId === job.id
  if (payment.jobId !== null) return payment.jobId === job.id
  if (await isClaimedElsewhere(db, job, payment.id)) return false
  if (payment.kind === 'setup') return job.paymentId === payment.id
  return payment.currency === 'usd' && payment.amountCents === unpaidCents(job) && job.totalCents > 0
}

async function isClaimedElsewhere(db: Db, job: JobRow, paymentId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.paymentId, paymentId), ne(jobs.id, job.id)))
    .limit(1)
  return other !== undefined
}

/** Records the payment and, if it succeeded, everything that follows from that. */
export async function keepTied(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow,
  { payment, refunds }: LearnedPayment,
): Promise<void> {
  const { id, kind, status, amountCents, capturedCents, feeCents, card } = payment
  if (kind === 'payment' && status === 'succeeded' && capturedCents > 0)
    await confirmPayment(tx, deps, job, { id, amountCents, capturedCents, feeCents, card }, refunds)
  else await notePayment(tx, deps.clock.now(), job, { id, kind, status, amountCents })
}
