import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { calendarFeeds, franchises, jobs, workers } from '../../../db/schema'
import { prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import { isKnownTag } from '../../http/etag'
import { day } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { calendarFeed, type FeedEvent } from '../../lib/ics'
import { referenceOf } from '../../lib/reference'
import { firstName } from '../../words/formats'
import { spokenLanguage } from '../../words/language'
import { workWords, type WorkWords } from '../../words/work'
import { isMadeByWithin } from '../jobs'
import { feedHash } from './calendar-feeds'

const [daysBack, daysAhead] = [30, 180]
/** More visits than this would keep everyone else waiting; the furthest ahead are few, so the oldest go. */
const mostVisits = 2_000

const findFeed = prepared((db) =>
  db
    .select({
      workerId: calendarFeeds.workerId,
      franchiseId: calendarFeeds.franchiseId,
      worker: workers.name,
      isWorking: workers.active,
      language: workers.language,
      franchise: franchises.name,
    })
    .from(calendarFeeds)
    .leftJoin(workers, eq(workers.id, calendarFeeds.workerId))
    .leftJoin(franchises, eq(franchises.id, calendarFeeds.franchiseId))
    .where(and(eq(calendarFeeds.tokenHash, sql.placeholder('hash')), isNull(calendarFeeds.revokedAt)))
    .limit(1),
)

type Feed = NonNullable<Awaited<ReturnType<typeof findFeed.get>>>

/** The visits behind a secret link. Unknown, mistyped and revoked links get the same answer. */
export async function calendarAnswer(deps: Deps, file: string, request: Request): Promise<Response> {
  const token = /^([\w-]{32})\.ics$/.exec(file)?.[1]
  const feed = token && (await findFeed.get(deps.store.read, { hash: feedHash(deps, token) }))
  if (!feed || feed.isWorking === false) throw missing('Calendar')
  const text = await calendarText(deps, feed)
  const etag = `"${Bun.hash(text).toString(36)}"`
  const headers = { etag, 'cache-control': 'private, max-age=300' }
  if (isKnownTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, {
    headers: {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="visits.ics"',
    },
  })
}

async function calendarText(deps: Deps, feed: Feed): Promise<string> {
  const language = spokenLanguage(feed.language ?? 'en', deps.settings.languages.offered)
  const words = workWords(language).calendar
  const rows = await visitsOf(deps, feed)
  const crew = await crewOf(deps, rows)
  const { hostname } = new URL(deps.config.publicUrl)
  const events = rows.map((row) => eventOf(row, words, othersOn(row, feed, crew, words), hostname))
  return calendarFeed(words.name(feed.worker ?? feed.franchise ?? ''), language, events)
}

const shown = {
  id: jobs.id,
  reference: jobs.reference,
  status: jobs.status,
  type: jobs.type,
  customerName: jobs.customerName,
  address: jobs.address,
  workerId: jobs.workerId,
  secondWorkerId: sql<string | null>`(SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id)`,
  scheduledStart: jobs.scheduledStart,
  scheduledEnd: jobs.scheduledEnd,
  revision: jobs.revision,
  updatedAt: jobs.updatedAt,
}
type Visit = Awaited<ReturnType<typeof visitsOf>>[number]

function visitsOf({ store, clock }: Deps, { workerId, franchiseId }: Feed) {
  const now = clock.now()
  const span = { from: now - daysBack * day, before: now + daysAhead * day }
  const isOwn = workerId === null ? eq(jobs.franchiseId, franchiseId ?? '') : isMadeByWithin(workerId, span)
  return store.read
    .select(shown)
    .from(jobs)
    .where(and(isOwn, gte(jobs.scheduledStart, span.from), lt(jobs.scheduledStart, span.before)))
    .orderBy(desc(jobs.scheduledStart))
    .limit(mostVisits)
}

/** Everyone on a visit, apart from the technician whose calendar it is. */
function othersOn(
  { workerId, secondWorkerId }: Visit,
  feed: Feed,
  crew: ReadonlyMap<string, string>,
  words: WorkWords['calendar'],
): string[] {
  const others = [workerId, secondWorkerId].filter((id) => id !== null && id !== feed.workerId)
  const names = others.flatMap((id) => crew.get(id ?? '') ?? []).join(', ')
  if (names === '') return []
  return [feed.workerId === null ? words.technician(names) : words.with(names)]
}

async function crewOf({ store }: Deps, rows: Visit[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => [row.workerId ?? [], row.secondWorkerId ?? []].flat()))]
  const named = await store.read
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(inArray(workers.id, ids))
  return new Map(named.map(({ id, name }) => [id, name]))
}

/**
 * Calendars are copied to other companies' servers, so an event has the service, a first name and the address,
 * and a canceled one only the service. Phone numbers, notes and prices stay on the technician's page.
 */
function eventOf(row: Visit, words: WorkWords['calendar'], who: string[], host: string): FeedEvent {
  const { type } = row
  const reference = referenceOf(row)
  const isCanceled = row.status === 'cancelled'
  const start = row.scheduledStart ?? 0
  return {
    uid: `${row.id}@${host}`,
    at: row.updatedAt,
    sequence: row.revision,
    start,
    end: row.scheduledEnd ?? start,
    summary: isCanceled ? words.canceled(type) : `${type} – ${firstName(row.customerName)}`,
    description: [words.reference(reference), ...who].join('\n'),
    ...(isCanceled ? { isCanceled } : { location: row.address }),
  }
}
