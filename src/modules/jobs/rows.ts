import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { unitsFromCents } from '../../lib/money'
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

export type JobRow = typeof jobs.$inferSelect

/** A stored job as callers see it. */
export function presentJob(row: Omit<JobRow, 'seq'>): Job {
  return {
    id: row.id,
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
    promoCode: row.promoCode,
    paymentState: row.paymentState,
    paymentId: row.paymentId,
    paymentStatus: row.paymentStatus,
    preferredDate: row.preferredDate,
    preferredTime: row.preferredTime,
    addOns: row.addOns,
    notes: row.notes,
    gutterLength: row.gutterLength,
    stories: row.stories,
    franchiseId: row.franchiseId,
    workerId: row.workerId,
    scheduledStart: isoTimeOrNull(row.scheduledStart),
    scheduledEnd: isoTimeOrNull(row.scheduledEnd),
    busyUntil: isoTimeOrNull(row.busyUntil),
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
