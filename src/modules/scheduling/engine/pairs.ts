import { byId, isActive, missingSkills } from './groups'
import { Insertion, scoreOf } from './insertion'
import { buildPool } from './pool'
import { Routes } from './routes'
import { markAtOrAfter, minuteAtOrAfter, msOf, separateWindows, unite } from './time'
import {
  defaultOptions,
  type ArrivalWindow,
  type OpenJob,
  type Placement,
  type PlanOptions,
  type Score,
  type Unplaced,
  type Worker,
  type World,
} from './world'

/** The world with its visits for two technicians placed, which from then on don't move. */
export interface Paired {
  world: World
  placements: Placement[]
  unplaced: Unplaced[]
}

/**
 * Places the jobs that need two technicians, the most urgent first: each where the two drive the least together,
 * at a time when both are free. The rest is planned around them.
 */
export function* placePairs(world: World, options?: Partial<PlanOptions>): Generator<void, Paired> {
  const pairs = world.jobs.filter(({ isForTwo }) => isForTwo).toSorted(byUrgency)
  let around: World = { ...world, jobs: world.jobs.filter(({ isForTwo }) => !isForTwo) }
  const placements: Placement[] = []
  const unplaced: Unplaced[] = []
  for (const job of pairs) {
    const found = yield* bestPair(around, job, options)
    if (typeof found === 'string') {
      unplaced.push({ jobId: job.id, reason: found })
      continue
    }
    placements.push(found)
    around = withVisits(around, [{ ...found, place: job.place }])
  }
  return { world: around, placements, unplaced }
}

const byUrgency = (a: OpenJob, b: OpenJob): number =>
  b.priority - a.priority || firstClose(a) - firstClose(b) || byId(a, b)

const firstClose = ({ windows }: OpenJob): number => windows?.[0]?.until ?? Number.MAX_SAFE_INTEGER

/** The world with a plan as if it had been committed. */
export function withPlan(world: World, placements: readonly Placement[]): World {
  const placeOf = new Map(world.jobs.map(({ id, place }) => [id, place]))
  return withVisits(
    world,
    placements.map((one) => ({ ...one, place: placeOf.get(one.jobId) ?? null })),
  )
}

function withVisits(world: World, visits: readonly (Placement & Pick<OpenJob, 'place'>)[]): World {
  const workers = world.workers.map((worker) => ({
    ...worker,
    visits: [
      ...worker.visits,
      ...visits.filter(
        ({ workerId, secondWorkerId }) => workerId === worker.id || secondWorkerId === worker.id,
      ),
    ],
  }))
  return { ...world, workers }
}

/** The cheapest two technicians and their start, or why there are none. */
function* bestPair(
  world: World,
  job: OpenJob,
  options?: Partial<PlanOptions>,
): Generator<void, Placement | Unplaced['reason']> {
  if (job.place === null) return 'no_place'
  if (job.durationMinutes === null) return 'no_duration'
  const starts = yield* startsOf(world, job, options)
  if (!starts.workers.some((worker) => missingSkills(job, worker).length === 0)) return 'no_skill'
  if (!job.inServiceArea) return 'out_of_area'
  const best = yield* starts.cheapest()
  if (best === null) return 'no_capacity'
  const others: Together[] = []
  for (const without of [best.lead, best.second]) {
    const other = yield* starts.cheapest(without)
    if (other) others.push(other)
  }
  const next = others.toSorted((a, b) => a.score.total - b.score.total)[0]
  const idOf = (worker: number) => starts.workers[worker]!.id
  const replacing = next && [next.second, next.lead].find((one) => one !== best.lead && one !== best.second)
  return {
    jobId: job.id,
    workerId: idOf(best.lead),
    secondWorkerId: idOf(best.second),
    ...starts.visitAt(best.start),
    score: best.score,
    runnerUp: next && replacing !== undefined ? { workerId: idOf(replacing), score: next.score } : null,
  }
}

interface WindowForTwo {
  window: ArrivalWindow
  workers: 2
  /** The cost, to compare windows. */
  total: number
}

