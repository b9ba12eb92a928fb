import type { Deps } from '../../deps'
import type { Branch } from './branches'
import { runInSlices } from './engine/slices'
import { branchWorld, type Office } from './load'
import { isOfferedWindow } from './offered-windows'
import { dispatchDepth, planKeeping } from './promises'
import type { Travel } from './travel'
import { reserved, setAside, type Waiting } from './triage'
import { leave, type Verdict } from './verdicts'

/** Looks at every waiting job of a franchise: one verdict each, nothing written. */
export async function planBranch(
  deps: Deps,
  travel: Travel,
  office: Office,
  branch: Branch,
  waiting: Waiting[],
): Promise<Verdict[]> {
  const crewSize = office.members.filter(({ franchiseId }) => franchiseId === branch.id).length
  const facts = { now: office.now, crewSize }
  const [planned, aside] = partition(waiting)
  const verdicts: Verdict[] = aside.map(({ one, reason }) => leave(one, reason, facts))
  if (planned.length === 0) return verdicts
  const counted = inPlan(waiting)
  const world = await branchWorld(deps, travel, branch, office, counted)
  const rows = new Map(counted.map(({ row }) => [row.id, row]))
  const isPromised = (jobId: string) => isOfferedWindow(rows.get(jobId)!)
  const plan = await runInSlices(planKeeping({ world, isPromised }, dispatchDepth))
  const byId = new Map(planned.map((one) => [one.row.id, one]))
  for (const placement of plan.placements) {
    const one = byId.get(placement.jobId)
    if (one) verdicts.push({ type: 'assigned', waiting: one, placement })
  }
  for (const { jobId, reason } of plan.unplaced) {
    const one = byId.get(jobId)
    if (one) verdicts.push(leave(one, reason, facts))
  }
  return verdicts
}

/** What a plan is made of, in the order of booking: what can be planned now, and what is kept for others. */
export function inPlan(waiting: readonly Waiting[]): Waiting[] {
  return waiting.flatMap((one) => (setAside(one) === null ? one : (reserved(one) ?? [])))
}

type Aside = { one: Waiting; reason: NonNullable<ReturnType<typeof setAside>> }

function partition(waiting: Waiting[]): [planned: Waiting[], aside: Aside[]] {
  const planned: Waiting[] = []
  const aside: Aside[] = []
  for (const one of waiting) {
    const reason = setAside(one)
    if (reason === null) planned.push(one)
    else aside.push({ one, reason })
  }
  return [planned, aside]
}
