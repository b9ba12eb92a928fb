import { eq, sql, desc } from 'drizzle-orm'
import { jobs, workers, jobEvents } from '../../../db/schema'
import { isUnchanged, prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { day, lastMoment, minute } from '../../lib/clock'
import { conflict, invalid, missing, must } from '../../lib/errors'
import { promisedTime, promisedWindow } from '../../lib/promised-time'
import { dayOf, timeOf } from '../../lib/text'
import { durationMs } from '../../lib/visit-length'
import { serviceOf } from '../catalog'
import { timeZoneOf } from '../franchises'
import { queueMessage, undoMs, wakeSender } from '../messages'
import { clearTodo } from '../office'
import { confirmedAtLast } from './confirm'
import { assertPriceDecided } from './low-price'
import { keepReminders, remindsOfHours } from './reminders'
import { scheduledMessages } from './messages'
import type { Job } from './model'
import { mayBeScheduled, statusText, workerName as nameOfWorker } from './move'
import { requireJob, presentJob, type JobRow } from './rows'
import { secondAfter, secondOf, type SecondState } from './second'
import { isOtherTechnician, isTechnicianFinal, keepNamed, toldBefore } from './technician-name'
import { newlyTold } from './told-window'
import { changeJob, type Changed } from './timeline'
import { keepVisitConfirmed } from './visit-confirmed'

export interface Visit {
  workerId: string | null
  /** The second technician of a visit that needs two. If left out, the visit keeps the one it has. */
  secondWorkerId?: string | null | undefined
  start: number
  /** Defaults to the start plus the service's duration. */
  end?: number | undefined
  bufferMinutes?: number | undefined
  locked?: boolean | undefined
  /** The revision the caller saw. Without it, the current one is used. */
  revision?: number | undefined
  actor: Actor
  tellCustomer: boolean
  /** Holds the message for a few seconds, so that the change can be undone. */
  undoable?: boolean | undefined
  /** Dispatch chose the time, so it may choose again inside an arrival window. */
  isPlanned?: boolean | undefined
}

/**
 * Schedules or reschedules a visit; the timeline keeps every change. Yesterday's visits can still be entered,
 * but anything older is taken for a typing error.
 */
export async function scheduleJob(deps: Deps, id: string, visit: Visit): Promise<Job> {
  if (visit.start < deps.clock.now() - day)
    throw invalid('Validation failed', ['start: must not be more than a day in the past'])
  const scheduled = await deps.store.write((tx) => scheduleInUnit(tx, deps, id, visit))
  wakeSender(deps)
  return presentJob(scheduled)
}

export async function scheduleInUnit(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  id: string,
  visit: Visit,
): Promise<JobRow> {
  return scheduleRow(tx, deps, await jobWithSecond(tx, id), visit)
}

async function jobWithSecond(tx: Tx, id: string): Promise<JobRow & SecondState> {
  const job = await requireJob(tx, id)
  return { ...job, secondWorkerId: job.scheduledStart === null ? null : await secondOf(tx, id) }
}

/**
 * Moves several visits at once, so that two of them can change places. Nobody has any of them in between, because
 * no technician may have two visits at a time.
 */
export async function moveInUnit(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  moves: { id: string; visit: Visit }[],
): Promise<void> {
  const rows: (JobRow & SecondState)[] = []
  for (const { id } of moves) rows.push(await jobWithSecond(tx, id))
  for (const { id, status } of rows) if (rows.length > 1 && status === 'scheduled') await lift.run(tx, { id })
  for (const [at, { visit }] of moves.entries()) await scheduleRow(tx, deps, must(rows[at], 'The job'), visit)
}

const lift = prepared((db) =>
  db
    .update(jobs)
    .set({ workerId: null })
    .where(eq(jobs.id, sql.placeholder('id'))),
)

async function scheduleRow(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  job: JobRow & SecondState,
  visit: Visit,
): Promise<JobRow> {
  const at = deps.clock.now()
  if (!mayBeScheduled(job.status))
    throw conflict(`This job is ${statusText(job.status)}, so its time can't be changed`)
  await assertUnchanged(tx, deps.settings, job, visit.revision)
  assertPriceDecided(job)
  const secondWorkerId = secondAfter(job, visit)
  for (const id of [visit.workerId, secondWorkerId]) if (id !== null) await requireActiveWorker(tx, id)
  const times = await visitTimes(tx, job, visit)
  const change = {
    status: 'scheduled' as const,
    workerId: visit.workerId,
    secondWorkerId,
    ...times,
    ...(visit.locked === undefined ? {} : { locked: visit.locked }),
    ...(isConfirmedBy(visit, deps.settings, job) ? confirmedAtLast(job, at) : {}),
  }
  const timeZone = await timeZoneOf(tx, deps.settings, job.franchiseId)
  if (isUnchanged(job, change)) return job
  // The days of two technicians rarely get better at the same time, so a visit of two stays.
  const mayMove = visit.isPlanned === true && secondWorkerId === null
  const told = mayMove ? await newlyTold(tx, deps, job, visit.start, timeZone) : null
  const movable = mayMove && (told !== null || promisedWindow(job, visit.start, timeZone) !== null)
  const kind = job.status === 'scheduled' ? 'rescheduled' : 'scheduled'
  await clearTodo(tx, at, 'job.moved', job.id)
  const aside = { movable, workerId: visit.workerId, ...told }
  const changed = await changeJob(tx, job, change, { kind, actor: visit.actor, at }, aside)
  // A message about an earlier change was taken back, so this one tells both.
  const before = changed.untold === null ? job : await toldBefore(tx, changed.job, changed.untold)
  if (visit.tellCustomer || changed.untold !== null)
    await tellOfVisit(tx, deps, before, changed, at + (visit.undoable ? undoMs : 0), visit.isPlanned)
  if (isToldSame(job, changed.job, timeZone)) {
    await keepReminders(tx, job, changed.job)
    await keepVisitConfirmed(tx, job, changed.job)
  }
  return changed.job
}

/** A person who schedules an online booking vouches for it. Dispatch doesn't, unless bookings keep their visits. */
const isConfirmedBy = (
  { isPlanned }: Visit,
  { publicAccess }: Pick<Deps['settings'], 'publicAccess'>,
  job: JobRow,
): boolean =>
  job.source === 'public' && job.confirmedAt === null && (isPlanned !== true || !publicAccess.release)

/** Queues the messages about a visit that was scheduled or changed, if there is anything new in it. */
export async function tellOfVisit(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  before: JobRow,
  { job, event }: Pick<Changed, 'job' | 'event'>,
  dueAt: number,
  isPlanned = false,
): Promise<void> {
  const at = clock.now()
  const timeZone = await timeZoneOf(tx, settings, job.franchiseId)
  const kept = isToldSame(before, job, timeZone)
  const isNews = !kept || isOtherTechnician(before, job, isPlanned)
  // Customers who know a name also hear the next one.
  const named = kept || (await isTechnicianFinal(tx, { clock, settings }, job)) ? job.workerId : null
  await keepNamed(tx, job, isNews ? named : before.namedWorkerId)
  if (!isAhead(job, at) || !isNews) return
  const workerName = await nameOfWorker(tx, named)
  const moved = before.scheduledStart !== null && !kept
  const formerWorkerName = kept ? await nameOfWorker(tx, before.namedWorkerId) : null
  const hoursFollow = await remindsOfHours(tx, { settings }, job, timeZone)
  const visitNow = { timeZone, workerName, moved, kept, formerWorkerName, hoursFollow }
  for (const message of scheduledMessages(settings, job, event, visitNow))
    // Our texts name no technician, so a plan that only changes the technician is no news to their readers.
    if (!isPlanned || !kept || message.channel === 'email') await queueMessage(tx, at, { ...message, dueAt })
}

/** A visit that has begun needs no message. */
const isAhead = ({ scheduledStart }: JobRow, now: number): boolean =>
  scheduledStart !== null && scheduledStart > now

/** Whether the customer was told the same time before and after: the window of a visit inside it, else its start. */
function isToldSame(before: JobRow, after: JobRow, timeZone: string): boolean {
  if (before.scheduledStart === null || after.scheduledStart === null) return false
  const [one, other] = [promisedTime(before, timeZone), promisedTime(after, timeZone)].map(
    (time) => time && (time.isWindow ? `${time.start}-${time.end}` : `${time.start}`),
  )
  return one === other
}

async function visitTimes(tx: Tx, job: JobRow, { start, end, bufferMinutes }: Visit) {
  const service = await serviceOf(tx, job.type)
  if (end !== undefined && end <= start) throw invalid('Validation failed', ['end: must be after start'])
  const length = end === undefined ? service && durationMs(service, job) : end - start
  if (!length) throw invalid('Validation failed', ['end: is required, because this service has no duration'])
  const buffer = (bufferMinutes ?? service?.bufferMinutes ?? 0) * minute
  if (length + buffer > 24 * 60 * minute)
    throw invalid('Validation failed', ['end: must be within 24 hours of the start'])
  if (start + length + buffer > lastMoment)
    throw invalid('Validation failed', ['start: must be before the year 10000'])
  return { scheduledStart: start, scheduledEnd: start + length, busyUntil: start + length + buffer }
}

const workerById = prepared((db) =>
  db
    .select({ active: workers.active })
    .from(workers)
    .where(eq(workers.id, sql.placeholder('id')))
    .limit(1),
)

async function requireActiveWorker(tx: Tx, id: string): Promise<void> {
  const worker = await workerById.get(tx, { id })
  if (!worker) throw missing('Technician')
  if (!worker.active) throw conflict('This technician is no longer active')
}

type Assignment = Pick<
  Visit,
  'workerId' | 'secondWorkerId' | 'revision' | 'actor' | 'tellCustomer' | 'undoable'
>

/** Assigns another worker at the same time. */
export async function assignJob(deps: Deps, id: string, assignment: Assignment): Promise<Job> {
  const assigned = await deps.store.write(async (tx) => {
    const { scheduledStart, scheduledEnd, busyUntil } = await requireJob(tx, id)
    if (scheduledStart === null || scheduledEnd === null || busyUntil === null)
      throw conflict('This job has no visit yet. Schedule it first.')
    return scheduleInUnit(tx, deps, id, {
      ...assignment,
      start: scheduledStart,
      end: scheduledEnd,
      bufferMinutes: (busyUntil - scheduledEnd) / minute,
    })
  })
  wakeSender(deps)
  return presentJob(assigned)
}

/** Refuses changes based on an outdated revision. Callers that send no revision accept the current one. */
export async function assertUnchanged(
  tx: Tx,
  settings: Deps['settings'],
  job: JobRow,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === job.revision || (await wasOtherwiseKept(tx, job, seen))) return
  throw conflict(`This job has changed in the meantime: ${await currentVisit(tx, settings, job)}`)
}

