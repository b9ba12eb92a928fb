import { and, eq, gt, lte, max, sql } from 'drizzle-orm'
import { jobs, windowHolds } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day, minute } from '../../../lib/clock'
import { isHoldFor, readHold, type HeldWindow } from '../world/held-windows'
import { whileFree } from './availability'
import { queryOf, type TimesWanted } from './booking-page'

/** How long a chosen window waits for its visitor to book it. */
const holdMs = 10 * minute
/** People share networks, so without a hold they can still book; they are only promised nothing meanwhile. */
const mostAtOnce = 5
const mostPerDay = 20

/** Somebody who is about to book a window. */
interface Holder {
  /** A hash of their form's key. */
  visitor: string
  /** A hash of their network. */
  requester: string
  date: string
  window: string
}

export interface Hold {
  /** Null if the window is free, but nothing keeps it so. */
  until: number | null
  /** An earlier hold of the same window ran out. */
  isAgain: boolean
}

/** Holds a window for ten minutes. Null if it isn't available anymore. */
export function holdWindow(deps: Deps, wanted: TimesWanted, holder: Holder): Promise<Hold | null> {
  const query = queryOf(wanted, { from: holder.date, days: 1 })
  return whileFree(deps, query, holder, ({ service, where, place, share }) => {
    const { gutterLength, stories, addOns } = wanted
    const { franchiseId, inZip } = where
    const room = {
      type: service.label,
      preferredDate: holder.date,
      preferredTime: holder.window,
      gutterLength,
      stories,
      addOns: [...addOns],
      franchiseId,
      inZip,
      ...place,
    }
    const isSame = (own: HeldWindow) =>
      own.preferredDate === holder.date &&
      own.preferredTime === holder.window &&
      isHoldFor(own, { query, service, where })
    const hasShare = share.take(room, service)
    return deps.store.write((tx) => take(tx, deps.clock.now(), holder, { room, isSame, hasShare }))
  })
}

interface Taken {
  room: Omit<HeldWindow, 'seq' | 'visitor' | 'requester' | 'count' | 'afterJob' | 'createdAt' | 'endsAt'>
  isSame: (own: HeldWindow) => boolean
  hasShare: boolean
}

async function take(
  tx: Tx,
  now: number,
  { visitor, requester }: Holder,
  { room, isSame, hasShare }: Taken,
): Promise<Hold> {
  const own = await readHold(tx, visitor)
  const isAgain = own !== undefined && isSame(own)
  if (isAgain && own.endsAt > now) return { until: own.endsAt, isAgain: false }
  // Ends the hold of another window, which still counts for the network.
  const isRunning = and(eq(windowHolds.visitor, visitor), gt(windowHolds.endsAt, now))
  await tx.update(windowHolds).set({ endsAt: now }).where(isRunning)
  if (!hasShare || !(await mayHold(tx, requester, now))) return { until: null, isAgain: false }
  const [last] = await tx.select({ seq: max(jobs.seq) }).from(jobs)
  const count = (own?.count ?? 0) + 1
  const times = { createdAt: now, endsAt: now + holdMs }
  await releaseHold(tx, visitor)
  await tx
    .insert(windowHolds)
    .values({ ...room, ...times, visitor, requester, count, afterJob: last?.seq ?? 0 })
  return { until: times.endsAt, isAgain }
}

/** Nobody can empty the calendar by holding it: one network has a few holds at once, and a few more in a day. */
async function mayHold(tx: Tx, requester: string, now: number): Promise<boolean> {
  const [of] = await tx
    .select({
      now: sql<number>`count(*) FILTER (WHERE ${windowHolds.endsAt} > ${now})`,
      today: sql<number>`coalesce(sum(${windowHolds.count}), 0)`,
    })
    .from(windowHolds)
    .where(and(eq(windowHolds.requester, requester), gt(windowHolds.endsAt, now - day)))
  return of === undefined || (of.now < mostAtOnce && of.today < mostPerDay)
}

/** Call this in the unit that books: from then on the booking keeps the window. */
export async function releaseHold(tx: Tx, visitor: string): Promise<void> {
  await tx.delete(windowHolds).where(eq(windowHolds.visitor, visitor))
}

/** Kept for a day to count them. */
export async function sweepHolds({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  await store.write((tx) => tx.delete(windowHolds).where(lte(windowHolds.endsAt, clock.now() - day)))
}
