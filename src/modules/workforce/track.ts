import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'
import { isTechnicianFinal, type JobRow } from '../jobs'
import { driveMinutes, locationFreshFor } from './drive'
import { findWorker } from './find'
import { lastReliableLocation } from './locations'

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
  const since = Math.max(job.enRouteAt, deps.clock.now() - locationFreshFor)
  if (!last || last.recordedAt < since) return { name, position: null, minutes: null }
  const position = { lat: rounded(last.lat), lng: rounded(last.lng) }
  const minutes = await driveMinutes(deps, position, job)
  const isTooFar = minutes !== null && minutes > farthestMinutes
  return isTooFar ? { name, position: null, minutes: null } : { name, position, minutes }
}