/** Geocoding a job and confirming its visit change its revision too, but nobody has to look again because of that. */
async function wasOtherwiseKept(tx: Tx, { id, revision }: JobRow, seen: number): Promise<boolean> {
  if (seen > revision) return false
  const since = await tx
    .select({ kind: jobEvents.kind, after: jobEvents.after })
    .from(jobEvents)
    .where(eq(jobEvents.jobId, id))
    .orderBy(desc(jobEvents.id))
    .limit(revision - seen)
  return since.every(
    ({ kind, after }) =>
      kind === 'visit_confirmed' ||
      ((kind === 'placed' || kind === 'not-placed') && !('franchiseId' in after)),
  )
}

async function currentVisit(tx: Tx, settings: Deps['settings'], job: JobRow): Promise<string> {
  if (job.scheduledStart === null) return 'it is waiting to be scheduled'
  const zone = await timeZoneOf(tx, settings, job.franchiseId)
  const when = `${dayOf(job.scheduledStart, zone)} at ${timeOf(job.scheduledStart, zone)}`
  if (job.workerId === null) return `it is on ${when}, without a technician`
  const [worker] = await tx
    .select({ name: workers.name })
    .from(workers)
    .where(eq(workers.id, job.workerId))
    .limit(1)
  return `${worker?.name ?? 'Someone else'} has it on ${when}`
}
