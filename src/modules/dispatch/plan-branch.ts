import type { Deps } from '../../deps'
import type { Branch } from './branches'
import { runInSlices } from './engine/slices'
import { branchWorld, type Office } from './load'
import { isOfferedWindow } from './offered-windows'
import { dispatchDepth, planKeeping } from './promises'
import type { Travel } from './travel'
import { setAside, type Waiting } from './triage'
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
  const world = await branchWorld(deps, travel, branch, office, planned)
  const byId = new Map(planned.map((one) => [one.row.id, one]))
  const isPromised = (jobId: string) => isOfferedWindow(byId.get(jobId)!.row)
  const plan = await runInSlices(planKeeping({ world, isPromised }, dispatchDepth))
  for (const placement of plan.placements)
    verdicts.push({ type: 'assigned', waiting: byId.get(placement.jobId)!, placement })
  for (const { jobId, reason } of plan.unplaced) verdicts.push(leave(byId.get(jobId)!, reason, facts))
  return verdicts
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
