import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { jobEvents, jobs, outbox } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { dayBounds, localDateAt, zonedAt } from '../../lib/calendar'
import { day, hour } from '../../lib/clock'
import { timeZoneOf } from '../franchises'
import { queueMessage, renameMessages, wakeSender } from '../messages'
import { reminderMessages } from './messages'
import { findJob, type JobRow } from './rows'
import { keepNamed, technicianName } from './technician-name'
import { longTold } from './told-window'
import { visitConfirmedAt } from './visit-confirmed'

/** Past this time before a visit it is too late to change anything. Half of the lead where that is shorter. */
const latest = 2 * hour
/** Customers who just got this time in another message need no reminder yet. */
const afterNews = 4 * hour
/** Reminders go out between these hours of the franchise's day. */
const [fromHour, toHour] = [8, 21]

const batchSize = 100

/** Reminds customers of their visits. Does nothing for visits whose reminder is in the outbox already. */
export function remindSoon(deps: Deps): void {
  deps.background.runSingle('reminders', async () => {
    await deps.background.letRequestsPass()
    await remindOfVisits(deps)
  })
}

/** Gives how many reminders were queued. */
export async function remindOfVisits(deps: Deps): Promise<number> {
  const { reminder, reminderHours } = deps.settings.notifications
  if (reminder === 'none') return 0
  let count = 0
  for (const lead of leadsOf(reminderHours)) count += await remindWithin(deps, lead)
  if (count > 0) wakeSender(deps)
  return count
}

/** One of the reminders of a visit: from `earliest` before it until `latest` before it. */
interface Lead {
  earliest: number
  latest: number
  /** The identity of the reminder is this with the visit's time. */
  suffix: string
}

/** A lead ends where the next one begins, so that a visit on short notice gets one reminder and not all of them. */
export function leadsOf(reminderHours: number[]): Lead[] {
  const hours = reminderHours.toSorted((one, other) => other - one)
  return hours.map((lead, at) => ({
    earliest: lead * hour,
    latest: (hours[at + 1] ?? Math.min(latest / hour, lead / 2)) * hour,
    // The reminder of a day before had no name while it was the only one.
    suffix: lead === 24 ? '' : `:${lead}h`,
  }))
}

async function remindWithin(deps: Deps, lead: Lead): Promise<number> {
  let count = 0
  for (let reached = { start: 0, seq: 0 }; !deps.background.stopping;) {
    const startedAt = performance.now()
    const due = await visitsToRemind(deps.store.read, deps.clock.now(), lead, reached)
    const last = due.at(-1)
    if (!last) break
    count += await deps.store.write((tx) => remind(tx, deps, lead, due))
    reached = { start: last.start ?? 0, seq: last.seq }
    await deps.background.restAfter(startedAt)
  }
  return count
}

interface Due {
  id: string
  seq: number
  start: number | null
}

/** Page by page along the index of starts, without those that were reminded of this very time. */
function visitsToRemind(
  db: Db,
  now: number,
  lead: Lead,
  reached: { start: number; seq: number },
): Promise<Due[]> {
  const about = (channel: string) =>
    sql`'job:' || ${jobs.id} || ':reminder:' || ${jobs.scheduledStart} || ${`${lead.suffix}:${channel}`}`
  return db
    .select({ id: jobs.id, seq: jobs.seq, start: jobs.scheduledStart })
    .from(jobs)
    .where(
      and(
        gt(jobs.scheduledStart, now + lead.latest),
        lte(jobs.scheduledStart, now + lead.earliest),
        sql`(${jobs.scheduledStart}, ${jobs.seq}) > (${reached.start}, ${reached.seq})`,
        // The plus keeps SQLite from walking every scheduled job instead of the few of the next day.
        sql`+${jobs.status} = 'scheduled'`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.about} IN (${about('email')}, ${about('sms')}))`,
        sql`NOT EXISTS (SELECT 1 FROM ${jobEvents} WHERE ${jobEvents.jobId} = ${jobs.id}
          AND ${jobEvents.at} > ${now - afterNews} AND ${jobEvents.after} ->> 'scheduledStart' IS NOT NULL)`,
      ),
    )
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
    .limit(batchSize)
}

/** In one unit with a fresh look at each job: one that was canceled or moved a moment ago is left alone. */
async function remind(tx: Tx, deps: Deps, lead: Lead, due: Due[]): Promise<number> {
  let count = 0
  for (const { id, start } of due) {
    const job = await findJob(tx, id)
    if (job?.status !== 'scheduled' || job.scheduledStart !== start) continue
    count += await remindOf(tx, deps, lead, job)
  }
  return count
}

/** A visit that moved inside its arrival window needs no second reminder of the same window. */
export async function keepReminders(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  if (before.scheduledStart === after.scheduledStart) return
  const about = ({ id, scheduledStart }: JobRow) => `job:${id}:reminder:${scheduledStart}`
  await renameMessages(tx, before.id, about(before), about(after))
}

async function remindOf(tx: Tx, deps: Deps, lead: Lead, planned: JobRow): Promise<number> {
  const now = deps.clock.now()
  const timeZone = await timeZoneOf(tx, deps.settings, planned.franchiseId)
  const { hour: local } = zonedAt(now, timeZone)
  if (local < fromHour || local >= toHour) return 0
  const job = await withHours(tx, deps, lead, planned, timeZone)
  if (job === null) return 0
  const confirmed = (await visitConfirmedAt(tx, job)) !== null
  const workerName = await technicianName(tx, deps, job)
  if (workerName !== null) await keepNamed(tx, job, job.workerId)
  const visit = { timeZone, workerName, confirmed }
  const about = `reminder:${job.scheduledStart}${lead.suffix}`
  const messages = reminderMessages(deps.settings, job, about, visit)
  for (const message of messages) await queueMessage(tx, now, message)
  return messages.length
}

/** Whether a reminder will tell the customer the hours of a visit, on the day before it at the latest. */
export async function remindsOfHours(
  tx: Tx,
  { settings }: Pick<Deps, 'settings'>,
  job: JobRow,
  timeZone: string,
): Promise<boolean> {
  const { scheduledStart: start } = job
  const long = await longTold(tx, { settings }, job, timeZone)
  const visit = { timeZone, workerName: null, confirmed: false }
  if (long === null || start === null || reminderMessages(settings, job, '', visit).length === 0) return false
  const lastHour = dayBounds(localDateAt(start, timeZone), timeZone).from - (24 - toHour) * hour
  return leadsOf(settings.notifications.reminderHours).some(
    (lead) => waitsForHours(lead) && Math.max(long.from, start - lead.earliest) < lastHour,
  )
}

/** Reminders of two days before and more are too early for the hours. */
const waitsForHours = ({ earliest }: Lead): boolean => earliest < 2 * day

/** Customers who know a part of the day hear the hours with the reminder, which waits for that if it can: null. */
async function withHours(
  tx: Tx,
  deps: Deps,
  lead: Lead,
  job: JobRow,
  timeZone: string,
): Promise<JobRow | null> {
  const long = await longTold(tx, deps, job, timeZone)
  if (long === null || job.scheduledStart === null) return job
  const canWait = waitsForHours(lead) && long.from < job.scheduledStart - lead.latest
  if (deps.clock.now() < long.from) return canWait ? null : job
  await tx.update(jobs).set(long.hours).where(eq(jobs.id, job.id))
  return { ...job, ...long.hours }
}
