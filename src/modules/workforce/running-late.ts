import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import { jobs, outbox } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { dayBounds, localDateAt } from '../../lib/calendar'
import { hour, isoTime, minute } from '../../lib/clock'
import { conflict, missing, Refusal } from '../../lib/errors'
import { planned } from '../../lib/job-states'
import { timeZoneOf } from '../franchises'
import { moveInUnit, requireJob, type JobRow } from '../jobs'
import { renderRow, wakeSender, type OutboxRow } from '../messages'
import { driveMinutes, whereNow } from './drive'
import { requireWorker } from './find'
import { readShifts } from './hours'
import { likelyEnd } from './visit-end'
import type { LateNews, LateTold, LateVisit } from './work-model'

/** Nobody minds these minutes. */
const slack = 10 * minute
const roundedTo = 5 * minute
/** A visit that is later than this is the office's to move. */
const mostLate = 8 * hour

/** The visits that a technician won't make in time, with the time they can, and the messages about it. */
export async function previewLate(deps: Deps, workerId: string, actor: Actor): Promise<LateNews> {
  const { movable, forOffice, hoursEnd } = await lateVisits(deps, workerId)
  const messages = await lookAt(deps, workerId, movable.map(moveOf), actor)
  // For example, a second technician has another visit at that time.
  if (messages === null) return { visits: [], forOffice: [...movable, ...forOffice].map(presentLate) }
  const visits = movable.map(async (late) => {
    const own = messages.filter(({ jobId }) => jobId === late.job.id)
    const end = late.start + lengthOf(late.job)
    const endsAfterHours = hoursEnd !== null && end > hoursEnd ? isoTime(end) : null
    return {
      ...presentLate(late),
      revision: late.job.revision,
      endsAfterHours,
      ...(await wordsOf(deps, own)),
    }
  })
  return { visits: await Promise.all(visits), forOffice: forOffice.map(presentLate) }
}

const moveOf = ({ job, start }: Late): LateVisit => ({
  jobId: job.id,
  revision: job.revision,
  start: isoTime(start),
})

const presentLate = ({ job, start }: Late) => ({
  jobId: job.id,
  customerName: job.customerName,
  plannedStart: isoTime(job.scheduledStart ?? start),
  start: isoTime(start),
})

/**
 * The text message, or the subject of the email. Without links, which are the customer's own and would open their
 * booking.
 */
async function wordsOf(
  deps: Deps,
  messages: readonly OutboxRow[],
): Promise<Pick<LateNews['visits'][number], 'message' | 'by'>> {
  const row = messages.find(({ channel }) => channel === 'sms') ?? messages[0]
  const rendered = row && (await renderRow(deps, row))?.rendered
  if (!rendered) return { message: null, by: null }
  const message = (rendered.subject ?? rendered.text).replaceAll(/https?:\/\/\S+/g, '…')
  return { message, by: row.channel }
}

/** Moves the visits to the times that the technician saw, and tells their customers. */
export async function tellOfLate(
  deps: Deps,
  workerId: string,
  visits: readonly LateVisit[],
  actor: Actor,
): Promise<LateTold> {
  const told = await deps.store.write((tx) => moveLate(tx, deps, workerId, visits, actor))
  wakeSender(deps)
  return { moved: visits.length, told: new Set(told.map(({ jobId }) => jobId)).size }
}

/** Undoes the unit that only shows what would happen. */
class OnlyLooking extends Error {
  constructor(readonly messages: OutboxRow[]) {
    super('Nothing changes')
  }
}

/** The messages that moving the visits would send; null if they can't move. The unit is undone, so nothing happens. */
async function lookAt(
  deps: Deps,
  workerId: string,
  visits: readonly LateVisit[],
  actor: Actor,
): Promise<OutboxRow[] | null> {
  if (visits.length === 0) return []
  try {
    return await deps.store.write(async (tx) => {
      throw new OnlyLooking(await moveLate(tx, deps, workerId, visits, actor))
    })
  } catch (error) {
    if (error instanceof OnlyLooking) return error.messages
    if (error instanceof Refusal && error.reason === 'conflict') return null
    throw error
  }
}

