import type { ArrivalWindow, Interval, Place, Worker } from './world'

/** A scheduled visit, which can't move, as one day's route sees it. */
export interface FixedStop {
  start: number
  busyUntil: number
  place: Place | null
  /** Counts toward the day's limits, unless it began the day before. */
  jobs: 0 | 1
  minutes: number
}

/** The remaining shifts of a day, without time off. */
export function freeTimes(worker: Worker, day: number, soonest: number): Interval[] {
  return subtract(since(soonest, shiftsOn(worker, day)), worker.timeOff)
}

/** The same with overtime. */
export function possibleTimes(worker: Worker, day: number, soonest: number): Interval[] {
  return subtract(shiftsToCome(worker, day, soonest), worker.timeOff)
}

/** The remaining shifts of a day, the last one with overtime. */
export function shiftsToCome(worker: Worker, day: number, soonest: number): Interval[] {
  const shifts = shiftsOn(worker, day)
  const last = shifts.at(-1)
  const end = worker.days[day]?.end ?? 0
  if (last && worker.overtime) last.end = Math.min(end, last.end + msOf(worker.overtime.minutes))
  return since(soonest, shifts)
}

const shiftsOn = (worker: Worker, day: number): Interval[] => unite(worker.days[day]?.shifts ?? [])

/** The scheduled visits that touch a day, by start time, in whole minutes. */
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

/**
 * Sorted and without overlaps. A window of a single moment is valid; one that ends before it starts isn't.
 */
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

/** Sorted, without overlaps and without empty intervals. */
export function unite(intervals: readonly Interval[]): Interval[] {
  const united: Interval[] = []
  for (const { start, end } of intervals.filter(hasLength).toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else united.push({ start, end })
  }
  return united
}

export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  let left = [...from]
  for (const hole of unite(taken)) {
    left = left.flatMap(({ start, end }) =>
      hole.end <= start || hole.start >= end
        ? [{ start, end }]
        : [
            { start, end: hole.start },
            { start: hole.end, end },
          ].filter(hasLength),
    )
  }
  return left
}

/** The parts of the intervals at or after a time. */
export function since(moment: number, intervals: readonly Interval[]): Interval[] {
  return intervals.map(({ start, end }) => ({ start: Math.max(start, moment), end })).filter(hasLength)
}

const hasLength = ({ start, end }: Interval): boolean => start < end

/** The engine counts time in whole minutes since 1970: exact to add, and small enough for 32-bit arrays. */
const msPerMinute = 60_000

/** Later than any time, with room to add a day. */
export const never = 2_000_000_000

export const minuteAtOrAfter = (ms: number): number => clamp(Math.ceil(ms / msPerMinute))
export const minuteAtOrBefore = (ms: number): number => clamp(Math.floor(ms / msPerMinute))
export const msOf = (minute: number): number => minute * msPerMinute

/** Marks are `step` minutes apart. */
export const markAtOrAfter = (minute: number, step: number): number => Math.ceil(minute / step) * step
export const markAtOrBefore = (minute: number, step: number): number => Math.floor(minute / step) * step

function clamp(minute: number): number {
  return Math.max(0, Math.min(never, minute))
}
