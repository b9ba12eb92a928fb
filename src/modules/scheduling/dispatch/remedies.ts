import { offeredWindows } from '../../../lib/arrival-windows'
import { isoTime } from '../../../lib/clock'
import { smallestChange, visitAfter, type MeasuredKind } from '../engine/explain'
import { offerBeside } from '../engine/offer'
import { withPlan } from '../engine/pairs'
import { nextTurn, runInSlices } from '../engine/slices'
import {
  defaultOptions,
  type ArrivalWindow,
  type OpenJob,
  type Placement,
  type Worker,
  type World,
} from '../engine/world'
import type { Branch } from '../world/branches'
import type { Waiting } from '../world/triage'
import type { BranchPlan } from './branch-plan'
import type { Remedy } from './model'

/** The changes a dispatcher can make to a day, by what they are to the people concerned. */
const kinds = {
  shift_ends_later: 'extend_shift',
  shift_starts_earlier: 'start_earlier',
  visit_shorter: 'shorten_visit',
  more_minutes_per_day: 'more_work',
  more_jobs_per_day: 'more_work',
} satisfies Partial<Record<MeasuredKind, Remedy['kind']>>
type Kind = keyof typeof kinds

/** Trying every change with everyone takes long, so only the nearest workers are tried, for the first jobs. */
const mostWorkers = 8
const mostJobs = 25
/** A customer would rather come at another time than keep someone this much longer. */
const smallMinutes = 60

const nothing = { worker: null, start: null, end: null, minutes: null, date: null, window: null }
const ask: Remedy = { ...nothing, kind: 'ask' }

/** The reasons that another time, or a little more of somebody's, can solve. */
const solvable = new Set(['no_capacity', 'window_closing', 'waiting_too_long', 'closed_day'])

/** Adds what would make each job fit that a plan left over, the smallest change first. */
export async function findRemedies(
  branch: Branch,
  { verdicts, basis }: BranchPlan,
  found: Map<string, Remedy[]>,
): Promise<void> {
  if (!basis) return
  const { world, placements } = basis
  const planned = withPlan(world, placements)
  for (const { type, reason, waiting } of verdicts.filter((verdict) => verdict.type !== 'assigned')) {
    if (found.size >= mostJobs) return
    if (type === 'skipped' && reason !== 'no_capacity') continue
    if (!solvable.has(reason) || waiting.job.place === null) continue
    const offer = await offerFor(branch, world, placements, waiting)
    // One technician's longer day alone doesn't bring two together.
    const change = waiting.job.isForTwo ? null : changeFor(planned, waiting.job)
    const isSmall = change !== null && (change.minutes ?? 0) <= smallMinutes
    const inOrder = isSmall ? [change, offer, ask] : [offer, change, ask]
    found.set(
      waiting.row.id,
      inOrder.filter((remedy) => remedy !== null),
    )
    await nextTurn()
  }
}

function changeFor(world: World, job: OpenJob): Remedy | null {
  const tried = nearest(world, job).flatMap((worker) => {
    const change = smallestChange(world, worker, job, defaultOptions, Object.keys(kinds) as Kind[])
    if (!change || !('by' in change)) return []
    const kind = change.kind as Kind
    const visit = visitAfter(world, { worker, job }, { kind, by: change.by }, defaultOptions)
    if (!visit) return []
    const minutes = change.unit === 'minutes' ? change.by : null
    const times = { start: isoTime(visit.start), end: isoTime(visit.end) }
    return [{ ...nothing, kind: kinds[kind], worker: worker.id, ...times, minutes }]
  })
  return tried.toSorted((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0))[0] ?? null
}

function nearest({ workers, travel }: World, job: OpenJob): Worker[] {
  const { place } = job
  const far = ({ home }: Worker) => (home && place ? travel(home, place) : 0)
  return workers
    .filter(({ active, franchiseId }) => active && franchiseId === job.franchiseId)
    .map((worker) => ({ worker, minutes: far(worker) }))
    .toSorted((a, b) => a.minutes - b.minutes)
    .slice(0, mostWorkers)
    .map(({ worker }) => worker)
}

/** The arrival window closest to the wanted time in which somebody could come, on the days that are planned now. */
export async function offerFor(
  { calendar, days }: Branch,
  world: World,
  placements: readonly Placement[],
  { job, bounds }: Pick<Waiting, 'job' | 'bounds'>,
): Promise<Remedy | null> {
  const windows = days.flatMap(({ date }) =>
    offeredWindows.map(({ from, until, label }) => ({
      date,
      label,
      window: { from: calendar.momentOf(date, from), until: calendar.momentOf(date, until) },
    })),
  )
  const ahead = windows.filter(
    ({ window }) => window.from > world.now && window.from >= bounds.from && window.until <= bounds.until,
  )
  const asked = ahead.map(({ window }) => window)
  const offers = await runInSlices(offerBeside(world, placements, { ...job, windows: null }, asked))
  const wanted = Math.max(world.now, job.windows?.[0]?.from ?? 0)
  // Few customers can make it before the time they asked for.
  const distance = ({ window: { from } }: { window: ArrivalWindow }) =>
    from < wanted ? 2 * (wanted - from) : from - wanted
  const closest = offers.toSorted((a, b) => distance(a) - distance(b))[0]
  const offered = ahead.find(({ window }) => window === closest?.window)
  return offered ? { ...nothing, kind: 'offer', date: offered.date, window: offered.label } : null
}
