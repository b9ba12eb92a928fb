import type { Db } from '../../../../db/store'
import { day, minute } from '../../../lib/clock'
import { promisedWindow } from '../../../lib/promised-time'
import type { ServiceType } from '../../catalog'
import { fixedFrom, startedWorkers } from '../../jobs'
import { ownSkill, type Movable } from '../planner/replan'
import type { Branch } from './branches'
import { boundsOfVisit, isHalfScheduled, within } from './chains'
import type { VisitRow } from './open-jobs'
import { waitingJob, type Waiting } from './triage'

/** Longer than five open days with a holiday and a Sunday between them. */
export const plannedAhead = 14 * day

/** A scheduled visit that may still move inside the window its customer was promised. */
export interface MovableVisit extends Waiting, Movable {
  row: VisitRow
  /** The promise. */
  window: { start: number; end: number }
}

/** The visit in the planner's terms, or null if it is fixed by now. */
export function movableVisit(
  row: VisitRow,
  branch: Branch,
  service: ServiceType | undefined,
  now: number,
): MovableVisit | null {
  const { calendar, days, visitMoves } = branch
  const onDay = days.findIndex(({ start, end }) => row.start >= start && row.start < end)
  const day = days[onDay]
  const window = promisedWindow(row, row.start, calendar.timeZone)
  if (visitMoves.moves === 'never' || !day || !window || row.workerId === null) return null
  const windows = within([{ from: window.start, until: window.end }], boundsOfVisit(row, now))
  const isInOrder = windows?.some(({ from, until }) => row.start >= from && row.start <= until)
  // If a person has put it out of order, a person has to move it.
  if (!isInOrder || isHalfScheduled(row)) return null
  if (now >= fixedFrom(day.start, visitMoves.freezeHours)) return null
  const { job, ...waiting } = waitingJob(row, branch, service)
  return {
    ...waiting,
    row,
    window,
    visit: { jobId: row.id, workerId: row.workerId, day: onDay, start: row.start },
    job: {
      ...job,
      durationMinutes: (row.end - row.start) / minute,
      bufferMinutes: (row.busyUntil - row.end) / minute,
      // Only this technician has the extra skill.
      skills: visitMoves.keepsTechnician ? [...job.skills, ownSkill(row.workerId)] : job.skills,
      windows,
      // Customers expect the technician whose name they were told.
      lastWorkerId: row.namedWorkerId ?? job.lastWorkerId,
    },
  }
}

/** Leaves out the visits of technicians whose day has started, if any are free to move on their own day. */
export async function exceptStarted(
  db: Db,
  visits: readonly MovableVisit[],
  now: number,
): Promise<MovableVisit[]> {
  const fixed = new Set<MovableVisit>()
  for (const [{ days, calendar }, ours] of Map.groupBy(visits, ({ branch }) => branch)) {
    const today = days.find(({ start, end }) => start <= now && now < end)
    const soon = today ? ours.filter(({ row }) => row.start < today.end) : []
    if (!today || soon.length === 0) continue
    const started = await startedWorkers(db, soon.flatMap(whoGoes), today, calendar.timeZone, now)
    for (const one of soon) if (whoGoes(one).some((id) => started.has(id))) fixed.add(one)
  }
  return visits.filter((one) => !fixed.has(one))
}

const whoGoes = ({ row, visit }: MovableVisit): string[] =>
  row.secondWorkerId === null ? [visit.workerId] : [visit.workerId, row.secondWorkerId]
