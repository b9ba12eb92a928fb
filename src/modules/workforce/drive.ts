import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import type { Point } from '../../lib/geo'
import { describeError } from '../../lib/log'
import { lastReliableLocation } from './locations'

/** An older location says where somebody no longer is. */
export const locationFreshFor = 10 * minute

/** Where a worker is now, if they share it. */
export async function whereNow({ store, clock }: Deps, workerId: string): Promise<Point | null> {
  const last = await lastReliableLocation(store.read, workerId)
  return last && last.recordedAt > clock.now() - locationFreshFor ? { lat: last.lat, lng: last.lng } : null
}

/** Whole minutes from one place to another; null if nobody can tell. */
export async function driveMinutes(
  deps: Deps,
  from: Point | null,
  { lat, lng }: { lat: number | null; lng: number | null },
): Promise<number | null> {
  if (from === null || lat === null || lng === null) return null
  try {
    const minutes = (await deps.providers.routing.matrix([from], [{ lat, lng }]))[0]?.[0]
    return minutes === undefined || !Number.isFinite(minutes) ? null : Math.max(1, Math.round(minutes))
  } catch (error) {
    deps.log.warn("couldn't tell how long a technician drives", describeError(error))
    return null
  }
}
