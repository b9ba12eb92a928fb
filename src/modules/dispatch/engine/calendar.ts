import { since, subtract, unite } from './intervals'
import { minuteAtOrAfter, minuteAtOrBefore } from './minutes'
import type { ArrivalWindow, Interval, Place, Worker } from './world'

/** A visit that stays where it is, as one day's route sees it. */
export interface FixedStop {
  start: number
  busyUntil: number
  place: Place | null
  /** What it takes of the day's caps: nothing where it began on the day before. */
  jobs: 0 | 1
  minutes: number
}

/** The shifts of a day that are still to come, time off taken out. */
export function freeTimes(worker: Worker, day: number, soonest: number): Interval[] {
  return subtract(shiftsToCome(worker, day, soonest), worker.timeOff)
}

export function shiftsToCome(worker: Worker, day: number, soonest: number): Interval[] {
  return since(soonest, unite(worker.days[day]?.shifts ?? []))
}

/** The committed visits that touch a day, in the order of their start, in whole minutes. */
export function committedStops(worker: Worker, day: number): FixedStop[] {
  const bounds = worker.days[day]
  if (!bounds) return []
  return worker.visits
    .filter(({ start, busyUntil }) => start < bounds.end && busyUntil > bounds.start)
    .toSorted((a, b) => a.start - b.start || a.busyUntil - b.busyUntil)
    .map(({ start, end, busyUntil, place }) => {
      const startsHere = start >= bounds.start
      return {
        start: minuteAtOrBefore(start),
        busyUntil: minuteAtOrAfter(busyUntil),
        place,
        jobs: startsHere ? 1 : 0,
        minutes: startsHere ? minuteAtOrAfter(end - start) : 0,
      }
    })
}

/** Sorted and without overlaps. A window of a single moment is one; one that ends before it begins is none. */
export function separateWindows(windows: readonly ArrivalWindow[]): ArrivalWindow[] {
  const separate: ArrivalWindow[] = []
  for (const { from, until } of windows
    .filter((w) => w.from <= w.until)
    .toSorted((a, b) => a.from - b.from)) {
    const last = separate.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else separate.push({ from, until })
  }
  return separate
}