/** The arrival windows in which two technicians could come together. */
export function* offerPairs(
  world: World,
  job: OpenJob,
  windows: readonly ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Generator<void, WindowForTwo[]> {
  const offers: WindowForTwo[] = []
  for (const window of windows) {
    const starts = yield* startsOf(world, { ...job, windows: [window] }, options)
    const best = yield* starts.cheapest()
    if (best) offers.push({ window, workers: 2, total: best.score.total })
  }
  return offers
}

/** Two technicians who can start a visit at the same time. */
interface Together {
  start: number
  lead: number
  second: number
  score: Score
}

interface Candidate {
  worker: number
  score: Score
}

/** Every moment a visit could start, as a job of its own, so that each is checked by the rules of any other visit. */
function* startsOf(world: World, job: OpenJob, options?: Partial<PlanOptions>): Generator<void, Starts> {
  const all = { ...defaultOptions, ...options }
  const workers = world.workers
    .filter((one) => isActive(one) && one.franchiseId === job.franchiseId)
    .toSorted(byId)
  const moments = startMoments(workers, job, all.startStepMinutes, world.now)
  const asked = moments.map((moment) => ({ ...job, windows: [{ from: moment, until: moment }] }))
  return new Starts(new Routes(yield* buildPool(world.now, workers, asked, world.travel, all)), job)
}

/** The marks inside the job's windows at which somebody works. */
function startMoments(workers: Worker[], { windows }: OpenJob, step: number, now: number): number[] {
  const shifts = unite(workers.flatMap(({ days }) => days.flatMap((day) => day.shifts)))
  const allowed = separateWindows(windows ?? [{ from: now, until: Number.MAX_SAFE_INTEGER }])
  const moments: number[] = []
  for (const { start, end } of shifts)
    for (const { from, until } of allowed) {
      const last = Math.min(until, end)
      const first = minuteAtOrAfter(Math.max(from, start, now))
      for (let at = msOf(markAtOrAfter(first, step)); at <= last; at += msOf(step)) moments.push(at)
    }
  return moments
}

class Starts {
  readonly #insertion: Insertion
  readonly #isAble: boolean[]
  readonly #dayOf: Int32Array
  readonly #free: Candidate[][] = []

  constructor(
    readonly routes: Routes,
    job: OpenJob,
  ) {
    this.#insertion = new Insertion(routes)
    this.#isAble = routes.pool.workers.map((worker) => missingSkills(job, worker).length === 0)
    this.#dayOf = Int32Array.from(routes.pool.jobs, ({ windows }) => {
      const moment = windows?.[0]?.from ?? 0
      return routes.pool.workers[0]!.days.findIndex(({ start, end }) => moment >= start && moment < end)
    })
  }

  get workers(): Worker[] {
    return this.routes.pool.workers
  }

  visitAt(start: number): Pick<Placement, 'start' | 'end' | 'busyUntil' | 'day'> {
    const { pool } = this.routes
    const moment = pool.jobs[start]!.windows![0]!.from
    return {
      day: this.#dayOf[start]!,
      start: moment,
      end: moment + msOf(pool.duration[start]!),
      busyUntil: moment + msOf(pool.busy[start]!),
    }
  }

  /** The lead with the skills and the other technician who cost the least together, at the earliest such start. */
  *cheapest(without = -1): Generator<void, Together | null> {
    let best: Together | null = null
    for (let start = 0; start < this.#dayOf.length; start += 1) {
      const found = this.#dayOf[start] === -1 ? null : this.#cheapestAt(start, without)
      if (found && (best === null || found.score.total < best.score.total)) best = found
      yield
    }
    return best
  }

  #cheapestAt(start: number, without: number): Together | null {
    const free = this.#freeAt(start).filter(({ worker }) => worker !== without)
    const lead = free.find(({ worker }) => this.#isAble[worker])
    const second = free.find((one) => one !== lead)
    if (!lead || !second) return null
    return { start, lead: lead.worker, second: second.worker, score: together(lead.score, second.score) }
  }

  /** Everyone who can start then, the cheapest first. */
  #freeAt(start: number): Candidate[] {
    const free =
      this.#free[start] ??
      this.workers
        .flatMap((_, worker) => this.#scoreOf(start, worker) ?? [])
        .toSorted((a, b) => a.score.total - b.score.total || a.worker - b.worker)
    this.#free[start] = free
    return free
  }

  #scoreOf(start: number, worker: number): Candidate | null {
    const route = worker * this.routes.pool.dayCount + this.#dayOf[start]!
    const added = this.#insertion.cheapest(start, route)
    if (added === Infinity) return null
    const { overtime } = this.#insertion
    const minutes = this.routes.visitMinutes[route]!
    return { worker, score: scoreOf(this.routes, start, route, added - overtime, minutes, overtime) }
  }
}

/** Both days count, but the customer waits only once. */
function together(lead: Score, second: Score): Score {
  const { lateness } = lead
  const travel = lead.travel + second.travel
  const balance = lead.balance + second.balance
  const familiarity = lead.familiarity + second.familiarity
  const overtime = (lead.overtime ?? 0) + (second.overtime ?? 0)
  const overtimeMinutes = (lead.overtimeMinutes ?? 0) + (second.overtimeMinutes ?? 0)
  return {
    travel,
    lateness,
    balance,
    familiarity,
    ...(overtime !== 0 && { overtime }),
    ...(overtimeMinutes > 0 && { overtimeMinutes }),
    total: travel + overtime + (lateness + balance + familiarity),
  }
}