/** Returns the messages about it. */
async function moveLate(
  tx: Tx,
  deps: Deps,
  workerId: string,
  visits: readonly LateVisit[],
  actor: Actor,
): Promise<OutboxRow[]> {
  const now = deps.clock.now()
  const moves = []
  for (const { jobId, revision, start } of visits) {
    const job = await requireJob(tx, jobId)
    if (job.workerId !== workerId) throw missing('Job')
    const { scheduledStart, scheduledEnd, busyUntil } = job
    if (job.status !== 'scheduled' || scheduledStart === null || scheduledEnd === null || busyUntil === null)
      throw conflict(`The visit to ${job.customerName} has changed. Look at your list again.`)
    const at = Date.parse(start)
    if (at < scheduledStart || at > now + mostLate)
      throw conflict('A late visit can only be moved to a later time within 8 hours')
    const visit = {
      workerId,
      start: at,
      end: at + (scheduledEnd - scheduledStart),
      bufferMinutes: (busyUntil - scheduledEnd) / minute,
      revision,
      actor,
      tellCustomer: true,
    }
    moves.push({ id: jobId, visit })
  }
  await moveInUnit(tx, deps, moves)
  const ids = visits.map(({ jobId }) => jobId)
  return tx
    .select()
    .from(outbox)
    .where(and(inArray(outbox.jobId, ids), eq(outbox.createdAt, now), eq(outbox.template, 'scheduled')))
}

interface Late {
  job: JobRow
  start: number
}

interface LateDay {
  movable: Late[]
  forOffice: Late[]
  /** When the technician's last shift of the day ends; null on a day without one. */
  hoursEnd: number | null
}

/**
 * The rest of today's visits from the first one that begins late, each after the one before it: those the technician
 * can move, and those that only the office can.
 */
async function lateVisits(deps: Deps, workerId: string): Promise<LateDay> {
  const { visits, until, hoursEnd } = await todaysVisits(deps, workerId)
  const now = deps.clock.now()
  const current = visits.find(({ status }) => status !== 'scheduled')
  let place = current?.status === 'in_progress' ? placeOf(current) : await whereNow(deps, workerId)
  let free = now
  if (current) {
    const arrival = now + ((await driveMinutes(deps, place, current)) ?? 0) * minute
    const begun = current.status === 'in_progress' ? (current.startedAt ?? now) : arrival
    free = await likelyEnd(deps, current, begun)
    place = placeOf(current) ?? place
  }
  const ahead = visits.filter(({ status }) => status === 'scheduled')
  const late: Late[] = []
  for (const job of ahead) {
    const arrival = free + ((await driveMinutes(deps, place, job)) ?? 0) * minute
    const planned = job.scheduledStart ?? 0
    if (arrival <= planned + (late.length === 0 ? slack : 0)) break
    const start = Math.ceil(arrival / roundedTo) * roundedTo
    late.push({ job, start })
    free = start + busyFor(job)
    place = placeOf(job) ?? place
  }
  const movable = late.filter(({ start }) => start < until && start <= now + mostLate)
  // A visit that stays may be in the way of an earlier one, which then stays too.
  while (movable.some((visit) => isInTheWay(ahead.slice(movable.length), visit))) movable.pop()
  return { movable, forOffice: late.slice(movable.length), hoursEnd }
}

/** Whether one of the visits that stay would be at the same time as a visit that moves. */
function isInTheWay(staying: readonly JobRow[], { job, start }: Late): boolean {
  const end = start + busyFor(job)
  return staying.some((other) => (other.scheduledStart ?? 0) < end && (other.busyUntil ?? 0) > start)
}

const placeOf = ({ lat, lng }: JobRow) => (lat === null || lng === null ? null : { lat, lng })
const lengthOf = ({ scheduledStart, scheduledEnd }: JobRow): number =>
  (scheduledEnd ?? 0) - (scheduledStart ?? 0)
const busyFor = ({ scheduledStart, busyUntil }: JobRow): number => (busyUntil ?? 0) - (scheduledStart ?? 0)

async function todaysVisits({ store, clock, settings }: Deps, workerId: string) {
  const worker = await requireWorker(store.read, workerId)
  const timeZone = await timeZoneOf(store.read, settings, worker.franchiseId)
  const today = localDateAt(clock.now(), timeZone)
  const { from, to } = dayBounds(today, timeZone)
  const visits = await store.read
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, workerId),
        gte(jobs.scheduledStart, from),
        lt(jobs.scheduledStart, to),
        inArray(jobs.status, [...planned]),
      ),
    )
    .orderBy(asc(jobs.scheduledStart))
  return { visits, until: to, hoursEnd: await hoursEndOn(store.read, workerId, today, timeZone) }
}

async function hoursEndOn(db: Db, workerId: string, date: string, timeZone: string): Promise<number | null> {
  const day = Temporal.PlainDate.from(date)
  const ends = (await readShifts(db, workerId))
    .filter(({ weekday }) => weekday === day.dayOfWeek)
    .map(({ end }) => end)
  const last = ends.toSorted().at(-1)
  if (last === undefined) return null
  // A shift may end at 24:00, which is the start of the next day.
  if (last === '24:00') return dayBounds(date, timeZone).to
  return day.toZonedDateTime({ timeZone, plainTime: last }).epochMilliseconds
}
