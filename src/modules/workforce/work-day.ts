import { and, asc, eq, gt, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { dayBounds, localDateAt } from '../../lib/calendar'
import { day, isoTime } from '../../lib/clock'
import { invalid } from '../../lib/errors'
import { planned, underWay } from '../../lib/job-states'
import { timeZoneOf } from '../franchises'
import { presentJob, type Job, type JobRow } from '../jobs'
import { moveJobOn } from '../payments'
import { readLunch } from '../scheduling'
import { requireWorker } from './find'
import { WorkJob, type OwnMove, type WorkDay } from './work-model'

/** Phones get lost, so one shows only the days around today, not every customer the worker ever visited. */
const reachDays = 7

/** The worker's visits on a day, in order. Today also includes unfinished visits that began earlier. */
export async function readWorkDay(deps: Deps, workerId: string, wanted?: string): Promise<WorkDay> {
  const { store, clock, settings } = deps
  const worker = await requireWorker(store.read, workerId)
  const timeZone = await timeZoneOf(store.read, settings, worker.franchiseId)
  const today = localDateAt(clock.now(), timeZone)
  const date = withinReach(wanted, today)
  const bounds = dayBounds(date, timeZone)
  const begun = date === today ? await begunBefore(store.read, workerId, bounds.from) : []
  const rows = [...begun, ...(await visitsOn(store.read, workerId, bounds))]
  const lunch = await readLunch(deps, worker, date)
  return {
    date,
    timeZone,
    now: isoTime(clock.now()),
    worker: { id: worker.id, name: worker.name, language: worker.language },
    jobs: rows.map((row) => forWorker(presentJob(row))),
    lunch: lunch && { start: isoTime(lunch.start), end: isoTime(lunch.end) },
  }
}

/** Visits that start on the day, or that began the day before and end on it. */
function visitsOn(db: Db, workerId: string, { from, to }: { from: number; to: number }): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, workerId),
        // A visit lasts at most a day.
        gte(jobs.scheduledStart, from - day),
        lt(jobs.scheduledStart, to),
        or(gte(jobs.scheduledStart, from), gt(jobs.scheduledEnd, from)),
        inArray(jobs.status, [...planned, 'completed', 'no_show']),
      ),
    )
    .orderBy(asc(jobs.scheduledStart))
}

/** Unfinished visits from earlier days. There are few, so they are found by status. */
function begunBefore(db: Db, workerId: string, from: number): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, underWay),
        sql`+${jobs.workerId} = ${workerId}`,
        lte(sql`+${jobs.scheduledEnd}`, from),
      ),
    )
    .orderBy(asc(jobs.scheduledStart))
}

export async function moveOwnJob(
  deps: Deps,
  jobId: string,
  workerId: string,
  { to, doneAt }: OwnMove,
  actor: Actor,
): Promise<WorkJob> {
  const move = {
    to,
    actor,
    tellCustomer: true,
    workerId,
    doneAt: doneAt === undefined ? undefined : Date.parse(doneAt),
  }
  return forWorker(await moveJobOn(deps, jobId, move))
}

const forWorker = (job: Job): WorkJob => WorkJob.parse(job)

function withinReach(wanted: string | undefined, today: string): string {
  if (wanted === undefined) return today
  if (Math.abs(Date.parse(wanted) - Date.parse(today)) > reachDays * day)
    throw invalid('Validation failed', [`date: must be within ${reachDays} days of today`])
  return wanted
}
