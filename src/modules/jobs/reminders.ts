import { and, asc, gt, lte, sql } from 'drizzle-orm'
import { jobEvents, jobs, outbox } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { letRequestsPass, restAfter } from '../../lib/background'
import { zonedAt } from '../../lib/calendar'
import { day, hour } from '../../lib/clock'
import { timeZoneOf } from '../franchises'
import { queueMessage, wakeSender } from '../messages'
import { reminderMessages } from './messages'
import { workerName } from './move'
import { findJob, type JobRow } from './rows'

/** A visit is reminded of from a day before it until it is too late to change anything. */
const [earliest, latest] = [day, 2 * hour]
/** Customers who just got this time in another message need no reminder yet. */
const afterNews = 4 * hour
/** Reminders go out between these hours of the franchise's day. */
const [fromHour, toHour] = [8, 21]

const batchSize = 100

/** Reminds customers of their visits. Does nothing for visits whose reminder is in the outbox already. */
export function remindSoon(deps: Deps): void {
  deps.background.runSingle('reminders', async () => {
    await letRequestsPass()
    await remindOfVisits(deps)
  })
}

/** Gives how many reminders were queued. */
export async function remindOfVisits(deps: Deps): Promise<number> {
  let count = 0
  for (let reached = { start: 0, seq: 0 }; !deps.background.stopping;) {
    const startedAt = performance.now()
    const due = await visitsToRemind(deps.store.read, deps.clock.now(), reached)
    const last = due.at(-1)
    if (!last) break
    count += await deps.store.write((tx) => remind(tx, deps, due))
    reached = { start: last.start ?? 0, seq: last.seq }
    await restAfter(startedAt)
  }
  if (count > 0) wakeSender(deps)
  return count
}

interface Due {
  id: string
  seq: number
  start: number | null
}

/** Page by page along the index of starts, without those that were reminded of this very time. */
function visitsToRemind(db: Db, now: number, reached: { start: number; seq: number }): Promise<Due[]> {
  const about = (channel: string) =>
    sql`'job:' || ${jobs.id} || ':reminder:' || ${jobs.scheduledStart} || ${`:${channel}`}`
  return db
    .select({ id: jobs.id, seq: jobs.seq, start: jobs.scheduledStart })
    .from(jobs)
    .where(
      and(
        gt(jobs.scheduledStart, now + latest),
        lte(jobs.scheduledStart, now + earliest),
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
async function remind(tx: Tx, deps: Deps, due: Due[]): Promise<number> {
  const now = deps.clock.now()
  let count = 0
  for (const { id, start } of due) {
    const job = await findJob(tx, id)
    if (job?.status !== 'scheduled' || job.scheduledStart !== start) continue
    count += await remindOf(tx, deps, job, now)
  }
  return count
}

async function remindOf(tx: Tx, deps: Deps, job: JobRow, now: number): Promise<number> {
  const timeZone = await timeZoneOf(tx, deps.settings, job.franchiseId)
  const { hour: local } = zonedAt(now, timeZone)
  if (local < fromHour || local >= toHour) return 0
  const messages = reminderMessages(job, { timeZone, workerName: await workerName(tx, job.workerId) })
  for (const message of messages) await queueMessage(tx, now, message)
  return messages.length
}
