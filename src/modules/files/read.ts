import { and, asc, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { attachments, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { day, isoTime, isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { customerByEmail } from '../customers'
import { OwnFile, type CustomerFile, type JobFile } from './model'
import { presentFile, requireFile, requireJob, type FileRow } from './rows'

const isLive = isNull(attachments.deletedAt)

async function filesOf(db: Db, jobId: string): Promise<JobFile[]> {
  const rows = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.jobId, jobId), isLive))
    .orderBy(asc(attachments.createdAt), asc(attachments.id))
  return rows.map(presentFile)
}

export async function listJobFiles({ store }: Deps, jobId: string): Promise<JobFile[]> {
  await requireJob(store.read, jobId)
  return filesOf(store.read, jobId)
}

interface WithJob {
  file: FileRow
  job: { type: string; scheduledStart: number | null; franchiseId: string | null }
}

/** All files of a customer's jobs, newest first. */
export function listCustomerFiles(
  { store }: Deps,
  customerId: string,
  franchiseId?: string,
): Listing<WithJob, CustomerFile> {
  const { createdAt, id } = attachments
  return {
    kinds: ['number', 'string'],
    position: ({ file }) => [file.createdAt, file.id],
    present: ({ file, job }) => ({
      ...presentFile(file),
      jobType: job.type,
      visitAt: isoTimeOrNull(job.scheduledStart),
      franchiseId: job.franchiseId,
    }),
    rows: (limit, after) =>
      store.read
        .select({
          file: attachments,
          job: { type: jobs.type, scheduledStart: jobs.scheduledStart, franchiseId: jobs.franchiseId },
        })
        .from(jobs)
        .innerJoin(attachments, eq(attachments.jobId, jobs.id))
        .where(
          and(
            eq(jobs.customerId, customerId),
            franchiseId === undefined ? undefined : eq(jobs.franchiseId, franchiseId),
            isLive,
            after ? before([createdAt, id], after) : undefined,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit),
  }
}

/** Everything of a customer's jobs, for an export. */
export async function filesOfCustomer(db: Db, customerId: string): Promise<FileRow[]> {
  const rows = await db
    .select({ file: attachments })
    .from(jobs)
    .innerJoin(attachments, eq(attachments.jobId, jobs.id))
    .where(and(eq(jobs.customerId, customerId), isLive))
    .orderBy(asc(attachments.createdAt), asc(attachments.id))
  return rows.map(({ file }) => file)
}

/** The files that the office shows to the customer with this verified address. */
export async function listOwnFiles({ store }: Deps, email: string): Promise<OwnFile[]> {
  const customer = await customerByEmail(store.read, email)
  if (!customer) return []
  const rows = await filesOfCustomer(store.read, customer.id)
  return rows.filter(({ shown }) => shown).map((row) => OwnFile.parse(presentFile(row)))
}

/** A file of the customer's own jobs, if the office shows it. */
export async function requireOwnFile({ store }: Deps, id: string, email: string): Promise<FileRow> {
  const file = await requireFile(store.read, id)
  const customer = await customerByEmail(store.read, email)
  const [job] = await store.read
    .select({ customerId: jobs.customerId })
    .from(jobs)
    .where(eq(jobs.id, file.jobId))
    .limit(1)
  if (!customer || !file.shown || job?.customerId !== customer.id) throw missing('File')
  return file
}

/** As with the day's list, a lost phone shows only the jobs around today. */
const reachDays = 7
/** A phone that had no connection for weeks can still send its photos. That shows nothing of the customer. */
export const sendingDays = 30

/** A technician's own job. Any other counts as unknown. */
export async function requireWorkersJob(
  { store, clock }: Deps,
  jobId: string,
  workerId: string,
  daysBack = reachDays,
): Promise<void> {
  const now = clock.now()
  const [own] = await store.read
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, jobId),
        sql`${workerId} IN (${jobs.workerId}, (SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id))`,
        gte(jobs.scheduledStart, now - daysBack * day),
        lte(jobs.scheduledStart, now + reachDays * day),
      ),
    )
    .limit(1)
  if (!own) throw missing('Job')
}

export async function listWorkersFiles(deps: Deps, jobId: string, workerId: string): Promise<JobFile[]> {
  await requireWorkersJob(deps, jobId, workerId)
  return filesOf(deps.store.read, jobId)
}

export async function requireWorkersFile(deps: Deps, id: string, workerId: string): Promise<FileRow> {
  const file = await requireFile(deps.store.read, id)
  await requireWorkersJob(deps, file.jobId, workerId).catch(() => {
    throw missing('File')
  })
  return file
}

/** A file as its owner can take it along. */
export const describeFile = ({ id, jobId, kind, name, type, bytes, createdAt }: FileRow) => ({
  id,
  jobId,
  kind,
  name,
  type,
  bytes,
  createdAt: isoTime(createdAt),
})
