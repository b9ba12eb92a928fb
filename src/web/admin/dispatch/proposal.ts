import { useEffect, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { DispatchAction, DispatchRun, Effort } from '../../../modules/scheduling'
import { api } from '../session'
import { localTime } from '../shared/zone'

/** A job that the dispatcher has placed in a dispatch plan. */
export interface FixedVisit {
  jobId: string
  worker: string
  /** The second technician of a visit for two. */
  second: string | null
  start: string
  end: string
}

/** Names are shown for this many scheduled visits; more would take too long to load. */
const mostNamed = 60

/** A dispatch plan on the screen. The board and the map draw it, and nothing has happened yet. */
export interface Proposal {
  run: DispatchRun
  /** The waiting jobs and moved visits when it was planned; assigned jobs are no longer waiting afterwards. */
  jobs: Job[]
  franchiseId: string
  excluded: ReadonlySet<string>
  fixed: readonly FixedVisit[]
  /** How long the search for less driving takes. */
  effort?: Effort | undefined
  /** The technician whose visits of today others take over, if that is all the plan is about. */
  cover?: string | undefined
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
  const { actions, moves } = proposal.run
  return [...actions.filter(({ type }) => type === 'assigned'), ...moves].filter(
    ({ jobId }) => !proposal.excluded.has(jobId),
  )
}

/** The day of its first visit, where the board shows something of it; null for a plan without visits. */
export function firstDayOf(proposal: Proposal, timeZone: string): string | null {
  const [first] = proposedVisits(proposal)
    .flatMap(({ start }) => start ?? [])
    .toSorted()
  return first === undefined ? null : localTime(first, timeZone).date
}

/** Leaves a line out of the plan, or takes it in again. */
export function toggleLine({ excluded, ...proposal }: Proposal, jobId: string): Proposal {
  const next = new Set(excluded)
  if (!next.delete(jobId)) next.add(jobId)
  return { ...proposal, excluded: next }
}

/** Finds technicians to take over the visits that a technician can't make today. */
export async function planCover(worker: string, franchiseId: string): Promise<Proposal> {
  const run = await api.admin.dispatch.run.post({ dryRun: true, cover: worker })
  const jobs = await withJobsOf([], [...run.moves, ...run.actions])
  return { run, jobs, franchiseId, excluded: new Set(), fixed: [], cover: worker, isDone: false }
}

/** The plan with less driving that waits for this franchise, or for HQ's own technicians (`hq`). */
export async function planBetter(subject: string): Promise<Proposal> {
  const franchiseId = subject === 'hq' ? '' : subject
  const run = await api.admin.dispatch.run.post({
    dryRun: true,
    better: true,
    ...(franchiseId && { franchiseId }),
  })
  const jobs = await withJobsOf([], [...run.moves, ...run.actions])
  return { run, jobs, franchiseId, excluded: new Set(), fixed: [], isDone: false }
}

/** Plans again around the placed visits. Lines that were left out stay in sight, so they can be taken in again. */
export async function planAgain(
  wish: Pick<Proposal, 'jobs' | 'franchiseId' | 'cover' | 'effort'> &
    Partial<Pick<Proposal, 'excluded' | 'fixed' | 'run'>>,
): Promise<Proposal> {
  if (wish.cover !== undefined) return planCover(wish.cover, wish.franchiseId)
  const { jobs, franchiseId, effort, excluded = new Set<string>(), fixed = [] } = wish
  const asked = {
    dryRun: true,
    remedies: true,
    fixed: fixed.filter(({ jobId }) => !excluded.has(jobId)),
    without: [...excluded],
    ...(franchiseId && { franchiseId }),
  }
  const run = await api.admin.dispatch.run.post(asked, { query: { effort } })
  const isOut = ({ jobId }: DispatchAction) => excluded.has(jobId)
  const actions = [...run.actions, ...(wish.run?.actions ?? []).filter(isOut)]
  const moves = [...run.moves, ...(wish.run?.moves ?? []).filter(isOut)]
  return {
    run: { ...run, actions, moves },
    jobs: await withJobsOf(jobs, moves),
    franchiseId,
    excluded,
    fixed,
    effort,
    isDone: false,
  }
}

async function withJobsOf(jobs: Job[], lines: readonly DispatchAction[]): Promise<Job[]> {
  const known = new Set(jobs.map(({ id }) => id))
  const missing = lines.filter(({ jobId }) => !known.has(jobId)).slice(0, mostNamed)
  const found = await Promise.all(missing.map(({ jobId }) => api.admin.jobs(jobId).get()))
  return [...jobs, ...found.map(({ job }) => job)]
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
  const visits = proposedVisits(proposal).map(
    ({ jobId, worker, second, start, end, revision, basis, from }) => ({
      jobId,
      worker,
      second,
      start,
      end,
      revision,
      basis,
      from,
    }),
  )
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
    moved: all.moved + next.moved,
    moves: [...all.moves, ...next.moves],
  }))
}
