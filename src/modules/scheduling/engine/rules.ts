import { missingSkills } from './groups'
import { Insertion } from './insertion'
import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import { separateWindows, shiftsToCome, msOf, never } from './time'
import { unreachable } from './travel-table'
import type { PlanOptions, Interval, OpenJob, Worker, World } from './world'

/** Why a worker can't take a job: the first hard rule that fails, with its numbers. */
export type Failure =
  | { rule: 'active' }
  | { rule: 'franchise' }
  | { rule: 'skills'; missing: string[] }
  | { rule: 'service_area' }
  /** No date means that no shift in the horizon touches any of the job's windows. */
  | { rule: 'shift'; date: string | null; shift: Interval | null; minutesShort: number | null; why: ShiftGap }
  | { rule: 'time_off'; date: string; timeOff: Interval[] }
  | { rule: 'daily_cap'; date: string; of: 'jobs' | 'minutes'; limit: number; booked: number }
  | ({ rule: 'route'; date: string } & Shortfall)

/** The problem with a day's hours. `over`: the rest of them starts too late. */
export type ShiftGap = 'none' | 'over' | 'starts_late' | 'ends_early' | 'too_short'

export type DayFailure = Extract<Failure, { date: unknown }>

export interface Fit {
  day: number
  addedTravel: number
  overtime: number
}

export type Verdict = { fits: Fit[]; failure: null } | { fits: []; failure: Failure }

/** The days of one worker and a single job, ready to check whether it fits. */
export function routesFor(world: World, worker: Worker, job: OpenJob, options: PlanOptions): Routes {
  return new Routes(runAtOnce(buildPool(world.now, [worker], [job], world.travel, options)))
}

export function fitsOn(routes: Routes): Fit[] {
  const insertion = new Insertion(routes)
  return Array.from({ length: routes.pool.dayCount }, (_, day) => {
    const added = insertion.cheapest(0, day)
    return { day, addedTravel: added - insertion.overtime, overtime: insertion.overtime }
  }).filter(({ addedTravel }) => addedTravel !== Infinity)
}

/** Checks the hard rules in order. If all days fail, the day that got furthest gives the reason. */
export function judge(world: World, worker: Worker, job: OpenJob, options: PlanOptions): Verdict {
  const failure = failureOfPerson(worker, job)
  if (failure) return { fits: [], failure }
  const routes = routesFor(world, worker, job, options)
  const fits = fitsOn(routes)
  if (fits.length > 0) return { fits, failure: null }
  const withoutTimeOff = routesFor(world, { ...worker, timeOff: [] }, job, options)
  const failures = worker.days.map((_, day) => failureOfDay(world, routes, withoutTimeOff, day))
  return { fits: [], failure: furthest(failures) }
}

function failureOfPerson(worker: Worker, job: OpenJob): Failure | null {
  if (!worker.active) return { rule: 'active' }
  if (worker.franchiseId !== job.franchiseId) return { rule: 'franchise' }
  const missing = missingSkills(job, worker)
  if (missing.length > 0) return { rule: 'skills', missing }
  return job.inServiceArea ? null : { rule: 'service_area' }
}

function failureOfDay(world: World, routes: Routes, withoutTimeOff: Routes, day: number): DayFailure {
  const { pool } = routes
  const worker = pool.workers[0]!
  const { date, ...bounds } = worker.days[day]!
  if (withoutTimeOff.spans.gather(0, day) === 0) return shiftFailure(world, routes, day)
  if (routes.spans.gather(0, day) === 0) {
    const overlaps = ({ start, end }: Interval) => start < bounds.end && end > bounds.start
    return { rule: 'time_off', date, timeOff: worker.timeOff.filter(overlaps) }
  }
  const booked = { jobs: routes.visitCount[day]!, minutes: routes.visitMinutes[day]! }
  if (booked.jobs >= pool.maxJobs[0]!) {
    return { rule: 'daily_cap', date, of: 'jobs', limit: pool.maxJobs[0]!, booked: booked.jobs }
  }
  if (booked.minutes + pool.duration[0]! > pool.maxMinutes[0]!) {
    return { rule: 'daily_cap', date, of: 'minutes', limit: pool.maxMinutes[0]!, booked: booked.minutes }
  }
  return { rule: 'route', date, ...shortfallOf(routes, day) }
}

