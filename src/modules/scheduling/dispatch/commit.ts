import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { conflict, Refusal } from '../../../lib/errors'
import { scheduleInUnit } from '../../jobs'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { noVisit } from './actions'
import { readBasis } from './crew'
import { clearTodosOf } from './escalations'
import type { DispatchAction, DispatchRun, ShownVisit } from './model'
import { sentences } from './reasons'

/**
 * Makes the visits somebody was shown, these and no others, as far as nothing they rest on has changed. What
 * could not be made says why. Questions for headquarters are left to the next run, which sees everything.
 */
export async function commitShown(deps: Deps, visits: ShownVisit[], actor: string): Promise<DispatchRun> {
  const now = deps.clock.now()
  const ahead = visits.filter(({ start }) => start > now)
  const decisions = ahead.map(({ worker, ...visit }) => ({ ...visit, workerId: worker }))
  const outdated = await commitVisits(deps, decisions, actor)
  wakeSender(deps)
  const problems = new Map(ahead.map((visit, at) => [visit, outdated[at]]))
  const actions = visits.map((visit) => actionFor(visit, problems.get(visit)))
  const assigned = actions.filter(({ type }) => type === 'assigned').map(({ jobId }) => jobId)
  const counts = { assigned: assigned.length, escalated: 0, skipped: actions.length - assigned.length }
  if (assigned.length > 0) {
    await clearTodosOf(deps, new Set(assigned))
    const summary = `Dispatch: ${counts.assigned} assigned as shown, ${counts.skipped} changed in the meantime`
    await deps.store.write((tx) =>
      recordActivity(tx, now, { type: 'dispatch.run', actor, summary, metadata: counts }),
    )
  }
  return { success: true, ...counts, actions, timestamp: isoTime(now) }
}

const begun = 'The time it was planned for has come already.'

function actionFor(
  { jobId, worker, start, end }: ShownVisit,
  problem: string | null = begun,
): DispatchAction {
  if (problem !== null) return { type: 'skipped', jobId, reason: 'raced', detail: problem, ...noVisit }
  return {
    ...noVisit,
    type: 'assigned',
    jobId,
    worker,
    reason: 'as_shown',
    detail: sentences.as_shown,
    start: isoTime(start),
    end: isoTime(end),
  }
}

/** So many visits wait for one commit together; more would keep bookings waiting behind them. */
const commitBatchSize = 32

const stateOf = prepared((db) =>
  db
    .select({ status: jobs.status, revision: jobs.revision })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

/** A visit, and the state of the job and the worker it was planned for. */
export interface Decision {
  jobId: string
  workerId: string
  start: number
  end: number
  /** Left out, it is that of the service. */
  bufferMinutes?: number
  revision: number
  basis: string
}

/**
 * Writes the visits down, each in a unit of its own that shares its commit with others. Gives for each null,
 * or in a sentence why it could not be kept: the job or its worker has changed since it was planned.
 */
export async function commitVisits(
  deps: Deps,
  decisions: Decision[],
  actor: string,
): Promise<(string | null)[]> {
  const outdated: (string | null)[] = []
  for (let from = 0; from < decisions.length; from += commitBatchSize) {
    const some = decisions.slice(from, from + commitBatchSize)
    const outcomes = await Promise.allSettled(
      some.map((decision) => deps.store.write((tx) => commitVisit(tx, deps, decision, actor))),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason
      outdated.push(outcome.status === 'fulfilled' ? null : `${outcome.reason.message}.`)
    }
  }
  return outdated
}

async function commitVisit(tx: Tx, deps: Deps, decision: Decision, actor: string): Promise<void> {
  const { jobId, revision, basis, ...visit } = decision
  const job = await stateOf.get(tx, { id: jobId })
  if (job?.status !== 'pending' || job.revision !== revision) throw conflict(changeOf(job?.status))
  if ((await readBasis(tx, visit.workerId)) !== basis)
    throw conflict("The worker's hours, skills or other details were changed in the meantime")
  await scheduleInUnit(tx, deps, jobId, { ...visit, actor, tellCustomer: true })
}

function changeOf(status: string | undefined): string {
  if (status === 'cancelled') return 'The job was cancelled in the meantime'
  if (status === 'scheduled') return 'Somebody gave the job a time in the meantime'
  return 'The job was changed in the meantime'
}
