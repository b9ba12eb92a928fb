import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
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
 * Schedules exactly the visits the user saw, unless their basis has changed; the rest say why. To-dos are
 * left to the next full run, which looks at all jobs.
 */
export async function commitShown(deps: Deps, visits: ShownVisit[], actor: Actor): Promise<DispatchRun> {
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
    const summary = `Applied a dispatch plan: ${counts.assigned} assigned · ${counts.skipped} changed in the meantime`
    await deps.store.write((tx) =>
      recordActivity(tx, now, { type: 'dispatch.run', actor, summary, metadata: counts }),
    )
  }
  return { success: true, ...counts, actions, timestamp: isoTime(now) }
}

const begun = 'The planned time has already come.'

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

/** Visits that share one commit; more would delay bookings behind them. */
const commitBatchSize = 32

const stateOf = prepared((db) =>
  db
    .select({ status: jobs.status, revision: jobs.revision })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

/** A visit, with the state of the job and worker it was planned for. */
export interface Decision {
  jobId: string
  workerId: string
  start: number
  end: number
  /** Defaults to the service's buffer. */
  bufferMinutes?: number
  revision: number
  basis: string
}

/**
 * Schedules the visits, each in its own unit with a shared commit. Returns null for each, or a sentence
 * saying what has changed since it was planned.
 */
export async function commitVisits(
  deps: Deps,
  decisions: Decision[],
  actor: Actor,
): Promise<(string | null)[]> {
  const outdated: (string | null)[] = []
  for (let from = 0; from < decisions.length; from += commitBatchSize) {
    const some = decisions.slice(from, from + commitBatchSize)
    const outcomes = await Promise.allSettled(
      some.map((decision) => deps.store.write((tx) => commitVisit(tx, deps, decision, actor))),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason
      outdated.push(outcome.status === 'fulfilled' ? null : asSentence(outcome.reason.message))
    }
  }
  return outdated
}

const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

async function commitVisit(tx: Tx, deps: Deps, decision: Decision, actor: Actor): Promise<void> {
  const { jobId, revision, basis, ...visit } = decision
  const job = await stateOf.get(tx, { id: jobId })
  if (job?.status !== 'pending' || job.revision !== revision) throw conflict(changeOf(job?.status))
  if ((await readBasis(tx, visit.workerId)) !== basis)
    throw conflict("The technician's hours, skills or other details changed in the meantime")
  await scheduleInUnit(tx, deps, jobId, { ...visit, actor, tellCustomer: true })
}

function changeOf(status: string | undefined): string {
  if (status === 'cancelled') return 'The job was canceled in the meantime'
  if (status === 'scheduled') return 'Someone scheduled this job in the meantime'
  return 'The job changed in the meantime'
}
