import type { Deps } from '../../deps'
import { isoTime, minute } from '../../lib/clock'
import type { JobRow } from '../jobs'
import { driveMinutes, whereNow } from './drive'
import { likelyEnd } from './visit-end'
import type { NextVisit } from './work-model'

/** The visit a technician drives to next and when they get there; null once there is none. */
export async function nextVisit(
  deps: Deps,
  workerId: string,
  jobs: readonly JobRow[],
): Promise<NextVisit | null> {
  const withStatus = (wanted: JobRow['status']) => jobs.find(({ status }) => status === wanted)
  const next = withStatus('en_route') ?? withStatus('scheduled')
  if (!next) return null
  const current = withStatus('in_progress')
  const from = current ? placeOf(current) : await whereNow(deps, workerId)
  const minutes = await driveMinutes(deps, from, next)
  const now = deps.clock.now()
  const leaveAt = current ? await likelyEnd(deps, current, current.startedAt ?? now) : now
  const arriveAt = minutes === null ? null : isoTime(leaveAt + minutes * minute)
  return { jobId: next.id, driveMinutes: minutes, arriveAt }
}

const placeOf = ({ lat, lng }: JobRow) => (lat === null || lng === null ? null : { lat, lng })
