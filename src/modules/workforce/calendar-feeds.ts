import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { calendarFeeds, franchises, workers } from '../../../db/schema'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isFeedOf } from '../../http/scope'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { keyedHash } from '../../lib/secret'
import { requireFranchise } from '../franchises'
import { recordActivity } from '../office'
import type { CalendarFeed, CreatedFeed, FeedQuery, FeedSubject } from './calendar-model'
import { requireWorker } from './find'

type Row = typeof calendarFeeds.$inferSelect

/** Creates a secret calendar link, which replaces the one before. Only this answer contains it. */
export async function createFeed(deps: Deps, subject: FeedSubject, actor: string): Promise<CreatedFeed> {
  const { store, clock, config } = deps
  const now = clock.now()
  const token = randomBytes(24).toString('base64url')
  const { workerId = null, franchiseId = null } = subject
  const about = { workerId, franchiseId, createdBy: actor, createdAt: now, revokedAt: null }
  const row: Row = { id: newId(), tokenHash: feedHash(deps, token), ...about }
  const name = await store.write(async (tx) => {
    const found = await nameOf(tx, subject)
    await revokeFeedOf(tx, subject, now)
    await tx.insert(calendarFeeds).values(row)
    const summary = `Created a calendar link for ${found}`
    await recordActivity(tx, now, { type: 'calendar.created', actor, summary })
    return found
  })
  return { ...presentFeed(row, name), url: `${config.publicUrl}/calendar/${token}.ics` }
}

export const feedHash = ({ secrets }: Pick<Deps, 'secrets'>, token: string): string =>
  keyedHash(secrets.linkSecret, 'calendar', token)

async function nameOf(tx: Tx, { workerId, franchiseId }: FeedSubject): Promise<string> {
  if (workerId === undefined) return (await requireFranchise(tx, franchiseId)).name
  const { name, active } = await requireWorker(tx, workerId)
  if (!active) throw conflict('This technician is no longer active')
  return name
}

const isOf = ({ workerId, franchiseId }: FeedSubject) =>
  workerId === undefined ? eq(calendarFeeds.franchiseId, franchiseId) : eq(calendarFeeds.workerId, workerId)

/** Revokes the working link of a worker or franchise, if there is one. */
export async function revokeFeedOf(tx: Tx, subject: FeedSubject, now: number): Promise<boolean> {
  const revoked = await tx
    .update(calendarFeeds)
    .set({ revokedAt: now })
    .where(and(isOf(subject), isNull(calendarFeeds.revokedAt)))
    .returning({ id: calendarFeeds.id })
  return revoked.length > 0
}

/** Revoking a link again changes nothing. */
export async function revokeFeed({ store, clock }: Deps, id: string, actor: string): Promise<CalendarFeed> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [found] = await named(tx).where(eq(calendarFeeds.id, id)).limit(1)
    if (!found) throw missing('Calendar link')
    const { row, name } = found
    if (row.revokedAt !== null) return presentFeed(row, name)
    await tx.update(calendarFeeds).set({ revokedAt: now }).where(eq(calendarFeeds.id, id))
    const summary = `Revoked the calendar link of ${name}`
    await recordActivity(tx, now, { type: 'calendar.revoked', actor, summary })
    return presentFeed({ ...row, revokedAt: now }, name)
  })
}

/** The technician's own working link, without its secret. */
export async function ownFeed({ store }: Deps, workerId: string): Promise<CalendarFeed | null> {
  const [found] = await named(store.read)
    .where(and(isOf({ workerId }), isNull(calendarFeeds.revokedAt)))
    .limit(1)
  return found ? presentFeed(found.row, found.name) : null
}

export async function revokeOwnFeed(
  deps: Deps,
  workerId: string,
  actor: string,
): Promise<CalendarFeed | null> {
  const own = await ownFeed(deps, workerId)
  return own && revokeFeed(deps, own.id, actor)
}

/** Working links only, newest first. */
export function listFeeds(
  { store }: Deps,
  { workerId, franchiseId }: FeedQuery,
): Listing<{ row: Row; name: string }, CalendarFeed> {
  const { id, revokedAt } = calendarFeeds
  return {
    kinds: ['string'],
    position: ({ row }) => [row.id],
    present: ({ row, name }) => presentFeed(row, name),
    rows: (limit, after) =>
      named(store.read)
        .where(
          and(
            isNull(revokedAt),
            workerId === undefined ? undefined : eq(calendarFeeds.workerId, workerId),
            franchiseId === undefined ? undefined : isFeedOf(franchiseId),
            after ? lt(id, String(after[0])) : undefined,
          ),
        )
        .orderBy(desc(id))
        .limit(limit),
  }
}

const named = (db: Db) =>
  db
    .select({ row: calendarFeeds, name: sql<string>`coalesce(${workers.name}, ${franchises.name})` })
    .from(calendarFeeds)
    .leftJoin(workers, eq(workers.id, calendarFeeds.workerId))
    .leftJoin(franchises, eq(franchises.id, calendarFeeds.franchiseId))

function presentFeed(row: Row, name: string): CalendarFeed {
  const { id, workerId, franchiseId, createdBy, createdAt, revokedAt } = row
  return {
    id,
    workerId,
    franchiseId,
    name,
    createdBy,
    createdAt: isoTime(createdAt),
    revokedAt: isoTimeOrNull(revokedAt),
  }
}
