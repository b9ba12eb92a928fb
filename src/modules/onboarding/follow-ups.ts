import { and, asc, between, gt, isNotNull, sql } from 'drizzle-orm'
import { jobs, outbox } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { day } from '../../lib/clock'
import { addressKey, optedOut } from '../messages/opt-outs'
import type { Due } from './franchises'

const after = 2 * day
/** A question about work done weeks ago would only puzzle people. */
const until = 14 * day
/** Visits are found by their start, for which there is an index; few are completed a month late. */
const longestVisit = 30 * day
const pageSize = 500

const aboutFollowUp = (id: unknown) => sql<string>`'job:' || ${id} || ':follow-up:email'`

/** Customers whose job was completed two days ago, page by page, without those who were asked before. */
export async function* followUpMessages(db: Db, now: number): AsyncGenerator<Due[]> {
  for (let reached = { start: 0, seq: 0 }; ;) {
    const rows = await completedJobs(db, now, reached)
    const last = rows.at(-1)
    if (!last) return
    const out = await optedOut(
      db,
      'email',
      rows.map(({ email }) => email!),
      true,
    )
    yield rows.filter(({ email }) => !out.has(addressKey('email', email!))).map(followUp)
    reached = { start: last.start!, seq: last.seq }
  }
}

type Completed = Awaited<ReturnType<typeof completedJobs>>[number]

function followUp({ id, about, name, email, type, franchiseId }: Completed): Due {
  return {
    type: 'customer-follow-up',
    message: {
      about,
      channel: 'email',
      template: 'follow-up',
      recipient: email!,
      data: { name, type, jobId: id },
      franchiseId,
      jobId: id,
      bulk: true,
    },
  }
}

function completedJobs(db: Db, now: number, reached: { start: number; seq: number }) {
  return db
    .select({
      id: jobs.id,
      seq: jobs.seq,
      start: jobs.scheduledStart,
      about: aboutFollowUp(jobs.id),
      name: jobs.customerName,
      email: jobs.customerEmail,
      type: jobs.type,
      franchiseId: jobs.franchiseId,
    })
    .from(jobs)
    .where(
      and(
        gt(jobs.scheduledStart, now - until - longestVisit),
        sql`(${jobs.scheduledStart}, ${jobs.seq}) > (${reached.start}, ${reached.seq})`,
        // The plus keeps SQLite from walking all completed jobs there ever were.
        sql`+${jobs.status} = 'completed'`,
        between(jobs.completedAt, now - until, now - after),
        isNotNull(jobs.customerEmail),
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.about} = ${aboutFollowUp(jobs.id)})`,
      ),
    )
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
    .limit(pageSize)
}
