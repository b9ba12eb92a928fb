import { byId, missingSkills } from './groups'
import { scoreOf, Insertion } from './insertion'
import { judge, routesFor, fitsOn, type Failure } from './rules'
import { msOf } from './time'
import { settleLunch } from './timing'
import {
  defaultOptions,
  type PlanOptions,
  type Interval,
  type OpenJob,
  type Worker,
  type World,
  type Score,
} from './world'

export interface Explanation {
  jobId: string
  /** A problem with the job itself; nobody can take it until that is fixed. */
  problem: 'no_place' | 'no_duration' | null
  /** Workers who could take it come first, by cost; then the rest by id. */
  workers: WorkerAnswer[]
}

export type WorkerAnswer =
  | { workerId: string; fits: true; date: string; visit: Interval; score: Score }
  | { workerId: string; fits: false; failure: Failure; change: Change | null }

/** Why a job can or can't go to each worker, given the scheduled visits. Null for a job outside the world. */
export function explain(world: World, jobId: string, options?: Partial<PlanOptions>): Explanation | null {
  const job = world.jobs.find(({ id }) => id === jobId)
  if (!job) return null
  const problem = job.place === null ? 'no_place' : job.durationMinutes === null ? 'no_duration' : null
  if (problem) return { jobId, problem, workers: [] }
  const all = { ...defaultOptions, ...options }
  const workers = world.workers
    .toSorted(byId)
    .map((worker) => answer(world, worker, job, all))
    .toSorted((a, b) => costOf(a) - costOf(b))
  return { jobId, problem: null, workers }
}

function answer(world: World, worker: Worker, job: OpenJob, options: PlanOptions): WorkerAnswer {
  const verdict = judge(world, worker, job, options)
  if (verdict.failure) {
    const change = smallestChange(world, worker, job, options)
    return { workerId: worker.id, fits: false, failure: verdict.failure, change }
  }
  const routes = routesFor(world, worker, job, options)
  const scored = verdict.fits.map(({ day, addedTravel, overtime }) => ({
    day,
    score: scoreOf(routes, 0, day, addedTravel, routes.visitMinutes[day]!, overtime),
  }))
  const { day, score } = scored.reduce((best, next) => (next.score.total < best.score.total ? next : best))
  const insertion = new Insertion(routes)
  insertion.cheapest(0, day)
  routes.insert(0, insertion.after, day)
  settleLunch(routes)
  const start = routes.startAt[0]!
  const visit = { start: msOf(start), end: msOf(start + routes.pool.duration[0]!) }
  return { workerId: worker.id, fits: true, date: worker.days[day]!.date, visit, score }
}

const costOf = (answer: WorkerAnswer): number => (answer.fits ? answer.score.total : Number.MAX_VALUE)

/** A single change by the smallest amount that makes the job fit. */
export type Change =
  | { kind: MeasuredKind; by: number; unit: 'minutes' | 'jobs'; date: string }
  | { kind: 'skills_learned'; skills: string[] }
  | { kind: 'worker_activated' }

export type MeasuredKind = keyof typeof changes

type Pair = { worker: Worker; job: OpenJob }

const longestMinutes = 240
const minute = 60_000

/** How each change affects the worker or the job. A larger change never makes a job fit worse. */
const changes = {
  shift_ends_later: ({ worker, job }: Pair, by: number) => ({ job, worker: stretchShifts(worker, 0, by) }),
  shift_starts_earlier: ({ worker, job }: Pair, by: number) => ({
    job,
    worker: stretchShifts(worker, by, 0),
  }),
  window_closes_later: ({ worker, job }: Pair, by: number) => ({ worker, job: stretchWindows(job, 0, by) }),
  window_opens_earlier: ({ worker, job }: Pair, by: number) => ({ worker, job: stretchWindows(job, by, 0) }),
  visit_shorter: ({ worker, job }: Pair, by: number) => ({
    worker,
    job: { ...job, durationMinutes: Math.max(1, (job.durationMinutes ?? 0) - by) },
  }),
  time_off_starts_later: ({ worker, job }: Pair, by: number) => ({
    job,
    worker: shrinkTimeOff(worker, by, 0),
  }),
  time_off_ends_earlier: ({ worker, job }: Pair, by: number) => ({
    job,
    worker: shrinkTimeOff(worker, 0, by),
  }),
  more_minutes_per_day: ({ worker, job }: Pair, by: number) => ({
    job,
    worker: { ...worker, maxMinutesPerDay: addTo(worker.maxMinutesPerDay, by) },
  }),
  more_jobs_per_day: ({ worker, job }: Pair, by: number) => ({
    job,
    worker: { ...worker, maxJobsPerDay: addTo(worker.maxJobsPerDay, by) },
  }),
}