/** The day's best shift and how many minutes it is short. */
function shiftFailure({ now }: World, { pool }: Routes, day: number): DayFailure {
  const worker = pool.workers[0]!
  const job = pool.jobs[0]!
  const { date, start, end } = worker.days[day]!
  const windows = job.windows === null ? [{ from: start, until: end }] : separateWindows(job.windows)
  const today = windows.filter(({ from, until }) => from < end && until >= start)
  if (today.length === 0) return noShift
  const soonest = now + msOf(pool.options.leadMinutes)
  const tried = shiftsToCome(worker, day, soonest).flatMap((shift) =>
    today.map(({ from, until }) => {
      const length = msOf(pool.duration[0]!)
      const first = Math.max(from, shift.start)
      const [late, early] = [first - until, first + length - shift.end]
      const minutesShort = Math.max(1, Math.ceil(Math.max(late, early) / msOf(1)))
      return { shift, minutesShort, why: gapOf({ shift, length, late, early, soonest }) }
    }),
  )
  const best = tried.toSorted((a, b) => a.minutesShort - b.minutesShort)[0]
  const why = worker.days[day]!.shifts.length > 0 ? 'over' : 'none'
  return { rule: 'shift', date, ...(best ?? { shift: null, minutesShort: null, why }) }
}

const noShift: DayFailure = { rule: 'shift', date: null, shift: null, minutesShort: null, why: 'none' }

interface Tried {
  shift: Interval
  length: number
  /** How much later the shift starts than the window closes, and how much earlier it ends than the visit. */
  late: number
  early: number
  soonest: number
}

function gapOf({ shift, length, late, early, soonest }: Tried): ShiftGap {
  if (shift.start === soonest && (late > 0 || shift.end - shift.start < length)) return 'over'
  if (shift.end - shift.start < length) return 'too_short'
  return late >= early ? 'starts_late' : 'ends_early'
}

const order = ['shift', 'time_off', 'daily_cap', 'route'] as const

function furthest(failures: DayFailure[]): DayFailure {
  const short = (failure: DayFailure) => ('minutesShort' in failure ? (failure.minutesShort ?? Infinity) : 0)
  return failures.reduce((best, next) => {
    const further = order.indexOf(next.rule) - order.indexOf(best.rule)
    if (further !== 0) return further > 0 ? next : best
    if (best.date === null) return next
    return short(next) < short(best) ? next : best
  }, noShift)
}

/** Why the pool's first job fits into no gap of a route, based on the gap that comes closest. */
export interface Shortfall {
  /**
   * `drive`: even the drive from home is too long. `gap`: other visits leave too little time. `lunch`: it would
   * fit without a lunch break.
   */
  why: 'drive' | 'gap' | 'lunch' | 'no_road'
  minutesShort: number
}

export function shortfallOf(routes: Routes, route: number): Shortfall {
  const { pool, spans, next, readyAt, latestStart } = routes
  const lunch = routes.lunches.minutes[route]!
  const place = pool.placeOf[0]!
  const last = spans.until[spans.gather(0, route) - 1]!
  const begin = pool.firstBegin + route
  const end = pool.firstEnd + route
  const nearest: Shortfall = { why: 'no_road', minutesShort: unreachable }
  for (let before = begin; before !== end; before = next[before]!) {
    const behind = next[before]!
    const there = pool.travel.minutes(pool.placeOf[before]!, place)
    const onward = pool.travel.minutes(place, pool.placeOf[behind]!)
    if (there >= unreachable || onward >= unreachable) continue
    const arrival = spans.arrival(route, readyAt[before]!, there)
    const start = Math.max(arrival, Math.min(last, spans.startAtOrAfter(arrival)))
    const onTo = spans.driven(route, start + pool.busy[0]!, onward)
    const [tooLate, tooLong] = [arrival - last, onTo - latestStart[behind]!]
    const isPlainFit = spans.startAtOrAfter(arrival) < never && tooLong <= 0
    if (isPlainFit && lunch > 0) return { why: 'lunch', minutesShort: lunch }
    const short = Math.max(1, tooLate, tooLong)
    if (short >= nearest.minutesShort) continue
    nearest.why = before === begin && tooLate >= tooLong ? 'drive' : 'gap'
    nearest.minutesShort = short
  }
  return nearest
}
