import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { jobNotes, jobRatings, jobs } from '../../../db/schema'
import type { TechnicianCount } from '../../../db/schema/catalog'
import { prepared, type Db, type Tx } from '../../../db/store'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { balanceDue } from '../../lib/job-states'
import { unitsFromCents } from '../../lib/money'
import { erased, type Merge, type Person } from '../../lib/person'
import { referenceOf } from '../../lib/reference'
import { chainColumns, presentChained, type ChainedJob } from './chained'
import type { Job } from './model'

const byId = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return byId.get(db, { id })
}

export async function requireJob(db: Db, id: string): Promise<JobRow> {
  const job = await findJob(db, id)
  if (!job) throw missing('Job')
  return job
}

/** Removes the person from their jobs. The jobs stay, with their work, dates and prices. */
export async function forgetCustomer(tx: Tx, { ids }: Person): Promise<void> {
  const isOwn = inArray(jobs.customerId, ids)
  const own = tx.select({ id: jobs.id }).from(jobs).where(isOwn)
  await tx.delete(jobNotes).where(inArray(jobNotes.jobId, own))
  await tx.update(jobRatings).set({ comment: null }).where(inArray(jobRatings.jobId, own))
  // A type that isn't one of our services is free text the customer typed.
  const type = sql`iif(${jobs.serviceTypeId} IS NULL, ${erased}, ${jobs.type})`
  const words = { type, addOns: [], preferredTime: null, notes: null }
  const place = { address: erased, lat: null, lng: null, placeLabel: null, requester: null }
  await tx
    .update(jobs)
    .set({ customerName: erased, customerEmail: null, customerPhone: null, ...words, ...place })
    .where(isOwn)
}

export async function mergeCustomer(tx: Tx, { from, into }: Merge): Promise<void> {
  await tx.update(jobs).set({ customerId: into }).where(eq(jobs.customerId, from))
}

/** A job with the facts that the console lists beside it. */
export const listedColumns = {
  ...getTableColumns(jobs),
  secondWorkerId: sql<string | null>`(SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id)`,
  ...chainColumns,
  needed: sql<TechnicianCount>`coalesce(jobs.technicians,
    (SELECT t.technicians FROM service_types AS t WHERE lower(t.label) = lower(jobs.type)), 1)`,
}
export type ListedRow = JobRow & Required<Beside>

/** Known where the console shows the job. */
interface Beside {
  secondWorkerId?: string | null
  needed?: TechnicianCount
  after?: ChainedJob | null
  followers?: ChainedJob[] | null
}

export async function requireListed(db: Db, id: string): Promise<ListedRow> {
  const [job] = await db.select(listedColumns).from(jobs).where(eq(jobs.id, id)).limit(1)
  if (!job) throw missing('Job')
  return job
}

export type JobRow = typeof jobs.$inferSelect
/** A job before the database assigns its sequence number. */
export type NewJob = Omit<JobRow, 'seq'>

/** A stored job as callers see it. */
export function presentJob(row: Omit<JobRow, 'seq'> & Beside): Job {
  return {
    id: row.id,
    reference: referenceOf(row),
    status: row.status,
    source: row.source,
    customerId: row.customerId,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    address: row.address,
    type: row.type,
    price: unitsFromCents(row.priceCents),
    discount: unitsFromCents(row.discountCents),
    referralCredit: unitsFromCents(row.referralCreditCents),
    taxPercent: row.taxBasisPoints / 100,
    tax: unitsFromCents(row.taxCents),
    total: unitsFromCents(row.totalCents),
    paid: unitsFromCents(row.paidCents),
    balance: unitsFromCents(balanceDue(row)),
    promoCode: row.promoCode,
    paymentState: row.paymentState,
    paymentId: row.paymentId,
    paymentStatus: row.paymentStatus,
    catalogPrice: row.catalogPriceCents === null ? null : unitsFromCents(row.catalogPriceCents),
    confirmedAt: isoTimeOrNull(row.confirmedAt),
    lapsedAt: isoTimeOrNull(row.lapsedAt),
    preferredDate: row.preferredDate,
    preferredTime: row.preferredTime,
    addOns: row.addOns,
    notes: row.notes,
    gutterLength: row.gutterLength,
    stories: row.stories,
    franchiseId: row.franchiseId,
    workerId: row.workerId,
    ...(row.secondWorkerId === undefined ? {} : { secondWorkerId: row.secondWorkerId }),
    ...(row.needed === undefined ? {} : { technicians: row.needed }),
    ...(row.after === undefined ? {} : { after: row.after && presentChained(row.after) }),
    ...(row.followers === undefined ? {} : { followers: (row.followers ?? []).map(presentChained) }),
    scheduledStart: isoTimeOrNull(row.scheduledStart),
    scheduledEnd: isoTimeOrNull(row.scheduledEnd),
    busyUntil: isoTimeOrNull(row.busyUntil),
    toldStart: isoTimeOrNull(row.toldStart),
    toldEnd: isoTimeOrNull(row.toldEnd),
    priority: row.priority,
    locked: row.locked,
    held: row.held,
    placeState: row.placeState,
    placeLabel: row.placeLabel,
    zip: row.zip,
    lat: row.lat,
    lng: row.lng,
    templateId: row.templateId,
    templatePeriod: row.templatePeriod,
    enRouteAt: isoTimeOrNull(row.enRouteAt),
    startedAt: isoTimeOrNull(row.startedAt),
    completedAt: isoTimeOrNull(row.completedAt),
    cancelledAt: isoTimeOrNull(row.cancelledAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    revision: row.revision,
  }
}
