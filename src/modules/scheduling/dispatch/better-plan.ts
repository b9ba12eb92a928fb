import { isAnyOf } from '../../../../db/conditions'
import { jobs } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { minute } from '../../../lib/clock'
import { clearTodo, keepTodo } from '../../office'
import type { TravelTimes } from '../engine/world'
import { budgetFor } from '../planner/effort'
import type { CrewWorker } from '../planner/replan'
import { Interrupted } from '../planner/thread'
import type { Branch } from '../world/branches'
import { readBasis } from '../world/crew'
import { readFreeNow, readOffice, type Office } from '../world/load'
import type { MovableVisit } from '../world/movable'
import { minutes } from '../world/reasons'
import { Travel } from '../world/travel'
import { describeRun, groundsOf } from './answer'
import { planBranch } from './branch-plan'
import type { DispatchRun } from './model'
import { nothingDispatched } from './run'
import { commitShown, shownOf } from './shown'

/** With fewer visits that may move, every run finds the best plan. */
const leastVisits = 12
const kind = 'board.better-plan'
/** HQ's own workers and jobs have no franchise. */
const subjectOf = (franchiseId: string | null | undefined): string => franchiseId ?? 'hq'

/** The plans that wait for a dispatcher, and the boards that were searched, by franchise. */
export class BetterPlans {
  readonly waiting = new Map<string, DispatchRun>()
  readonly searched = new Map<string, string>()
}

/** Searches thoroughly for better plans of the scheduled visits, whenever nobody needs the processor. */
export function improveSoon(deps: Deps): void {
  deps.background.runSingle('looking for better plans', async () => {
    try {
      await improveAll(deps)
    } catch (error) {
      // A run has begun, and the next search begins after it.
      if (!(error instanceof Interrupted)) throw error
    }
  })
}

async function improveAll(deps: Deps): Promise<void> {
  const office = await readOffice(deps)
  const { searched } = deps.state.of(BetterPlans)
  for (const [branch, movable] of Map.groupBy(office.movable, (one) => one.branch)) {
    const board = boardOf(office, branch, movable)
    const subject = subjectOf(branch.id)
    if (movable.length < leastVisits || searched.get(subject) === board) continue
    const found = await improve(deps, office, branch, movable)
    searched.set(subject, board)
    if (found !== null) await offer(deps, branch, found)
  }
}

/** Changes when another search may find another plan. */
function boardOf({ members, waiting }: Office, branch: Branch, movable: readonly MovableVisit[]): string {
  const rows = [...movable, ...waiting.filter((one) => one.branch === branch)].map(({ row }) => row)
  const ours = members.filter(({ franchiseId }) => franchiseId === branch.id)
  const state = [rows.map(({ id, revision }) => [id, revision]), ours.map((member) => member.state)]
  return Bun.hash(JSON.stringify(state)).toString(36)
}

interface Found {
  run: DispatchRun
  savedMinutes: number
}

/** A plan that saves enough driving, or null. */
async function improve(
  deps: Deps,
  office: Office,
  branch: Branch,
  movable: readonly MovableVisit[],
): Promise<Found | null> {
  const travel = new Travel(deps)
  const waiting = office.waiting.filter((one) => one.branch === branch)
  const size = waiting.length + movable.length
  const budget = budgetFor('thorough', size, size)
  const planned = await planBranch(deps, travel, office, branch, waiting, {
    movable,
    budget,
    isPatient: true,
  })
  const [first] = planned.moves
  if (!first || !planned.basis) return null
  const { betterPlanMinutes, betterPlanPercent } = deps.settings.dispatch
  const { workers, travel: times } = planned.basis.world
  const driving = drivingOf(workers as CrewWorker[], times) + first.savedByAll
  const savedMinutes = Math.floor(first.savedByAll)
  if (savedMinutes < Math.max(betterPlanMinutes, (driving * betterPlanPercent) / 100)) return null
  const verdicts = planned.verdicts.filter(({ type }) => type === 'assigned')
  const described = await describeRun(verdicts, planned.moves, groundsOf(deps, office, travel), office.now)
  const run = { ...described, summary: `Saves ${minutes(savedMinutes)} of driving.` }
  return (await isCurrent(deps, run)) ? { run, savedMinutes } : null
}

