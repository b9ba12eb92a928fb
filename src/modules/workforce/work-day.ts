import { and, asc, gt, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { jobs, workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { dateText, dayBounds, localDateAt } from '../../lib/calendar'
import { day, isoTime, isoTimeOrNull } from '../../lib/clock'
import { invalid } from '../../lib/errors'
import { planned, underWay } from '../../lib/job-states'
import { keyedHash } from '../../lib/secret'
import { timeZoneOf } from '../franchises'
import { arrive, isMadeByWithin, presentJob, requireJob, secondsOf, type JobRow } from '../jobs'
import { moveJobOn, undoOwnStep } from '../payments'
import { requireAnswers, workRecordsOf } from '../records'
import { readLunch } from '../scheduling'
import { requireWorker } from './find'
import { nextVisit } from './next-visit'
import { duesOf } from './on-site/money'
import { sitesOf } from './site'
import { readTaken } from './taken-visits'
import {
  WorkJob,
  type OwnArrival,
  type OwnMove,
  type OwnUndo,
  type WorkDay,
  type WorkWeek,
} from './work-model'

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
  const partners = await partnersOf(store.read, rows, workerId)
  const recordOf = await workRecordsOf(store.read, rows)
  const lunch = await readLunch(deps, worker, date)
  const own = rows.map((row) => presentOwn(row, { ...partners(row), record: recordOf(row) }))
  return {
    date,
    timeZone,
    now: isoTime(clock.now()),
    worker: {
      id: worker.id,
      name: worker.name,
      language: worker.language,
      sealKey: keyedHash(deps.secrets.linkSecret, 'waiting on the phone', worker.id),
    },
    jobs: own,
    lunch: lunch && { start: isoTime(lunch.start), end: isoTime(lunch.end) },
    next: date === today ? await nextVisit(deps, workerId, rows) : null,
    taken: date === today ? await readTaken(deps, workerId, bounds, new Set(rows.map(({ id }) => id))) : [],
    sites: await sitesOf(deps, rows, timeZone),
    dues: await duesOf(deps, rows),
  }
}

/** The six days after today, which a phone keeps too. */
export async function readWorkWeek(deps: Deps, workerId: string): Promise<WorkWeek> {
  const { date: today } = await readWorkDay(deps, workerId)
  const days: WorkDay[] = []
  for (let after = 1; after < reachDays; after++) {
    const date = dateText(Temporal.PlainDate.from(today).add({ days: after }))
    days.push(await readWorkDay(deps, workerId, date))
  }
  return { days }
}

/** The other technician of each visit for two, and whether this one only helps with it. */
async function partnersOf(db: Db, rows: readonly JobRow[], workerId: string) {
  const seconds = await secondsOf(
    db,
    rows.map(({ id }) => id),
  )
  const together = rows.flatMap((row) => (seconds.has(row.id) ? [row.workerId, seconds.get(row.id)] : []))
  const named = await db
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(
      inArray(
        workers.id,
        together.filter((id) => typeof id === 'string'),
      ),
    )
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  return (row: JobRow) => {
    const isHelper = row.workerId !== workerId
    const partner = isHelper ? row.workerId : seconds.get(row.id)
    return { isHelper, partner: nameOf.get(partner ?? '') ?? null }
  }
}

/** Visits that start on the day, or that began the day before and end on it. */
function visitsOn(db: Db, workerId: string, { from, to }: { from: number; to: number }): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(
      and(
        // A visit lasts at most a day.
        isMadeByWithin(workerId, { from: from - day, before: to }),
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
        sql`${workerId} IN (+${jobs.workerId}, (SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id))`,
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
    check: to === 'completed' ? requireAnswers : undefined,
  }
  await moveJobOn(deps, jobId, move)
  return readOwn(deps, jobId, workerId)
}

export async function arriveAtOwnJob(
  deps: Deps,
  jobId: string,
  workerId: string,
  { doneAt }: OwnArrival,
  actor: Actor,
): Promise<WorkJob> {
  await arrive(deps, jobId, {
    workerId,
    actor,
    doneAt: doneAt === undefined ? undefined : Date.parse(doneAt),
  })
  return readOwn(deps, jobId, workerId)
}

export async function undoOwnMove(
  deps: Deps,
  jobId: string,
  workerId: string,
  { step }: OwnUndo,
  actor: Actor,
): Promise<WorkJob> {
  await undoOwnStep(deps, jobId, { workerId, actor, step })
  return readOwn(deps, jobId, workerId)
}

async function readOwn({ store: { read } }: Deps, jobId: string, workerId: string): Promise<WorkJob> {
  const row = await requireJob(read, jobId)
  const partners = await partnersOf(read, [row], workerId)
  const recordOf = await workRecordsOf(read, [row])
  return presentOwn(row, { ...partners(row), record: recordOf(row) })
}

const presentOwn = (row: JobRow, beside: Pick<WorkJob, 'partner' | 'isHelper' | 'record'>): WorkJob =>
  WorkJob.parse({ ...presentJob(row), ...beside, arrivedAt: isoTimeOrNull(row.arrivedAt) })

function withinReach(wanted: string | undefined, today: string): string {
  if (wanted === undefined) return today
  if (Math.abs(Date.parse(wanted) - Date.parse(today)) > reachDays * day)
    throw invalid('Validation failed', [`date: must be within ${reachDays} days of today`])
  return wanted
}
