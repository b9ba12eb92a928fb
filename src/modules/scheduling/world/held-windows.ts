import { asc, eq, gt, sql } from 'drizzle-orm'
import { windowHolds } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import type { Point } from '../../../lib/geo'
import type { ServiceType } from '../../catalog'
import type { Branch } from './branches'
import type { OpenRow } from './open-jobs'
import { waitingJob, type Waiting } from './triage'

export type HeldWindow = typeof windowHolds.$inferSelect

/** More than can hold a place, however many scripts there are. */
const most = 2_000

const running = prepared((db) =>
  db
    .select()
    .from(windowHolds)
    .where(gt(windowHolds.endsAt, sql.placeholder('now')))
    .orderBy(asc(windowHolds.seq))
    .limit(most),
)

/** The windows that visitors of the booking page hold now, in order of arrival. */
export const readHeld = (db: Db, now: number): Promise<HeldWindow[]> => running.all(db, { now })

/** A visitor's last hold, which may have run out. */
export async function readHold(db: Db, visitor: string): Promise<HeldWindow | undefined> {
  const [own] = await db.select().from(windowHolds).where(eq(windowHolds.visitor, visitor)).limit(1)
  return own
}

/** The name of a held window among the jobs of a plan. */
export const holdId = ({ visitor }: HeldWindow): string => `hold ${visitor}`

interface Wanted {
  query: {
    gutterLength?: number | undefined
    stories?: number | undefined
    addOns?: string | undefined
  }
  service: Pick<ServiceType, 'label'>
  where: { place: Point | null; franchiseId: string | null }
}

/** Whether it was taken for the same work at the same place: more work may need more room. */
export const isHoldFor = (hold: HeldWindow, { query, service, where }: Wanted): boolean =>
  hold.type === service.label &&
  hold.gutterLength === (query.gutterLength ?? null) &&
  hold.stories === (query.stories ?? null) &&
  hold.addOns.join(',') === (query.addOns ?? '') &&
  hold.franchiseId === where.franchiseId &&
  hold.lat === where.place?.lat &&
  hold.lng === where.place.lng

/** A held window in the planner's terms: as if its visitor had booked it. */
export const waitingHold = (hold: HeldWindow, branch: Branch, service: ServiceType | undefined): Waiting =>
  waitingJob(openRow(hold), branch, service)

/** The row that a booking of a held window would have. Its place is between the bookings before and after it. */
export const openRow = (hold: HeldWindow): OpenRow => ({
  seq: hold.afterJob + 0.5,
  id: holdId(hold),
  revision: 0,
  status: 'pending',
  franchiseId: hold.franchiseId,
  workerId: null,
  customerEmail: null,
  customerPhone: null,
  type: hold.type,
  preferredDate: hold.preferredDate,
  preferredTime: hold.preferredTime,
  gutterLength: hold.gutterLength,
  addOns: hold.addOns,
  stories: hold.stories,
  technicians: null,
  paymentId: null,
  paymentStatus: null,
  paymentState: 'unpaid',
  paidCents: 0,
  totalCents: 0,
  catalogPriceCents: null,
  priority: 0,
  held: false,
  placeState: 'placed',
  lat: hold.lat,
  lng: hold.lng,
  createdAt: hold.createdAt,
  source: 'public',
  confirmedAt: null,
  waitsSince: hold.createdAt,
  inZip: hold.inZip ? 1 : 0,
  lastWorkerId: null,
  preferredWorkerId: null,
  after: null,
  followers: null,
})
