import { formatDuration } from '../../client/format'
import type { DayLoad } from './day'
import { spanOf, type Span, type WorkerHours } from './hours'
import type { LaneVisit } from './lane-visits'
import { bufferOf, type DriveBetween } from './lateness'

/** A drive drawn between two visits, after the buffer of the first one. */
export interface DriveBar extends Span {
  key: string
  minutes: number
  buffer: number
  /** The minutes until the visit that is in the way of its number; null if none is. */
  room: number | null
  /** There is less time between the visits than the buffer and the drive take. */
  isTight: boolean
}

/** The drives of one row and day: to the first visit until it starts, and from every visit once it ends. */
export function driveBars(visits: readonly LaneVisit[], load: DayLoad | undefined): DriveBar[] {
  const byId = new Map(visits.map((visit) => [visit.job.id, visit]))
  return (load?.legs ?? []).flatMap(({ from, to, minutes }) => {
    const before = from === null ? undefined : byId.get(from)
    const after = to === null ? undefined : byId.get(to)
    if (minutes === 0 || (before === undefined && after === undefined)) return []
    const buffer = before ? Math.round(bufferOf(before.job) / 60_000) : 0
    const start = before ? before.end : (after?.start ?? 0) - minutes
    const end = start + buffer + minutes
    const isTight = before !== undefined && after !== undefined && end > after.start
    const room = before && after ? Math.max(0, after.start - start) : null
    return [{ key: `${from} ${to}`, start, end, minutes, buffer, room, isTight }]
  })
}

/** Looks up the drive between two visits; an unknown one takes no time. */
export function driveBetween(load: DayLoad | undefined): DriveBetween {
  const minutes = new Map((load?.legs ?? []).map((leg) => [`${leg.from} ${leg.to}`, leg.minutes]))
  return (from, to) => minutes.get(`${from} ${to}`) ?? 0
}

export interface Load {
  booked: number
  available: number
  driving: number
}

export function sumLoads(loads: readonly (DayLoad | undefined)[]): Load {
  const sum = { booked: 0, available: 0, driving: 0 }
  for (const load of loads) {
    if (!load) continue
    sum.booked += load.bookedMinutes
    sum.available += load.availableMinutes
    sum.driving += load.legs.reduce((total, { minutes }) => total + minutes, 0)
  }
  return sum
}

/** How many minutes of visits are outside the working hours: after the day's last shift, or on a day without one. */
export function minutesOutside(
  visits: readonly LaneVisit[],
  hoursOn: (date: string) => Pick<WorkerHours, 'shifts'> | undefined,
): number {
  const minutes = visits.map(({ date, start, end, planned }) => {
    const hours = hoursOn(date)
    if (planned || !hours) return 0
    const last = Math.max(0, ...hours.shifts.map((shift) => spanOf(shift).end))
    return Math.max(0, end - Math.max(start, last))
  })
  return minutes.reduce((sum, one) => sum + one, 0)
}

/**
 * `5 hr 30 min of 8 hr`, `20 min outside hours` and `50 min drive`, to stand below a name; a day off names the visits
 * alone, if any.
 */
export function loadTexts({ booked, available, driving }: Load, outside = 0): string[] {
  if (booked === 0 && available === 0) return []
  const work =
    available === 0
      ? `${formatDuration(booked)} booked`
      : `${formatDuration(booked)} of ${formatDuration(available)}`
  return [
    work,
    ...(outside > 0 && available > 0 ? [`${formatDuration(outside)} outside hours`] : []),
    ...(driving > 0 ? [`${formatDuration(driving)} drive`] : []),
  ]
}

/** The same as a sentence. */
export const loadSentence = ({ booked, available, driving }: Load, outside = 0): string =>
  [
    `${formatDuration(booked)} booked${available === 0 ? '' : ` of ${formatDuration(available)}`}`,
    `${formatDuration(driving)} of driving`,
    ...(outside > 0 ? [`${formatDuration(outside)} outside working hours`] : []),
  ].join(', ')
