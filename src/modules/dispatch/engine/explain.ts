import { type Change, smallestChange } from './change'
import { type Score, scoreOf } from './cost'
import { byId } from './groups'
import { Insertion } from './insertion'
import { msOf } from './minutes'
import { defaultOptions, type PlanOptions } from './options'
import { type Failure, judge, routesFor } from './rules'
import type { Interval, OpenJob, Worker, World } from './world'

export interface Explanation {
  jobId: string
  /** What is wrong with the job itself; nobody can take it before that is put right. */
  problem: 'no_place' | 'no_duration' | null
  /** Everyone: who could take it first, the least cost before others; then the rest by id. */
  workers: WorkerAnswer[]
}

export type WorkerAnswer =
  | { workerId: string; fits: true; date: string; visit: Interval; score: Score }
  | { workerId: string; fits: false; failure: Failure; change: Change | null }

/** Why a job went, or cannot go, to each worker, beside the committed visits. Null for a job not in the world. */
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
  const scored = verdict.fits.map(({ day, addedTravel }) => ({
    day,
    score: scoreOf(routes, 0, day, addedTravel, routes.visitMinutes[day]!),
  }))
  const { day, score } = scored.reduce((best, next) => (next.score.total < best.score.total ? next : best))
  const insertion = new Insertion(routes)
  insertion.cheapest(0, day)
  routes.insert(0, insertion.after, day)
  const start = routes.startAt[0]!
  const visit = { start: msOf(start), end: msOf(start + routes.pool.duration[0]!) }
  return { workerId: worker.id, fits: true, date: worker.days[day]!.date, visit, score }
}

const costOf = (answer: WorkerAnswer): number => (answer.fits ? answer.score.total : Number.MAX_VALUE)
