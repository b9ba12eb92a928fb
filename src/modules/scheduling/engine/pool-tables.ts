import {
  possibleTimes,
  separateWindows,
  markAtOrAfter,
  minuteAtOrAfter,
  minuteAtOrBefore,
  msOf,
  never,
} from './time'
import type { PlanOptions, ArrivalWindow, Interval, OpenJob, Worker } from './world'

export interface FreeTime {
  /** Each route's working time with overtime and without time off; route r begins at freeFirst[r]. */
  freeFirst: Int32Array
  freeFrom: Int32Array
  freeUntil: Int32Array
  /** The first mark within each piece of working time. */
  freeMark: Int32Array
}

export interface Visiting {
  /** The arrival windows that touch a day: those of job j on day d begin at windowFirst[j × days + d]. */
  windowFirst: Int32Array
  /** The first mark within each window. */
  windowFrom: Int32Array
  windowUntil: Int32Array
}

export interface Weights {
  /** Per job: the cost of each day of waiting, the cost of leaving it unplaced, the last worker and the preferred one. */
  latePerDay: Float64Array
  unplacedCost: Float64Array
  lastWorker: Int32Array
  preferredWorker: Int32Array
}

/** A job for this much counts as half a job more than one for nothing. */
const fullValueCents = 100_000

export function freeTimeTable(workers: Worker[], dayCount: number, soonest: number, step: number) {
  const lists: Interval[][] = []
  for (const worker of workers) {
    for (let day = 0; day < dayCount; day += 1) lists.push(possibleTimes(worker, day, soonest))
  }
  const { first, from, until, most } = flatten(
    lists,
    ({ start }) => minuteAtOrAfter(start),
    ({ end }) => minuteAtOrBefore(end),
  )
  const marks = from.map((minute) => markAtOrAfter(minute, step))
  return { freeFirst: first, freeFrom: from, freeUntil: until, freeMark: marks, mostFree: most }
}

export function windowTable(jobs: OpenJob[], workers: Worker[], dayCount: number, step: number) {
  const { first, from, until, most } = flatten(
    windowsByDay(jobs, workers, dayCount),
    (window) => markAtOrAfter(minuteAtOrAfter(window.from), step),
    (window) => minuteAtOrBefore(window.until),
  )
  return { windowFirst: first, windowFrom: from, windowUntil: until, mostWindows: most }
}

/** The windows of each job that touch each day. A job without windows can start at any time. */
function windowsByDay(jobs: OpenJob[], workers: Worker[], dayCount: number): ArrivalWindow[][] {
  const anyTime = [{ from: 0, until: msOf(never) }]
  const bounds = dayBounds(workers, dayCount)
  const lists: ArrivalWindow[][] = []
  for (const { windows } of jobs) {
    const separate = windows === null ? null : separateWindows(windows)
    for (const { start, end } of bounds) {
      lists.push(separate?.filter(({ from, until }) => from < end && until >= start) ?? anyTime)
    }
  }
  return lists
}

/** Workers of one franchise have the same days. If not, the widest bounds include everything. */
function dayBounds(workers: Worker[], dayCount: number): Interval[] {
  const bounds = Array.from({ length: dayCount }, () => ({ start: Infinity, end: -Infinity }))
  for (const { days } of workers) {
    days.forEach(({ start, end }, day) => {
      const widest = bounds[day]!
      widest.start = Math.min(widest.start, start)
      widest.end = Math.max(widest.end, end)
    })
  }
  return bounds
}

export function weighJobs(now: number, jobs: OpenJob[], workers: Worker[], options: PlanOptions): Weights {
  const numberOf = new Map(workers.map(({ id }, worker) => [id, worker]))
  const urgency = ({ priority }: OpenJob) => Math.max(0, Math.min(100, priority)) / 100
  const weeks = ({ waitingSince }: OpenJob) =>
    Math.max(0, Math.min(1, (now - waitingSince) / msOf(7 * 24 * 60)))
  const value = ({ valueCents }: OpenJob) => Math.max(0, Math.min(1, valueCents / fullValueCents))
  return {
    latePerDay: new Float64Array(
      jobs.map((job) => options.minutesPerDayLate + options.minutesPerDayLateAtTop * urgency(job)),
    ),
    // The most urgent job counts as two normal ones; a week of waiting, or a high price, adds half of one.
    unplacedCost: new Float64Array(
      jobs.map((job) => options.unplacedMinutes * (1 + urgency(job) + (weeks(job) + value(job)) / 2)),
    ),
    lastWorker: new Int32Array(jobs.map(({ lastWorkerId }) => numberOf.get(lastWorkerId ?? '') ?? -1)),
    preferredWorker: new Int32Array(
      jobs.map(({ preferredWorkerId }) => numberOf.get(preferredWorkerId ?? '') ?? -1),
    ),
  }
}

function flatten<T>(lists: T[][], from: (item: T) => number, until: (item: T) => number) {
  const first = new Int32Array(lists.length + 1)
  let most = 1
  for (let at = 0; at < lists.length; at += 1) {
    first[at + 1] = first[at]! + lists[at]!.length
    most = Math.max(most, lists[at]!.length)
  }
  const flat = { first, from: new Int32Array(first.at(-1)!), until: new Int32Array(first.at(-1)!), most }
  let at = 0
  for (const list of lists) {
    for (const item of list) {
      flat.from[at] = from(item)
      flat.until[at] = until(item)
      at += 1
    }
  }
  return flat
}
