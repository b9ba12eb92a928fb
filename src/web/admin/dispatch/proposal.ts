import { useEffect, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { DispatchAction, DispatchRun } from '../../../modules/scheduling'
import { api } from '../session'

/** A job that the dispatcher has placed in a dispatch plan. */
export interface FixedVisit {
  jobId: string
  worker: string
  start: string
  end: string
}

/** A dispatch plan on the screen. The board and the map draw it, and nothing has happened yet. */
export interface Proposal {
  run: DispatchRun
  /** The waiting jobs when it was planned; assigned jobs are no longer among them afterwards. */
  jobs: Job[]
  franchiseId: string
  excluded: ReadonlySet<string>
  fixed: readonly FixedVisit[]
  /** True once its visits are assigned. */
  isDone: boolean
}

let current: Proposal | null = null
const listeners = new Set<(proposal: Proposal | null) => void>()

export function setProposal(proposal: Proposal | null): void {
  current = proposal
  for (const listener of listeners) listener(current)
}

/** The dispatch plan on the screen, wherever it is shown. */
export function useProposal(): Proposal | null {
  const [proposal, setShown] = useState(current)
  useEffect(() => {
    listeners.add(setShown)
    setShown(current)
    return () => void listeners.delete(setShown)
  }, [])
  return proposal
}

/** The visits that would be assigned now. */
export function proposedVisits(proposal: Proposal | null): DispatchAction[] {
  if (!proposal || proposal.isDone) return []
  return proposal.run.actions.filter(
    ({ type, jobId }) => type === 'assigned' && !proposal.excluded.has(jobId),
  )
}

/** Leaves a line out of the plan, or takes it in again. */
export function toggleLine({ excluded, ...proposal }: Proposal, jobId: string): Proposal {
  const next = new Set(excluded)
  if (!next.delete(jobId)) next.add(jobId)
  return { ...proposal, excluded: next }
}

/** Plans again around the placed visits. Lines that were left out stay in sight, so they can be taken in again. */
export async function planAgain(
  wish: Pick<Proposal, 'jobs' | 'franchiseId'> & Partial<Pick<Proposal, 'excluded' | 'fixed' | 'run'>>,
): Promise<Proposal> {
  const { jobs, franchiseId, excluded = new Set<string>(), fixed = [] } = wish
  const run = await api.admin.dispatch.run.post({
    dryRun: true,
    remedies: true,
    fixed: fixed.filter(({ jobId }) => !excluded.has(jobId)),
    without: [...excluded],
    ...(franchiseId && { franchiseId }),
  })
  const left = (wish.run?.actions ?? []).filter(({ jobId }) => excluded.has(jobId))
  return {
    run: { ...run, actions: [...run.actions, ...left] },
    jobs,
    franchiseId,
    excluded,
    fixed,
    isDone: false,
  }
}

/** Puts a job exactly there and plans the rest again. */
export function planWith(proposal: Proposal, visit: FixedVisit): Promise<Proposal> {
  const excluded = new Set(proposal.excluded)
  excluded.delete(visit.jobId)
  const others = proposal.fixed.filter(({ jobId }) => jobId !== visit.jobId)
  return planAgain({ ...proposal, excluded, fixed: [...others, visit] })
}

/** The largest batch that safely fits into one request. */
const batchSize = 500

/** Assigns exactly the visits the dispatcher saw. */
export async function commitPlan(proposal: Proposal, tellCustomer: boolean): Promise<DispatchRun> {
  const visits = proposedVisits(proposal).map(({ jobId, worker, start, end, revision, basis }) => ({
    jobId,
    worker,
    start,
    end,
    revision,
    basis,
  }))
  const { franchiseId } = proposal
  const runs: DispatchRun[] = []
  for (let from = 0; from < visits.length; from += batchSize) {
    const batch = visits.slice(from, from + batchSize)
    runs.push(
      await api.admin.dispatch.run.post({ visits: batch, tellCustomer, ...(franchiseId && { franchiseId }) }),
    )
  }
  return runs.reduce((all, next) => ({
    ...next,
    assigned: all.assigned + next.assigned,
    skipped: all.skipped + next.skipped,
    actions: [...all.actions, ...next.actions],
  }))
}
