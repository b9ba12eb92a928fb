import { and, asc, between, eq, gt, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { franchises, jobs, outbox } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { localDateAt, zonedAt } from '../../lib/calendar'
import { day } from '../../lib/clock'
import { addressKey, optedOut } from '../customers'
import type { OnboardingType } from './model'
import type { Message } from './queue'

/** Franchises that joined long before the first run aren't welcomed anymore. */
const newFor = 30 * day
const setupAfter = 2 * day
const firstJobAfter = 5 * day

export interface Due {
  type: OnboardingType
  message: Message
}

/** The guides that new franchises get today. A guide whose goal is met isn't sent. */
export async function franchiseMessages(db: Db, now: number): Promise<Due[]> {
  const fresh = await db
    .select()
    .from(franchises)
    .where(
      and(eq(franchises.active, true), isNotNull(franchises.email), gt(franchises.createdAt, now - newFor)),
    )
  const busy = await withJobs(
    db,
    fresh.map(({ id }) => id),
  )
  return fresh.flatMap((franchise) => {
    const { email } = franchise
    if (email === null) return []
    const age = now - franchise.createdAt
    const letter = (type: OnboardingType, template: string): Due => ({
      type,
      message: {
        about: `franchise:${franchise.id}:${template}:email`,
        channel: 'email',
        template,
        recipient: email,
        data: { name: franchise.contactName, franchise: franchise.name },
      },
    })
    const connected = franchise.accountId !== null && franchise.detailsSubmitted && franchise.chargesEnabled
    return [
      letter('franchise-welcome', 'onboarding-welcome'),
      ...(age >= setupAfter && !connected ? [letter('setup-guide', 'onboarding-setup')] : []),
      ...(age >= firstJobAfter && !busy.has(franchise.id)
        ? [letter('first-job-guide', 'onboarding-first-job')]
        : []),
    ]
  })
}

async function withJobs(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: franchises.id })
    .from(franchises)
    .where(
      and(
        inArray(franchises.id, ids),
        sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.franchiseId} = ${franchises.id})`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Customers read it the morning after the visit, at their own clock. */
const morningHour = 9
/** A question about work done weeks ago would confuse people. */
const until = 14 * day
/** Visits are found by their start, which has an index; few are completed a month late. */
const longestVisit = 30 * day
/** Nobody wants to be asked after each weekly visit. */
const askedAgainAfter = 60 * day
const pageSize = 500

const aboutFollowUp = (id: unknown) => sql<string>`'job:' || ${id} || ':follow-up:email'`

/** Customers whose job was completed before today, page by page, except those we asked in the last two months. */
export async function* followUpMessages(db: Db, now: number, usualZone: string): AsyncGenerator<Due[]> {
  const asked = new Set<string>()
  for (let reached = { start: 0, seq: 0 }; ;) {
    const rows = await completedJobs(db, now, reached)
    const last = rows.at(-1)
    if (!last || last.start === null) return
    const emails = rows.flatMap(({ email }) => email ?? [])
    const out = await optedOut(db, 'email', emails, true)
    yield rows.flatMap(({ email, completedAt, timeZone, ...job }) => {
      const zone = timeZone ?? usualZone
      const isToday = completedAt === null || localDateAt(completedAt, zone) >= localDateAt(now, zone)
      const key = email === null ? '' : addressKey('email', email)
      if (email === null || isToday || out.has(key) || asked.has(key)) return []
      asked.add(key)
      return [followUp(job, { email, dueAt: morningOf(now, zone) })]
    })
    reached = { start: last.start, seq: last.seq }
  }
}

type Completed = Awaited<ReturnType<typeof completedJobs>>[number]

/** This morning, or now if it is over. */
const morningOf = (now: number, timeZone: string): number =>
  Math.max(now, zonedAt(now, timeZone).startOfDay().with({ hour: morningHour }).epochMilliseconds)

function followUp(
  { id, about, name, type, franchiseId }: Omit<Completed, 'email' | 'completedAt' | 'timeZone'>,
  { email, dueAt }: { email: string; dueAt: number },
): Due {
  return {
    type: 'customer-follow-up',
    message: {
      about,
      channel: 'email',
      template: 'follow-up',
      recipient: email,
      data: { name, type },
      franchiseId,
      jobId: id,
      dueAt,
      bulk: true,
    },
  }
}

function completedJobs(db: Db, now: number, reached: { start: number; seq: number }) {
  const other = alias(jobs, 'other')
  const askedLately = db
    .select({ id: other.id })
    .from(other)
    .innerJoin(outbox, eq(outbox.about, aboutFollowUp(other.id)))
    .where(
      and(
        eq(other.customerId, jobs.customerId),
        eq(other.customerEmail, jobs.customerEmail),
        gt(outbox.createdAt, now - askedAgainAfter),
      ),
    )
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
      completedAt: jobs.completedAt,
      timeZone: franchises.timeZone,
    })
    .from(jobs)
    .leftJoin(franchises, eq(franchises.id, jobs.franchiseId))
    .where(
      and(
        gt(jobs.scheduledStart, now - until - longestVisit),
        sql`(${jobs.scheduledStart}, ${jobs.seq}) > (${reached.start}, ${reached.seq})`,
        // The plus keeps SQLite from scanning every completed job.
        sql`+${jobs.status} = 'completed'`,
        between(jobs.completedAt, now - until, now),
        isNotNull(jobs.customerEmail),
        // Imported history, which nobody has touched since: the work was done before we came.
        sql`NOT (${jobs.source} = 'import' AND ${jobs.revision} = 1)`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.about} = ${aboutFollowUp(jobs.id)})`,
        notExists(askedLately),
      ),
    )
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))
    .limit(pageSize)
}
