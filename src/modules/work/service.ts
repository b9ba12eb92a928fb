import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { day, isoTime } from '../../lib/clock'
import { invalid } from '../../lib/errors'
import { dayBounds, localDateAt } from '../../lib/local-days'
import { findFranchise } from '../franchises/area'
import type { Job } from '../jobs/model'
import { moveJob } from '../jobs/move'
import { presentJob } from '../jobs/present'
import { requireWorker } from '../workers/find'
import { WorkJob, type OwnMove, type WorkDay } from './model'

/** A phone gets lost: it shows the days around today, not everybody the worker ever visited. */
const reachDays = 7

/** The worker's own visits of a day, in the order of the day. */
export async function readWorkDay(deps: Deps, workerId: string, wanted?: string): Promise<WorkDay> {
  const { store } = deps
  const worker = await requireWorker(store.read, workerId)
  const timeZone = await timeZoneOf(deps, worker.franchiseId)
  const date = withinReach(wanted, deps.clock.now(), timeZone)
  const { from, to } = dayBounds(date, timeZone)
  const rows = await store.read
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, workerId),
        gte(jobs.scheduledStart, from),
        lt(jobs.scheduledStart, to),
        inArray(jobs.status, ['scheduled', 'en_route', 'in_progress', 'completed', 'no_show']),
      ),
    )
    .orderBy(asc(jobs.scheduledStart))
  return {
    date,
    timeZone,
    now: isoTime(deps.clock.now()),
    worker: { id: worker.id, name: worker.name },
    jobs: rows.map((row) => forWorker(presentJob(row))),
  }
}

export async function moveOwnJob(
  deps: Deps,
  jobId: string,
  workerId: string,
  { to, doneAt }: OwnMove,
  actor: string,
): Promise<WorkJob> {
  const move = {
    to,
    actor,
    tellCustomer: true,
    workerId,
    doneAt: doneAt === undefined ? undefined : Date.parse(doneAt),
  }
  return forWorker(await moveJob(deps, jobId, move))
}

const forWorker = (job: Job): WorkJob => WorkJob.parse(job)

async function timeZoneOf({ store, config }: Deps, franchiseId: string | null): Promise<string> {
  const franchise = franchiseId === null ? undefined : await findFranchise(store.read, franchiseId)
  return franchise?.timeZone ?? config.business.timeZone
}

function withinReach(wanted: string | undefined, now: number, timeZone: string): string {
  const today = localDateAt(now, timeZone)
  if (wanted === undefined) return today
  if (Math.abs(Date.parse(wanted) - Date.parse(today)) > reachDays * day)
    throw invalid('Validation failed', [`date: must be within ${reachDays} days of today`])
  return wanted
}
