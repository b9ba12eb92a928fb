import type { Deps } from '../../deps'
import { isoTime, minute } from '../../lib/clock'
import { driveMinutes, whereNow } from './drive'
import type { NextVisit, WorkJob } from './work-model'

/** The visit a technician drives to next and when they get there; null once there is none. */
export async function nextVisit(
  deps: Deps,
  workerId: string,
  jobs: readonly WorkJob[],
): Promise<NextVisit | null> {
  const withStatus = (wanted: WorkJob['status']) => jobs.find(({ status }) => status === wanted)
  const next = withStatus('en_route') ?? withStatus('scheduled')
  if (!next) return null
  const current = withStatus('in_progress')
  const from = current ? placeOf(current) : await whereNow(deps, workerId)
  const minutes = await driveMinutes(deps, from, next)
  const now = deps.clock.now()
  const leaveAt = current?.scheduledEnd ? Math.max(now, Date.parse(current.scheduledEnd)) : now
  const arriveAt = minutes === null ? null : isoTime(leaveAt + minutes * minute)
  return { jobId: next.id, driveMinutes: minutes, arriveAt }
}

const placeOf = ({ lat, lng }: WorkJob) => (lat === null || lng === null ? null : { lat, lng })
