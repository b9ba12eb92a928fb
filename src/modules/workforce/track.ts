import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import type { Point } from '../../lib/geo'
import { describeError } from '../../lib/log'
import { isTechnicianFinal, type JobRow } from '../jobs'
import { findWorker } from './find'
import { lastReliableLocation } from './locations'

/** An older location would tell a customer where the technician no longer is. */
const freshFor = 10 * minute
/** A location farther away than this is a mistake: nobody drives to a visit for half a day. */
const farthestMinutes = 180
/** Three decimals are about 100 yards: enough to follow someone, and no house number. */
const rounded = (degrees: number): number => Math.round(degrees * 1_000) / 1_000

export interface TrackedTechnician {
  /** The first name alone. */
  name: string | null
  /** Null unless they are on the way and share their location. */
  position: Point | null
  /** Until they arrive, if we know. */
  minutes: number | null
}

/** A customer may know where their technician is only while they are on the way to this visit. */
export async function trackTechnician(deps: Deps, job: JobRow): Promise<TrackedTechnician> {
  const isFinal = await isTechnicianFinal(deps.store.read, deps, job)
  const worker =
    isFinal && job.workerId !== null ? await findWorker(deps.store.read, job.workerId) : undefined
  const name = worker?.name.trim().split(/\s+/)[0] ?? null
  if (!worker || job.status !== 'en_route' || job.enRouteAt === null)
    return { name, position: null, minutes: null }
  const last = await lastReliableLocation(deps.store.read, worker.id)
  // Where they were before they set off is another customer's business.
  const since = Math.max(job.enRouteAt, deps.clock.now() - freshFor)
  if (!last || last.recordedAt < since) return { name, position: null, minutes: null }
  const position = { lat: rounded(last.lat), lng: rounded(last.lng) }
  const minutes = await minutesTo(deps, position, job)
  const isTooFar = minutes !== null && minutes > farthestMinutes
  return isTooFar ? { name, position: null, minutes: null } : { name, position, minutes }
}

async function minutesTo(deps: Deps, from: Point, { lat, lng }: JobRow): Promise<number | null> {
  if (lat === null || lng === null) return null
  try {
    const minutes = (await deps.providers.routing.matrix([from], [{ lat, lng }]))[0]?.[0]
    return minutes === undefined || !Number.isFinite(minutes) ? null : Math.max(1, Math.round(minutes))
  } catch (error) {
    deps.log.warn("couldn't tell when a technician arrives", describeError(error))
    return null
  }
}
