import { durationMs } from '../../../lib/visit-length'
import type { Service } from '../../../modules/catalog'
import type { Job } from '../../../modules/jobs'
import { formatClockRange, formatDay } from '../../client/format'
import type { Directory } from '../shell/directory'
import { lengthOf } from '../jobs/visit-times'
import { step, stepFrom, type Axis, type BoardTime } from './axis'
import type { Day } from './day'
import { spanOf } from './hours'
import { bufferOf } from './lateness'
import { startOf, type Place } from './place'
import type { LaneVisit, Partner } from './lane-visits'

/** A visit on its way to another place on the board, or to another duration. */
export interface Moving {
  job: Job
  kind: 'move' | 'resize'
  by: 'pointer' | 'keyboard'
  /** Where it was; null for a job without a visit. */
  from: Place | null
  /** Where it would land; null while it is nowhere on the board. */
  to: Place | null
  /** In minutes. */
  length: number
  /** Whether it is above the list of jobs without a visit. */
  isOff: boolean
  /** The other technician of a visit for two. */
  partner: Partner | null
  /** True for a visit of a dispatch plan, which nobody has assigned yet. */
  isProposed: boolean
}

const minute = 60_000
const usualMinutes = 60

/** The duration a visit has or would get, in minutes. */
export function minutesFor(job: Job, services: readonly Service[]): number {
  const service = services.find(({ label }) => label.trim().toLowerCase() === job.type.trim().toLowerCase())
  const ms = lengthOf(job) ?? (service ? durationMs(service, job) : null)
  return ms === null ? usualMinutes : Math.round(ms / minute)
}

export const isSamePlace = (one: Place | null, other: Place | null): boolean =>
  one !== null &&
  other !== null &&
  one.workerId === other.workerId &&
  one.date === other.date &&
  one.minutes === other.minutes &&
  one.timeZone === other.timeZone

/** Whether dropping it would change anything. */
export function isChange({ job, from, to, length, isOff, isProposed }: Moving): boolean {
  if (isOff) return job.status === 'scheduled' || isProposed
  if (to === null) return false
  const isLength = from !== null && !isProposed && length * minute !== lengthOf(job)
  return !isSamePlace(from, to) || isLength
}

/** A row of the board. */
export type Row = Pick<Place, 'workerId' | 'timeZone'>

/** The keys that move a visit. */
export type MoveKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
export const isMoveKey = (key: string): key is MoveKey => /^Arrow(?:Left|Right|Up|Down)$/.test(key)

/** One key press: sideways in time, up and down between technicians, with Shift to another duration. */
export function nudge(
  moving: Moving,
  key: MoveKey,
  isLength: boolean,
  axis: Axis,
  rows: readonly Row[],
): Moving {
  const { to, length } = moving
  if (to === null) return moving
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowRight' ? step : -step
    if (isLength) return { ...moving, kind: 'resize', length: Math.max(step, Math.min(24 * 60, length + by)) }
    const next: BoardTime = stepFrom(axis, to, by)
    return { ...moving, to: { ...to, ...next } }
  }
  const at = rows.findIndex(({ workerId, timeZone }) => workerId === to.workerId && timeZone === to.timeZone)
  const row = rows[at + (key === 'ArrowDown' ? 1 : -1)]
  return row ? { ...moving, to: { ...to, ...row } } : moving
}

/** The technicians of a visit once it lands: the one of the new row takes the place of the one it came from. */
export function techniciansAfter({ partner, to }: Pick<Moving, 'partner' | 'to'>): {
  workerId: string | null
  secondWorkerId: string | null
} {
  const there = to?.workerId ?? null
  if (partner?.isLead) return { workerId: partner.id, secondWorkerId: there }
  return { workerId: there, secondWorkerId: there === null ? null : (partner?.id ?? null) }
}

/** The visit that is in the way of a technician who would make this one. */
export function clashOf(moving: Moving, placed: readonly LaneVisit[]): LaneVisit | null {
  const { job, to, length } = moving
  const { workerId, secondWorkerId } = techniciansAfter(moving)
  if (to === null || workerId === null) return null
  const start = Date.parse(startOf(to))
  const end = start + length * minute + bufferOf(job)
  const inTheWay = placed.find(
    (visit) =>
      (visit.workerId === workerId || (visit.workerId !== null && visit.workerId === secondWorkerId)) &&
      visit.job.id !== job.id &&
      isTaken(visit.job) &&
      Date.parse(visit.job.scheduledStart ?? '') < end &&
      Date.parse(visit.job.busyUntil ?? visit.job.scheduledEnd ?? '') > start,
  )
  return inTheWay ?? null
}

const isTaken = ({ status }: Job) =>
  status === 'scheduled' || status === 'en_route' || status === 'in_progress'

/** The lunch breaks of its technicians that a visit would land on. */
export function againstLunch(
  moving: Moving,
  { loadOn }: Pick<Day, 'loadOn'>,
  { workerName }: Pick<Directory, 'workerName'>,
): string[] {
  const { to, length } = moving
  if (to === null || !isChange(moving)) return []
  return Object.values(techniciansAfter(moving)).flatMap((id) => {
    const lunch = id === null ? null : loadOn(to.date, id)?.lunch
    if (!lunch) return []
    const { start, end } = spanOf(lunch)
    if (to.minutes >= end || to.minutes + length <= start) return []
    return [`${workerName(id)} has lunch ${formatClockRange(start, end)}.`]
  })
}

/** `Tue, Mar 3, 10:00–11:15 AM`. */
export function placeText({ to, length }: Moving): string {
  if (to === null) return ''
  const day = formatDay(`${to.date}T12:00:00Z`, 'UTC')
  return `${day}, ${formatClockRange(to.minutes, to.minutes + length)}`
}
