import { withPlan } from '../engine/pairs'
import { msOf, separateWindows } from '../engine/time'
import type { OpenJob, Placement, Plan, World } from '../engine/world'

/** A job of a plan that comes after another one of it. */
export interface Link {
  jobId: string
  afterId: string
  gapMinutes: number
}

interface Asked {
  world: World
  isPromised(jobId: string): boolean
}

type Part = Pick<Plan, 'placements' | 'unplaced'> & { pairs: Placement[] }

interface Ordered extends Part {
  /** The visits that come before or after another one, which don't move; `placements` and `pairs` have the others. */
  chained: Placement[]
}

/**
 * Plans jobs that come after others in turns: each turn keeps the visits of the ones before it as they are. Where the
 * windows alone keep the order, the jobs are planned together.
 */
export function* planInOrder(
  { world, isPromised }: Asked,
  links: readonly Link[],
  plan: (asked: Asked) => Generator<void, Part>,
): Generator<void, Ordered> {
  if (links.length === 0) return { ...(yield* plan({ world, isPromised })), chained: [] }
  const order = new Order(links)
  const jobs = order.narrowed(world, isPromised)
  const jobOf = new Map(jobs.map((job) => [job.id, job]))
  const turns = Map.groupBy(jobs, ({ id }) => order.turnOf(id, jobOf))
  const whole: Ordered = { placements: [], unplaced: [], pairs: [], chained: [] }
  const placed = new Map<string, Placement>()
  let around = world
  for (const turn of [...turns.keys()].toSorted((a, b) => a - b)) {
    const asked = (turns.get(turn) ?? []).flatMap((job) => order.after(job, placed, turns.get(turn) ?? []))
    const part = order.without(yield* plan({ world: { ...around, jobs: asked }, isPromised }), placed)
    const found = [...part.pairs, ...part.placements]
    for (const one of found) placed.set(one.jobId, one)
    around = withPlan({ ...world, workers: around.workers }, found)
    whole.placements.push(...part.placements.filter(({ jobId }) => !order.has(jobId)))
    whole.pairs.push(...part.pairs.filter(({ jobId }) => !order.has(jobId)))
    whole.chained.push(...found.filter(({ jobId }) => order.has(jobId)))
    whole.unplaced.push(...part.unplaced)
  }
  // Each is committed after the one it follows.
  whole.chained.sort((a, b) => a.start - b.start)
  const named = new Set([...placed.keys(), ...whole.unplaced.map(({ jobId }) => jobId)])
  const left = jobs.filter(({ id }) => !named.has(id))
  whole.unplaced.push(...left.map(({ id }) => ({ jobId: id, reason: 'waits_for_job' as const })))
  return whole
}

class Order {
  readonly #linkOf: ReadonlyMap<string, Link>
  readonly #members: ReadonlySet<string>

  constructor(readonly links: readonly Link[]) {
    this.#linkOf = new Map(links.map((link) => [link.jobId, link]))
    this.#members = new Set(links.flatMap(({ jobId, afterId }) => [jobId, afterId]))
  }

  has(id: string): boolean {
    return this.#members.has(id)
  }

  #depthOf(id: string): number {
    const link = this.#linkOf.get(id)
    return link ? 1 + this.#depthOf(link.afterId) : 0
  }

  /** The turn in which a job is planned. */
  turnOf(id: string, jobOf: ReadonlyMap<string, OpenJob>): number {
    const link = this.#linkOf.get(id)
    if (!link) return 0
    const isKept = isKeptByWindows(link, jobOf.get(link.afterId), jobOf.get(id))
    return this.turnOf(link.afterId, jobOf) + (isKept ? 0 : 1)
  }

  /** The jobs of a world, with windows that leave room for the followers, the last of each chain first. */
  narrowed({ jobs, now }: World, isPromised: Asked['isPromised']): OpenJob[] {
    const jobOf = new Map(jobs.map((job) => [job.id, job]))
    for (const link of this.links.toSorted((a, b) => this.#depthOf(b.jobId) - this.#depthOf(a.jobId))) {
      const [first, follower] = [jobOf.get(link.afterId), jobOf.get(link.jobId)]
      if (first && follower)
        jobOf.set(
          first.id,
          roomFor(link, first, follower, now, isPromised(follower.id) && !isPromised(first.id)),
        )
    }
    return jobs.map((job) => jobOf.get(job.id) ?? job)
  }

  /** The job with its place in the order, or nothing if the one before it found no place in an earlier turn. */
  after(job: OpenJob, placed: ReadonlyMap<string, Placement>, turn: readonly OpenJob[]): OpenJob[] {
    const link = this.#linkOf.get(job.id)
    if (!link || turn.some(({ id }) => id === link.afterId)) return [job]
    const first = placed.get(link.afterId)
    return first ? [{ ...job, windows: since(job, first.end + msOf(link.gapMinutes)) }] : []
  }

  /** A part without the visits whose first job found no place beside them. */
  without(part: Part, earlier: ReadonlyMap<string, Placement>): Part {
    const known = new Set([
      ...earlier.keys(),
      ...[...part.placements, ...part.pairs].map(({ jobId }) => jobId),
    ])
    const isKept = ({ jobId }: { jobId: string }): boolean => {
      const link = this.#linkOf.get(jobId)
      return known.has(jobId) && (!link || isKept({ jobId: link.afterId }))
    }
    return { ...part, placements: part.placements.filter(isKept), pairs: part.pairs.filter(isKept) }
  }
}

const always = (now: number) => [{ from: now, until: Number.MAX_SAFE_INTEGER }]

function since({ windows }: OpenJob, moment: number): OpenJob['windows'] {
  return separateWindows(
    (windows ?? always(0)).map(({ from, until }) => ({ from: Math.max(from, moment), until })),
  )
}

const lengthOf = ({ durationMinutes }: OpenJob): number => msOf(durationMinutes ?? 0)
const firstStart = ({ windows }: OpenJob): number =>
  windows === null ? 0 : Math.min(Infinity, ...windows.map(({ from }) => from))
const lastStart = ({ windows }: OpenJob): number =>
  windows === null ? Infinity : Math.max(0, ...windows.map(({ until }) => until))

function isKeptByWindows({ gapMinutes }: Link, first?: OpenJob, follower?: OpenJob): boolean {
  return first !== undefined && follower !== undefined
    ? lastStart(first) + lengthOf(first) + msOf(gapMinutes) <= firstStart(follower)
    : false
}

/** The first job early enough for its follower: for the whole of a promised window, or else for the end of it. */
function roomFor(
  { gapMinutes }: Link,
  first: OpenJob,
  follower: OpenJob,
  now: number,
  isPromised: boolean,
): OpenJob {
  const starts = isPromised ? [firstStart(follower), lastStart(follower)] : [lastStart(follower)]
  for (const start of starts) {
    const latest = start - msOf(gapMinutes) - lengthOf(first)
    if (latest === Infinity) return first
    const windows = separateWindows(
      (first.windows ?? always(now)).map(({ from, until }) => ({ from, until: Math.min(until, latest) })),
    )
    if (windows.length > 0) return { ...first, windows }
  }
  return first
}
