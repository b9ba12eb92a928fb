import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { day, minute } from '../../../lib/clock'
import { conflict, Refusal } from '../../../lib/errors'
import { assertInOrder, moveInUnit } from '../../jobs'
import { readBasis } from '../world/crew'

/** Visits that share one commit; more would delay bookings behind them. */
const commitBatchSize = 32

const stateOf = prepared((db) =>
  db
    .select({
      status: jobs.status,
      revision: jobs.revision,
      end: jobs.scheduledEnd,
      busyUntil: jobs.busyUntil,
    })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

/** A visit, with the state of the job and worker it was planned for. */
export interface Decision {
  jobId: string
  workerId: string
  /** The second technician of a visit for two. */
  secondWorkerId?: string | null
  start: number
  end: number
  /** By default a scheduled visit keeps its buffer, and a new one gets the service's. */
  bufferMinutes?: number
  revision: number
  basis: string
  /** Where a scheduled visit is now; none for a job without a visit. */
  from?: { workerId: string; start: number } | null
}

interface By {
  actor: Actor
  tellCustomer: boolean
}

/**
 * Schedules the visits, each in its own unit with a shared commit. Moves of scheduled visits depend on each other, so
 * all decisions about a day that a move touches are one unit. Returns null for each, or a sentence saying what has
 * changed since it was planned.
 */
export async function commitVisits(
  deps: Deps,
  decisions: Decision[],
  actor: Actor,
  tellCustomer = true,
): Promise<(string | null)[]> {
  const outdated = new Map<Decision, string | null>()
  const groups = groupsOf(decisions)
  for (let from = 0; from < groups.length; from += commitBatchSize) {
    const some = groups.slice(from, from + commitBatchSize)
    const outcomes = await Promise.allSettled(
      some.map((group) => deps.store.write((tx) => commitGroup(tx, deps, group, { actor, tellCustomer }))),
    )
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason
      const problem = outcome.status === 'fulfilled' ? null : asSentence(outcome.reason.message)
      for (const decision of some[at] ?? []) outdated.set(decision, problem)
    }
  }
  return decisions.map((decision) => outdated.get(decision) ?? null)
}

const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Decisions that share a technician's day with a move stay together; every other one stands alone. */
function groupsOf(decisions: Decision[]): Decision[][] {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    const parent = parents.get(name) ?? name
    return parent === name ? name : rootOf(parent)
  }
  const dayOf = (workerId: string, start: number) => `${workerId} ${Math.floor(start / day)}`
  for (const { from, workerId, start } of decisions) {
    if (!from) continue
    const root = rootOf(dayOf(workerId, start))
    parents.set(root, root)
    parents.set(rootOf(dayOf(from.workerId, from.start)), root)
  }
  // A visit for two belongs to the days of both, if a move touches one of them.
  for (const { workerId, secondWorkerId, start } of decisions) {
    if (!secondWorkerId) continue
    const [one, other] = [rootOf(dayOf(workerId, start)), rootOf(dayOf(secondWorkerId, start))]
    if (!parents.has(one) && !parents.has(other)) continue
    parents.set(other, one)
    parents.set(one, one)
  }
  const groups = Map.groupBy(decisions, (decision) => {
    const root = rootOf(dayOf(decision.workerId, decision.start))
    return parents.has(root) ? root : decision
  })
  return [...groups.values()]
}

async function commitGroup(tx: Tx, deps: Deps, decisions: Decision[], by: By): Promise<void> {
  const buffers = new Map<string, number>()
  for (const { jobId, revision, workerId, secondWorkerId, basis, from } of decisions) {
    const job = await stateOf.get(tx, { id: jobId })
    const expected = from ? 'scheduled' : 'pending'
    if (job?.status !== expected || job.revision !== revision)
      throw conflict(changeOf(job?.status === expected ? undefined : job?.status))
    if (job.end !== null && job.busyUntil !== null) buffers.set(jobId, (job.busyUntil - job.end) / minute)
    if ((await readBasis(tx, secondWorkerId ? [workerId, secondWorkerId] : [workerId])) !== basis)
      throw conflict("The technician's hours, skills or other details changed in the meantime")
  }
  const visits = decisions.map(({ jobId, workerId, secondWorkerId = null, start, end, ...decision }) => ({
    id: jobId,
    visit: {
      workerId,
      secondWorkerId,
      start,
      end,
      bufferMinutes: decision.bufferMinutes ?? buffers.get(jobId),
      ...by,
      isPlanned: true,
    },
  }))
  await moveInUnit(tx, deps, visits)
  await assertInOrder(
    tx,
    visits.map(({ id }) => id),
  )
}

function changeOf(status: string | undefined): string {
  if (status === 'cancelled') return 'The job was canceled in the meantime'
  if (status === 'scheduled') return 'Someone scheduled this job in the meantime'
  return 'The job changed in the meantime'
}
