import { isOfferedWindow } from '../../../lib/arrival-windows'
import { hour, minute } from '../../../lib/clock'
import { isUnpaid } from '../../../lib/job-states'
import { durationMs } from '../../../lib/visit-length'
import type { ServiceType } from '../../catalog'
import type { Deps } from '../../../deps'
import { freeTimes } from '../engine/time'
import type { ArrivalWindow, Interval, Worker } from '../engine/world'
import { localDateOf, type ArrivalPreferences, type LocalDay } from './calendar'
import type { OpenRow } from './open-jobs'
import type { Waiting } from './triage'

/** Booked online by somebody who has neither paid nor been confirmed since: anyone can make thousands of these. */
export const isUnconfirmed = (row: Pick<OpenRow, 'source' | 'confirmedAt' | 'paymentState'>): boolean =>
  row.source === 'public' && row.confirmedAt === null && isUnpaid(row)

/** The moment before which an unconfirmed booking was made that keeps its arrival window no longer. */
export const holdsSince = ({ config }: Pick<Deps, 'config'>, now: number): number =>
  now - config.unconfirmed.holdHours * hour

/** The facts that decide whether an unconfirmed booking keeps its place on the day it asks for. */
export type Contender = Pick<OpenRow, 'preferredDate' | 'preferredTime' | 'gutterLength' | 'stories'>

/** The working time of a franchise on one day, and how much of it unconfirmed bookings keep already. */
interface DayShare {
  free: Interval[]
  most: number
  kept: number
  keptIn: Map<string, number>
}

/**
 * Deals out the share of each day that unconfirmed bookings may keep, first come, first served. Every booking
 * stays in any case; one that keeps no place is planned where there is room left. A booking alone on its day
 * keeps its place however long it takes, since a day with a single technician may be filled by one.
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

  /** Whether the next booking in the order of arrival keeps its place; it is counted where it does. */
  take(contender: Contender, service: ServiceType | undefined): boolean {
    const { preferredDate, preferredTime } = contender
    const length = service ? durationMs(service, contender) : null
    if (preferredDate === null || length === null) return false
    const day = this.#days.get(localDateOf(preferredDate, this.wishes.calendar.timeZone))
    const minutes = length / minute + (service?.bufferMinutes ?? 0)
    // Before the words for the time are read: thousands of bookings beyond the share cost next to nothing.
    if (!day || day.most === 0 || (day.kept > 0 && day.kept + minutes > day.most)) return false
    const { state, windows } = this.wishes.of(contender)
    if (state === 'passed' || state === 'closed') return false
    if (isOfferedWindow(contender) && !fitsIn(day, preferredTime?.trim() ?? '', windows, minutes))
      return false
    day.kept += minutes
    return true
  }
}

/** No more is kept in one arrival window than can be done in it, or plans are made of what can never be. */
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

/** Whether a booking may contend for a share of its day at all. */
export const mayHold = ({ row }: Waiting, since: number): boolean =>
  !row.held && row.placeState !== 'unknown' && row.createdAt > since

/** The unconfirmed bookings among those that wait, in the order of booking, that keep no place, by id. */
export function standbyOf(waiting: readonly Waiting[], share: UnconfirmedShare, since: number): Set<string> {
  const unconfirmed = waiting.filter(({ row }) => isUnconfirmed(row))
  const standby = unconfirmed.filter((one) => !mayHold(one, since) || !share.take(one.row, one.service))
  return new Set(standby.map(({ row }) => row.id))
}
