import type {
  Placement,
  Plan,
  Interval,
  OpenJob,
  Place,
  WorkDay,
  Worker,
  World,
} from '../../src/modules/scheduling/engine/world'

/** The rules for a plan, written independently of the engine: none of its code is used here. */
export interface Terms {
  leadMinutes: number
  startStepMinutes: number
}

type Say = (rule: string) => void

interface Visit extends Interval {
  busyUntil: number
  place: Place | null
  label: string
  planned: boolean
}

const minute = 60_000

/** Every broken rule as a sentence; empty for a plan that keeps them all. */
export function checkPlan(world: World, plan: Plan, terms: Terms): string[] {
  const broken: string[] = []
  const say = (rule: string) => broken.push(rule)
  checkEveryJobOnce(world, plan, say)
  for (const placement of plan.placements) checkPlacement(world, placement, terms, say)
  for (const { jobId, reason } of plan.unplaced) {
    const job = world.jobs.find(({ id }) => id === jobId)
    if (job && reason !== lastingReason(world, job)) say(`${jobId}: ${reason} is not why`)
  }
  let added = 0
  for (const worker of world.workers) {
    for (let day = 0; day < worker.days.length; day += 1)
      added += checkDay(world, plan, worker, day, terms, say)
  }
  if (added !== plan.addedTravel)
    say(`adds ${plan.addedTravel} minutes of driving where ${added} were counted`)
  return broken
}

function checkEveryJobOnce(world: World, plan: Plan, say: Say): void {
  const told = [...plan.placements, ...plan.unplaced].map(({ jobId }) => jobId).toSorted()
  const asked = world.jobs.map(({ id }) => id).toSorted()
  if (JSON.stringify(told) !== JSON.stringify(asked)) say('not every job is told of exactly once')
}

function lastingReason(world: World, job: OpenJob): string {
  if (!job.place) return 'no_place'
  if (job.durationMinutes === null) return 'no_duration'
  const able = world.workers.some(
    (w) => w.active && w.franchiseId === job.franchiseId && job.skills.every((s) => w.skills.includes(s)),
  )
  if (!able) return 'no_skill'
  return job.inServiceArea ? 'no_capacity' : 'out_of_area'
}

function checkPlacement(world: World, visit: Placement, terms: Terms, say: Say): void {
  const job = world.jobs.find(({ id }) => id === visit.jobId)
  const worker = world.workers.find(({ id }) => id === visit.workerId)
  if (!job || !worker) {
    say(`${visit.jobId}: unknown job or worker`)
    return
  }
  const must = (holds: boolean, rule: string) => holds || say(`${job.id} with ${worker.id}: ${rule}`)
  must(worker.active, 'the worker is not active')
  must(worker.franchiseId === job.franchiseId, 'another franchise')
  must(
    job.skills.every((skill) => worker.skills.includes(skill)),
    'a skill is missing',
  )
  must(job.inServiceArea, 'outside the service area')
  must(job.place !== null && job.durationMinutes !== null, 'no place or no duration')
  must(visit.end - visit.start === Math.ceil(job.durationMinutes ?? 0) * minute, 'not as long as it takes')
  must(visit.busyUntil - visit.end === Math.ceil(job.bufferMinutes) * minute, 'not with its buffer')
  must(visit.start % (terms.startStepMinutes * minute) === 0, 'begins between the marks')
  must(visit.start >= world.now + terms.leadMinutes * minute, 'begins too soon')
  const day = worker.days[visit.day]
  must(day !== undefined && insideOne(visit, shiftsOf(worker, day)), 'outside the shift')
  must(!worker.timeOff.some((off) => overlap(off, visit)), 'in time off')
  const inWindow = job.windows?.some(({ from, until }) => from <= visit.start && visit.start <= until) ?? true
  must(inWindow, 'outside its windows')
  const { travel, lateness, balance, familiarity, overtime = 0, total } = visit.score
  must(Math.abs(travel + lateness + balance + familiarity + overtime - total) < 1e-9, 'parts do not add up')
  must(visit.runnerUp?.workerId !== worker.id, 'is runner-up to itself')
}

/** The shifts of a day, the last one as long as overtime allows. */
function shiftsOf({ overtime }: Worker, { shifts, end }: WorkDay): Interval[] {
  const inOrder = joined(shifts)
  const last = inOrder.at(-1)
  if (last) last.end = Math.min(end, last.end + (overtime?.minutes ?? 0) * minute)
  return inOrder
}

