import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { conflict, Refusal } from '../../lib/errors'
import { scheduleInUnit } from '../jobs/schedule'
import type { Placement } from './engine/result'

/** So many visits wait for one commit together; more would keep bookings waiting behind them. */
const atOnce = 32

const stateOf = prepared((db) =>
  db
    .select({ status: jobs.status, revision: jobs.revision })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

/** A visit and the state of the job it was planned for. */
export interface Decision {
  placement: Placement
  revision: number
}

/**
 * Writes the visits down, each in a unit of its own that shares its commit with others. Gives the ids of jobs
 * whose visit could not be kept any more, because the job or its worker was given to something else.
 */
export async function commitVisits(deps: Deps, decisions: Decision[], actor: string): Promise<Set<string>> {
  const raced = new Set<string>()
  for (let from = 0; from < decisions.length; from += atOnce) {
    const some = decisions.slice(from, from + atOnce)
    const outcomes = await Promise.allSettled(
      some.map((decision) => deps.store.write((tx) => commitVisit(tx, deps, decision, actor))),
    )
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      if (!(outcome.reason instanceof Refusal)) throw outcome.reason
      raced.add(some[at]!.placement.jobId)
    }
  }
  return raced
}

async function commitVisit(
  tx: Tx,
  deps: Deps,
  { placement, revision }: Decision,
  actor: string,
): Promise<void> {
  const { jobId, workerId, start, end, busyUntil } = placement
  const job = await stateOf.get(tx, { id: jobId })
  if (job?.status !== 'pending' || job.revision !== revision) throw conflict('The job has changed meanwhile')
  const bufferMinutes = (busyUntil - end) / minute
  await scheduleInUnit(tx, deps, jobId, { workerId, start, end, bufferMinutes, actor, tellCustomer: true })
}
