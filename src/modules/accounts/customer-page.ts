import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { hqTasks, invoices, jobs, payments } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { ended, fallenThrough, planned } from '../../lib/job-states'
import { unitsFromCents } from '../../lib/money'
import { addressesOf, readCustomer, tagsOf, withoutCodes } from '../customers'
import { customerRating, presentJob, type Job, type JobRow } from '../jobs'
import type { CustomerSummary, VisitQuery } from './customer-page-model'

interface Reach {
  /** Null for all of them. */
  franchiseId: string | null
  /** Whether the caller may see payments. */
  money: boolean
  /** Whether the caller may see gate codes. */
  codes: boolean
}

const jobsOf = (customerId: string, franchiseId: string | null | undefined) =>
  and(eq(jobs.customerId, customerId), franchiseId ? eq(jobs.franchiseId, franchiseId) : undefined)

/** The top of a customer's page in one answer. */
export async function summarizeCustomer(
  { store, clock }: Deps,
  id: string,
  { franchiseId, money, codes }: Reach,
): Promise<CustomerSummary> {
  const db = store.read
  const customer = await readCustomer(db, id)
  const own = jobsOf(id, franchiseId)
  const isOwed = sql`${notInArray(jobs.status, [...fallenThrough])} AND (${jobs.status} = 'completed' OR EXISTS
    (SELECT 1 FROM ${invoices} AS bill WHERE bill.job_id = ${jobs.id} AND bill.status = 'sent' AND bill.kind = 'invoice'))`
  const [sums] = await db
    .select({
      jobs: sql<number>`count(*)`,
      due: sql<number>`coalesce(sum(CASE WHEN ${isOwed} THEN max(0, ${jobs.totalCents} - ${jobs.paidCents}) END), 0)`,
    })
    .from(jobs)
    .where(own)
  const [first] = await db
    .select()
    .from(jobs)
    .where(and(own, eq(jobs.status, 'completed'), isNotNull(jobs.scheduledStart)))
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
    .limit(1)
  const [next] = await db
    .select()
    .from(jobs)
    .where(and(own, inArray(jobs.status, [...planned]), gte(jobs.scheduledEnd, clock.now())))
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
    .limit(1)
  const addresses = await addressesOf(db, id, franchiseId)
  return {
    customer,
    tags: await tagsOf(db, id, franchiseId),
    addresses: codes ? addresses : withoutCodes(addresses),
    balanceDue: unitsFromCents(sums?.due ?? 0),
    lifetimeValue: money ? unitsFromCents(await paidCents(db, id, franchiseId)) : null,
    jobs: sums?.jobs ?? 0,
    firstVisit: visitOf(first),
    nextVisit: visitOf(next),
    rating: await customerRating(db, id, franchiseId),
    replyTodoId: await openReply(db, id, franchiseId),
  }
}

function visitOf(job: JobRow | undefined): CustomerSummary['firstVisit'] {
  if (!job || job.scheduledStart === null) return null
  return { jobId: job.id, type: job.type, at: isoTime(job.scheduledStart), franchiseId: job.franchiseId }
}

async function paidCents(db: Db, id: string, franchiseId: string | null): Promise<number> {
  const [found] = await db
    .select({ cents: sql<number>`coalesce(sum(${payments.capturedCents} - ${payments.refundedCents}), 0)` })
    .from(jobs)
    .innerJoin(payments, eq(payments.jobId, jobs.id))
    .where(and(jobsOf(id, franchiseId), eq(payments.kind, 'payment'), isNull(payments.undoneAt)))
  return found?.cents ?? 0
}

async function openReply(db: Db, id: string, franchiseId: string | null): Promise<string | null> {
  const [found] = await db
    .select({ id: hqTasks.id, franchiseId: hqTasks.franchiseId })
    .from(hqTasks)
    .where(
      and(
        eq(hqTasks.kind, 'sms.reply'),
        eq(hqTasks.subject, `customer:${id}`),
        sql`${hqTasks.state} = 'open'`,
      ),
    )
    .limit(1)
  return found && (franchiseId === null || found.franchiseId === franchiseId) ? found.id : null
}

/** Jobs without a time come after all others. */
const never = 9e15

/** A customer's jobs: open ones with the next visit first, or ended ones with the latest first. */
export function listVisits(
  { store }: Deps,
  customerId: string,
  { when, franchiseId }: Pick<VisitQuery, 'when' | 'franchiseId'>,
): Listing<JobRow, Job> {
  const isPast = when === 'past'
  const { scheduledStart, completedAt, cancelledAt, createdAt, seq, status } = jobs
  const at = isPast
    ? sql`coalesce(${scheduledStart}, ${completedAt}, ${cancelledAt}, ${createdAt})`
    : sql`coalesce(${scheduledStart}, ${never})`
  return {
    kinds: ['number', 'number'],
    position: (row) => [
      isPast
        ? (row.scheduledStart ?? row.completedAt ?? row.cancelledAt ?? row.createdAt)
        : (row.scheduledStart ?? never),
      row.seq,
    ],
    present: presentJob,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobs)
        .where(
          and(
            jobsOf(customerId, franchiseId),
            isPast ? inArray(status, [...ended]) : notInArray(status, [...ended]),
            after === null
              ? undefined
              : isPast
                ? sql`(${at}, ${seq}) < (${after[0]}, ${after[1]})`
                : sql`(${at}, ${seq}) > (${after[0]}, ${after[1]})`,
          ),
        )
        .orderBy(...(isPast ? [desc(at), desc(seq)] : [asc(at), asc(seq)]))
        .limit(limit),
  }
}