/** Checks how a day's visits fit together; returns the driving minutes the plan adds. */
function checkDay(world: World, plan: Plan, worker: Worker, day: number, terms: Terms, say: Say): number {
  const bounds = worker.days[day]!
  const placed = plan.placements.filter((p) => p.workerId === worker.id && p.day === day)
  if (placed.length === 0) return 0
  const committed: Visit[] = worker.visits
    .filter(({ start, busyUntil }) => start < bounds.end && busyUntil > bounds.start)
    .map((visit) => ({
      ...visit,
      place: visit.place ?? worker.home,
      label: 'a committed visit',
      planned: false,
    }))
  const planned: Visit[] = placed.map((visit) => ({
    ...visit,
    place: world.jobs.find(({ id }) => id === visit.jobId)?.place ?? null,
    label: visit.jobId,
    planned: true,
  }))
  const visits = [...committed, ...planned].toSorted((a, b) => a.start - b.start || a.busyUntil - b.busyUntil)
  checkCaps(worker, bounds, visits, say)
  const working = without(shiftsOf(worker, bounds), worker.timeOff)
    .map(({ start, end }) => ({ start: Math.max(start, world.now + terms.leadMinutes * minute), end }))
    .filter(({ start, end }) => start < end)
  const hasRoom = (some: Visit[]) => hasLunch(world, worker, bounds, some, working)
  if (needsLunch(bounds) && !hasRoom(visits) && hasRoom(visits.filter(({ planned }) => !planned)))
    say(`${worker.id}: no time for lunch on ${bounds.date}`)
  let freeAt = -Infinity
  visits.forEach((visit, at) => {
    const before = visits[at - 1]
    const from = before ? before.place : worker.home
    if (visit.planned || before?.planned) {
      if (freeAt > visit.start) say(`${worker.id}: ${visit.label} begins before ${before?.label} is over`)
      const drive = minutesBetween(world, from, visit.place)
      const canDrive = visit.planned
        ? working.some(
            ({ start, end }) =>
              drivenFrom(bounds, Math.max(start, freeAt), drive) <= Math.min(end, visit.start),
          )
        : drivenFrom(bounds, freeAt, drive) <= visit.start
      if (!canDrive) say(`${worker.id}: no time to drive from ${before?.label ?? 'home'} to ${visit.label}`)
    }
    freeAt = Math.max(freeAt, visit.busyUntil)
  })
  return (
    drivenBy(world, worker, visits) -
    drivenBy(
      world,
      worker,
      visits.filter(({ planned }) => !planned),
    )
  )
}

/** Those who start late have lunch at home. */
const needsLunch = ({ lunch, shifts }: WorkDay): boolean =>
  Boolean(lunch) && shifts.some(({ start }) => start < lunch!.from + lunch!.minutes * minute)

/** Tries every minute at which lunch may start, before or after the drive to the next visit. */
function hasLunch(world: World, worker: Worker, day: WorkDay, visits: Visit[], working: Interval[]): boolean {
  const { minutes, from, until } = day.lunch!
  let freeAt = Math.ceil((working[0]?.start ?? Infinity) / minute) * minute
  let place = worker.home
  for (const visit of [...visits, null]) {
    const drive = visit ? minutesBetween(world, place, visit.place) : 0
    const arrives = (leave: number, by: number) =>
      visit?.planned
        ? working.some(
            ({ start, end }) => drivenFrom(day, Math.max(start, leave), drive) <= Math.min(end, by),
          )
        : drivenFrom(day, leave, drive) <= by
    for (let at = Math.max(freeAt, from); at <= until; at += minute) {
      if (visit === null) return true
      const over = at + minutes * minute
      if (over > visit.start) break
      if (arrives(freeAt, at) || arrives(over, visit.start)) return true
    }
    freeAt = Math.max(freeAt, visit?.busyUntil ?? 0)
    place = visit?.place ?? null
  }
  return false
}

function checkCaps(worker: Worker, day: Interval, visits: Visit[], say: Say): void {
  const own = visits.filter(({ start }) => start >= day.start)
  const minutes = own.reduce((sum, { start, end }) => sum + (end - start) / minute, 0)
  if (worker.maxJobsPerDay !== null && own.length > worker.maxJobsPerDay) say(`${worker.id}: too many jobs`)
  if (worker.maxMinutesPerDay !== null && minutes > worker.maxMinutesPerDay)
    say(`${worker.id}: too many minutes`)
}

function drivenBy(world: World, worker: Worker, visits: Visit[]): number {
  if (visits.length === 0) return 0
  const places = [worker.home, ...visits.map(({ place }) => place), worker.home]
  return places.slice(1).reduce((sum, place, at) => sum + minutesBetween(world, places[at] ?? null, place), 0)
}

/** When a drive ends, minute by minute through the traffic of the day. */
function drivenFrom({ start, traffic }: WorkDay, leave: number, minutes: number): number {
  if (traffic === null) return leave + minutes * minute
  const first = Math.ceil(leave / minute) * minute
  let at = first
  for (let driven = 0; driven < minutes - 1e-6; at += minute)
    driven += 1 / (traffic[Math.floor((at - start) / (60 * minute))] ?? 1)
  return leave + (at - first)
}

/** Whole minutes; zero when a worker has no home or stays where they are. */
function minutesBetween(world: World, from: Place | null, to: Place | null): number {
  if (!from || !to || from === to) return 0
  return Math.ceil(world.travel(from, to))
}

function joined(intervals: Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end)
    else result.push({ ...next })
  }
  return result
}

function without(intervals: Interval[], holes: Interval[]): Interval[] {
  const edges = [...intervals, ...holes].flatMap(({ start, end }) => [start, end]).toSorted((a, b) => a - b)
  const pieces = edges.slice(1).map((end, at) => ({ start: edges[at]!, end }))
  const kept = pieces.filter(
    (p) => p.start < p.end && insideOne(p, intervals) && !holes.some((h) => overlap(h, p)),
  )
  return joined(kept)
}

const overlap = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end
const insideOne = (inner: Interval, outer: Interval[]): boolean =>
  outer.some(({ start, end }) => start <= inner.start && inner.end <= end)
