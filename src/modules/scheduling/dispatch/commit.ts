import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { conflict, Refusal } from '../../../lib/errors'
import { scheduleInUnit } from '../../jobs'
import { readBasis } from './crew'

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
  tellCustomer = true,
): Promise<(string | null)[]> {
  const outdated: (string | null)[] = []
  for (let from = 0; from < decisions.length; from += commitBatchSize) {
    const some = decisions.slice(from, from + commitBatchSize)
    const outcomes = await Promise.allSettled(
      some.map((decision) =>
        deps.store.write((tx) => commitVisit(tx, deps, decision, { actor, tellCustomer })),
      ),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Refusal)) throw outcome.reason
      outdated.push(outcome.status === 'fulfilled' ? null : asSentence(outcome.reason.message))
    }
  }
  return outdated
}

const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

async function commitVisit(
  tx: Tx,
  deps: Deps,
  decision: Decision,
  by: { actor: Actor; tellCustomer: boolean },
): Promise<void> {
  const { jobId, revision, basis, ...visit } = decision
  const job = await stateOf.get(tx, { id: jobId })
  if (job?.status !== 'pending' || job.revision !== revision) throw conflict(changeOf(job?.status))
  if ((await readBasis(tx, visit.workerId)) !== basis)
    throw conflict("The technician's hours, skills or other details changed in the meantime")
  await scheduleInUnit(tx, deps, jobId, { ...visit, ...by })
}

function changeOf(status: string | undefined): string {
  if (status === 'cancelled') return 'The job was canceled in the meantime'
  if (status === 'scheduled') return 'Someone scheduled this job in the meantime'
  return 'The job changed in the meantime'
}
