import type {
  PlanOptions,
  Plan,
  OpenJob,
  Place,
  Worker,
  World,
} from '../../src/modules/scheduling/engine/world'

/** A plan's cost: first what it leaves out, then everything else. */
export interface TrueCost {
  unplaced: number
  placed: number
}

const minute = 60_000

/**
 * The best plan for a small world, found by trying them all, and written independently of the engine. The
 * world has one franchise, at most one shift a day, no time off and no committed visits.
 */
export function bestCost(world: World, options: PlanOptions): TrueCost {
  const routes = world.workers.flatMap((worker) => worker.days.map((_, day) => ({ worker, day })))
  const sets = 1 << world.jobs.length
  let best: (TrueCost | null)[] = Array.from({ length: sets }, (_, set) =>
    set === 0 ? { unplaced: 0, placed: 0 } : null,
  )
  for (const { worker, day } of routes) {
    const costs = costOfSets(world, worker, day, options)
    best = best.map((_, set) => leastOver(subsetsOf(set), (own) => add(best[set ^ own], costs[own])))
  }
  const all = best.flatMap((cost, set) => (cost ? [{ ...cost, unplaced: leftOut(world, set, options) }] : []))
  return all.reduce((least, next) => (isLess(next, least) ? next : least))
}

/** The cost of the engine's plan by the same count. */
export function trueCost(world: World, plan: Plan, options: PlanOptions): TrueCost {
  const numberOf = new Map(world.jobs.map(({ id }, at) => [id, at]))
  let placed = 0
  let set = 0
  for (const worker of world.workers) {
    worker.days.forEach((_, day) => {
      const visits = plan.placements.filter((visit) => visit.workerId === worker.id && visit.day === day)
      const order = visits.toSorted((a, b) => a.start - b.start).map(({ jobId }) => numberOf.get(jobId) ?? -1)
      placed += costOfOrder(world, worker, day, order, options)
      for (const job of order) set |= 1 << job
    })
  }
  return { unplaced: leftOut(world, set, options), placed }
}

/** The lowest cost of each set of jobs on one route, in any order; null where no order is possible. */
function costOfSets(world: World, worker: Worker, day: number, options: PlanOptions): (TrueCost | null)[] {
  const costs = Array.from({ length: 1 << world.jobs.length }, () => Infinity)
  const extend = (order: number[], set: number, readyAt: number, place: Place | null) => {
    costs[set] = Math.min(costs[set]!, costOfOrder(world, worker, day, order, options))
    world.jobs.forEach((job, at) => {
      if (set & (1 << at)) return
      const start = startOf(world, worker, day, job, readyAt + drive(world, place, job.place), options)
      if (start === null) return
      const done = start + ((job.durationMinutes ?? 0) + job.bufferMinutes) * minute
      extend([...order, at], set | (1 << at), done, job.place)
    })
  }
  const shift = worker.days[day]!.shifts[0]
  costs[0] = 0
  if (shift) extend([], 0, Math.max(shift.start, world.now + options.leadMinutes * minute), worker.home)
  const allowed = (set: number) => withinCaps(world, worker, set)
  return costs.map((placed, set) => (placed < Infinity && allowed(set) ? { unplaced: 0, placed } : null))
}

function startOf(
  world: World,
  worker: Worker,
  day: number,
  job: OpenJob,
  from: number,
  options: PlanOptions,
) {
  const shift = worker.days[day]!.shifts[0]
  if (!shift || !job.skills.every((skill) => worker.skills.includes(skill))) return null
  const step = options.startStepMinutes * minute
  const starts = (job.windows ?? [{ from: world.now, until: shift.end }])
    .map((window) => ({ start: Math.ceil(Math.max(from, window.from) / step) * step, until: window.until }))
    .filter(({ start, until }) => start <= until && start + (job.durationMinutes ?? 0) * minute <= shift.end)
    .filter(({ start }) => start >= shift.start)
  return starts.length === 0 ? null : Math.min(...starts.map(({ start }) => start))
}

function costOfOrder(
  world: World,
  worker: Worker,
  day: number,
  order: number[],
  options: PlanOptions,
): number {
  const jobs = order.map((at) => world.jobs[at]!)
  const places = [worker.home, ...jobs.map(({ place }) => place), worker.home]
  const driven =
    jobs.length === 0 ? 0 : places.slice(1).reduce((sum, to, at) => sum + drive(world, places[at]!, to), 0)
  const worked = jobs.reduce((sum, { durationMinutes }) => sum + (durationMinutes ?? 0), 0)
  const late = (job: OpenJob) =>
    day * (options.minutesPerDayLate + options.minutesPerDayLateAtTop * urgency(job))
  const known = (job: OpenJob) =>
    (job.lastWorkerId === worker.id ? options.familiarityMinutes : 0) +
    (job.preferredWorkerId === worker.id ? options.preferenceMinutes : 0)
  const own = jobs.reduce((sum, job) => sum + late(job) - known(job), 0)
  return driven / minute + options.balanceMinutes * (worked / 480) ** 2 + own
}

function withinCaps(world: World, worker: Worker, set: number): boolean {
  const jobs = world.jobs.filter((_, at) => set & (1 << at))
  const minutes = jobs.reduce((sum, { durationMinutes }) => sum + (durationMinutes ?? 0), 0)
  return jobs.length <= (worker.maxJobsPerDay ?? Infinity) && minutes <= (worker.maxMinutesPerDay ?? Infinity)
}

function leftOut(world: World, placed: number, options: PlanOptions): number {
  const week = 7 * 24 * 60 * minute
  return world.jobs.reduce((sum, job, at) => {
    if (placed & (1 << at)) return sum
    const waited = Math.min(1, Math.max(0, (world.now - job.waitingSince) / week))
    return sum + options.unplacedMinutes * (1 + urgency(job) + waited / 2)
  }, 0)
}

const urgency = ({ priority }: OpenJob): number => Math.min(100, Math.max(0, priority)) / 100
const drive = (world: World, from: Place | null, to: Place | null): number =>
  from && to && from !== to ? Math.ceil(world.travel(from, to)) * minute : 0

function* subsetsOf(set: number): Generator<number> {
  for (let subset = set; ; subset = (subset - 1) & set) {
    yield subset
    if (subset === 0) return
  }
}

function leastOver(sets: Iterable<number>, costOf: (set: number) => TrueCost | null): TrueCost | null {
  let least: TrueCost | null = null
  for (const set of sets) {
    const cost = costOf(set)
    if (cost && (!least || isLess(cost, least))) least = cost
  }
  return least
}

function add(a: TrueCost | null | undefined, b: TrueCost | null | undefined): TrueCost | null {
  return a && b ? { unplaced: 0, placed: a.placed + b.placed } : null
}

/**
 * Counted like the engine does: a minute of driving is a minute, and a job left out costs its price in
 * minutes.
 */
const isLess = (a: TrueCost, b: TrueCost): boolean => a.unplaced + a.placed < b.unplaced + b.placed
