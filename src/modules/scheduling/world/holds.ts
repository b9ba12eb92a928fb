import type { Deps } from '../../../deps'
import { isOfferedWindow } from '../../../lib/arrival-windows'
import { hour, minute } from '../../../lib/clock'
import { isUnpaid } from '../../../lib/job-states'
import { durationMs } from '../../../lib/visit-length'
import type { ServiceType } from '../../catalog'
import { freeTimes } from '../engine/time'
import type { ArrivalWindow, Interval, Worker } from '../engine/world'
import { localDateOf, type ArrivalPreferences, type LocalDay } from './calendar'
import type { OpenRow } from './open-jobs'
import type { Waiting } from './triage'

/** Booked online, and neither paid nor confirmed since. Anyone can create thousands of these. */
export const isUnconfirmed = (row: Pick<OpenRow, 'source' | 'confirmedAt' | 'paymentState'>): boolean =>
  row.source === 'public' && row.confirmedAt === null && isUnpaid(row)

/** Unconfirmed bookings made before this time no longer hold their arrival window. */
export const holdsSince = ({ settings }: Pick<Deps, 'settings'>, now: number): number =>
  now - settings.publicAccess.holdHours * hour

/** The facts that decide whether an unconfirmed booking holds its place. */
export type Contender = Pick<
  OpenRow,
  'preferredDate' | 'preferredTime' | 'gutterLength' | 'stories' | 'addOns'
>

/** A franchise's working time on one day, and how much of it unconfirmed bookings hold. */
interface DayShare {
  free: Interval[]
  most: number
  kept: number
  keptIn: Map<string, number>
}

/**
 * Divides each day's share for unconfirmed bookings, first come, first served. Bookings without a place stay
 * and are planned where room is left. A booking alone on its day always holds its place, because it may fill
 * the day of a single technician.
 */
export class UnconfirmedShare {
  readonly #days: Map<string, DayShare>

  constructor(
    readonly wishes: ArrivalPreferences,
    percent: number,
    parts: readonly { days: readonly LocalDay[]; workers: readonly Worker[] }[],
  ) {
    this.#days = new Map(
      parts.flatMap(({ days, workers }) =>
        days.map(({ date }, at) => {
          const free = workers.flatMap((worker) => freeTimes(worker, at, 0))
          return [
            date,
            { free, most: (minutesOf(free) * percent) / 100, kept: 0, keptIn: new Map() },
          ] as const
        }),
      ),
    )
  }

  /** Whether the next booking in order of arrival holds its place. If so, it is counted. */
  take(contender: Contender, service: ServiceType | undefined): boolean {
    const { preferredDate, preferredTime } = contender
    const length = service ? durationMs(service, contender) : null
    if (preferredDate === null || length === null) return false
    const day = this.#days.get(localDateOf(preferredDate, this.wishes.calendar.timeZone))
    const minutes = (length / minute + (service?.bufferMinutes ?? 0)) * (service?.technicians ?? 1)
    // Checked before the preferred time is parsed, so thousands of bookings beyond the share cost next to
    // nothing.
    if (!day || day.most === 0 || (day.kept > 0 && day.kept + minutes > day.most)) return false
    const { state, windows } = this.wishes.of(contender)
    if (state === 'passed' || state === 'closed') return false
    if (isOfferedWindow(contender) && !fitsIn(day, preferredTime?.trim() ?? '', windows, minutes))
      return false
    day.kept += minutes
    return true
  }
}

/** One arrival window holds no more than can be done in it, or plans would reserve the impossible. */
function fitsIn(day: DayShare, label: string, windows: ArrivalWindow[] | null, minutes: number): boolean {
  const kept = day.keptIn.get(label) ?? 0
  const room = (windows ?? []).reduce((sum, window) => sum + minutesOf(within(day.free, window)), 0)
  if (kept > 0 && kept + minutes > room) return false
  day.keptIn.set(label, kept + minutes)
  return true
}

const within = (free: readonly Interval[], { from, until }: ArrivalWindow): Interval[] =>
  free.map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, until) }))

const minutesOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0) / minute

/** Whether a booking can hold a share of its day at all. */
export const mayHold = ({ row }: Waiting, since: number): boolean =>
  !row.held && row.placeState !== 'unknown' && row.createdAt > since

/** The ids of waiting unconfirmed bookings that hold no place, in booking order. */
export function standbyOf(waiting: readonly Waiting[], share: UnconfirmedShare, since: number): Set<string> {
  const unconfirmed = waiting.filter(({ row }) => isUnconfirmed(row))
  const standby = unconfirmed.filter((one) => !mayHold(one, since) || !share.take(one.row, one.service))
  return new Set(standby.map(({ row }) => row.id))
}