/** Minutes of driving between scheduled visits, from home and back each day. */
function drivingOf(workers: readonly CrewWorker[], travel: TravelTimes): number {
  let sum = 0
  for (const { home, days, visits } of workers)
    for (const { start, end } of days) {
      const own = visits.filter((visit) => visit.start >= start && visit.start < end)
      if (own.length === 0) continue
      const inOrder = own.toSorted((a, b) => a.start - b.start)
      const stops = [home, ...inOrder.map(({ place }) => place ?? home), home]
      for (const [at, to] of stops.entries()) {
        const from = stops[at - 1]
        if (from && to) sum += travel(from, to)
      }
    }
  return sum
}

/** Shows the plan to a dispatcher, or applies it where the office has decided so. */
async function offer(deps: Deps, branch: Branch, { run, savedMinutes }: Found): Promise<void> {
  const franchiseId = branch.id ?? undefined
  if (branch.visitMoves.acceptsPlans === true) {
    await commitShown(deps, shownOf(run), { actor: 'dispatch', franchiseId, isAutomatic: true })
    return
  }
  const subject = subjectOf(branch.id)
  deps.state.of(BetterPlans).waiting.set(subject, run)
  const moves =
    run.moved === 1
      ? '1 visit moves, within the arrival window the customer was promised'
      : `${run.moved} visits move, all within the arrival windows customers were promised`
  await deps.store.write((tx) =>
    keepTodo(tx, deps.clock.now(), {
      kind,
      subject,
      title: `A better dispatch plan saves ${minutes(savedMinutes)} of driving`,
      detail: `${branch.name}: ${moves}.`,
      franchiseId: branch.id,
    }),
  )
}

/** The plan that waits for this franchise, as long as nothing in it has changed. */
export async function readBetterPlan(deps: Deps, franchiseId: string | undefined): Promise<DispatchRun> {
  const { waiting } = deps.state.of(BetterPlans)
  const run = waiting.get(subjectOf(franchiseId))
  if (run && (await isCurrent(deps, run))) return run
  await discard(deps, subjectOf(franchiseId))
  const summary = 'The board has changed since this plan was found, so the plan no longer fits.'
  return { ...nothingDispatched(deps), summary }
}

/** Drops plans whose visits have changed, with their to-dos. */
export async function dropOutdatedPlans(deps: Deps): Promise<void> {
  for (const [subject, run] of deps.state.of(BetterPlans).waiting)
    if (!(await isCurrent(deps, run))) await discard(deps, subject)
}

async function discard(deps: Deps, subject: string): Promise<void> {
  deps.state.of(BetterPlans).waiting.delete(subject)
  await deps.store.write((tx) => clearTodo(tx, deps.clock.now(), kind, subject))
}

async function isCurrent(deps: Deps, { actions, moves }: DispatchRun): Promise<boolean> {
  const { store, clock } = deps
  const free = new Set((await readFreeNow(deps)).map(({ row }) => row.id))
  if (moves.some(({ jobId }) => !free.has(jobId))) return false
  const lines = [...actions, ...moves]
  const ids = lines.map(({ jobId }) => jobId)
  const rows = await store.read
    .select({ id: jobs.id, revision: jobs.revision })
    .from(jobs)
    .where(isAnyOf(jobs.id, ids))
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  const soon = clock.now() + 15 * minute
  if (
    lines.some(
      ({ jobId, revision, start }) => revisions.get(jobId) !== revision || Date.parse(start ?? '') < soon,
    )
  )
    return false
  const crews = new Map(lines.map((line) => [`${line.worker} ${line.second}`, line]))
  for (const { worker, second, basis } of crews.values()) {
    const ids = [worker, second].filter((id) => id !== null)
    if (ids.length > 0 && (await readBasis(store.read, ids)) !== basis) return false
  }
  return true
}