/** The smallest single change that lets the worker take the job, or null if none is enough. */
export function smallestChange(
  world: World,
  worker: Worker,
  job: OpenJob,
  options: PlanOptions,
  kinds: readonly MeasuredKind[] = Object.keys(changes) as MeasuredKind[],
): Change | null {
  if (worker.franchiseId !== job.franchiseId || !job.inServiceArea) return null
  const missing = missingSkills(job, worker)
  const able = { ...worker, skills: [...worker.skills, ...missing] }
  const firstDay = (pair: Pair) => fitsOn(routesFor(world, pair.worker, pair.job, options))[0]?.day
  if (!worker.active || missing.length > 0) {
    const onlyOne = worker.active || missing.length === 0
    if (!onlyOne || firstDay({ worker: able, job }) === undefined) return null
    return worker.active ? { kind: 'skills_learned', skills: missing } : { kind: 'worker_activated' }
  }
  const found = kinds.flatMap((kind) => {
    const most = mostOf(kind, job)
    const dayAfter = (by: number) => firstDay(changes[kind]({ worker, job }, by))
    if (most < 1 || dayAfter(most) === undefined) return []
    const by = leastThat((by) => dayAfter(by) !== undefined, most)
    const date = worker.days[dayAfter(by) ?? 0]?.date ?? ''
    return [{ kind, by, unit: kind === 'more_jobs_per_day' ? ('jobs' as const) : ('minutes' as const), date }]
  })
  return found.toSorted((a, b) => a.by - b.by)[0] ?? null
}

/** When the worker would make the visit after such a change; null if it isn't enough. */
export function visitAfter(
  world: World,
  pair: Pair,
  { kind, by }: { kind: MeasuredKind; by: number },
  options: PlanOptions,
): Interval | null {
  const changed = changes[kind](pair, by)
  const found = answer(world, changed.worker, changed.job, options)
  return found.fits ? found.visit : null
}

function mostOf(kind: MeasuredKind, job: OpenJob): number {
  if (kind === 'more_jobs_per_day') return 1
  if (kind === 'visit_shorter') return Math.min(longestMinutes, Math.ceil((job.durationMinutes ?? 0) / 2))
  return longestMinutes
}

/** The smallest integer from 1 to `most` that is enough, given that `most` is. */
function leastThat(enough: (by: number) => boolean, most: number): number {
  let tooLittle = 0
  let least = most
  while (least - tooLittle > 1) {
    const middle = (tooLittle + least) >> 1
    if (enough(middle)) least = middle
    else tooLittle = middle
  }
  return least
}

/** The first shift of each day starts earlier and the last one ends later, within the day. */
function stretchShifts(worker: Worker, earlier: number, later: number): Worker {
  const days = worker.days.map((day) => {
    const first = Math.min(...day.shifts.map(({ start }) => start))
    const last = Math.max(...day.shifts.map(({ end }) => end))
    const shifts = day.shifts.map(({ start, end }) => ({
      start: start === first ? Math.max(day.start, start - earlier * minute) : start,
      end: end === last ? Math.min(day.end, end + later * minute) : end,
    }))
    return { ...day, shifts }
  })
  return { ...worker, days }
}

function stretchWindows(job: OpenJob, earlier: number, later: number): OpenJob {
  const stretch = ({ from, until }: { from: number; until: number }) => ({
    from: from - earlier * minute,
    until: until + later * minute,
  })
  return { ...job, windows: job.windows?.map(stretch) ?? null }
}

function shrinkTimeOff(worker: Worker, startsLater: number, endsEarlier: number): Worker {
  const shrink = ({ start, end }: { start: number; end: number }) => ({
    start: start + startsLater * minute,
    end: end - endsEarlier * minute,
  })
  return { ...worker, timeOff: worker.timeOff.map(shrink) }
}

const addTo = (limit: number | null, by: number): number | null => (limit === null ? null : limit + by)
