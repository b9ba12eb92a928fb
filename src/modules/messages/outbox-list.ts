import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { beyondSorted, isAnyOf, sortedIds, sqliteLower } from '../../../db/conditions'
import { franchises, jobs, outbox } from '../../../db/schema'
import { isTroubled, type OutboxState } from '../../../db/schema/messages'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { dayBounds } from '../../lib/calendar'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { indexNewCustomers } from '../customers'
import type { OutboxItem, OutboxQuery } from './model'
import type { OutboxRow } from './outbox'
import { isFound } from './outbox-search'

/** The list shows recipients by name, so it sorts them by name too. */
const sortKeys = {
  recipient: sql`lower(coalesce(nullif(${outbox.data} ->> 'name', ''), ${outbox.recipient}))`,
  message: outbox.template,
  status: outbox.state,
}
const sortValues: Record<keyof typeof sortKeys, (row: OutboxRow) => string> = {
  recipient: (row) => sqliteLower(nameOf(row) ?? row.recipient),
  message: ({ template }) => template,
  status: ({ state }) => state,
}

/** Newest first: ids are ordered by time. Other orders are those of the newest messages that match. */
export function listOutbox(deps: Deps, query: OutboxQuery): Listing<OutboxRow, OutboxItem> {
  const { store, settings } = deps
  const { state, channel, template, jobId, campaignId, franchiseId, sort = 'created', from, to } = query
  // A spreadsheet can be sorted later, and has every message.
  const by = sort === 'created' || query.format === 'csv' ? null : sort
  const isDown = (query.order ?? (by === null ? 'desc' : 'asc')) === 'desc'
  const order = isDown ? desc : asc
  const few = state === 'queued' || state === 'sending'
  // The plus keeps SQLite from scanning all messages by age to find the few that are on their way.
  const id = few ? sql`+${outbox.id}` : sql`${outbox.id}`
  const zone = settings.business.timeZone
  const wanted = and(
    query.q === undefined ? undefined : isFound(query.q),
    state === undefined ? undefined : inState(state),
    channel === undefined ? undefined : sql`${outbox.channel} = ${sql.raw(`'${channel}'`)}`,
    template === undefined ? undefined : ofTemplate(template),
    jobId === undefined ? undefined : eq(outbox.jobId, jobId),
    campaignId === undefined ? undefined : eq(outbox.campaignId, campaignId),
    franchiseId === undefined ? undefined : eq(outbox.franchiseId, franchiseId),
    from === undefined ? undefined : gte(outbox.createdAt, dayBounds(from, zone).from),
    to === undefined ? undefined : lt(outbox.createdAt, dayBounds(to, zone).to),
  )
  const page = (limit: number, after: Position | null) => {
    const rows = store.read.select().from(outbox)
    if (by === null) {
      const isBeyond = after ? sql`${id} ${sql.raw(isDown ? '<' : '>')} ${String(after[0])}` : undefined
      return rows.where(and(isBeyond, wanted)).orderBy(order(id)).limit(limit)
    }
    const key = sortKeys[by]
    const sorted = { table: outbox, id: outbox.id, key, where: wanted, newest: id, isDown, limit, after }
    return rows.where(sql`${outbox.id} IN ${sortedIds(sorted)}`).orderBy(order(key), order(outbox.id))
  }
  return {
    kinds: by === null ? ['string'] : ['string', 'string'],
    position: (row) => (by === null ? [row.id] : [sortValues[by](row), row.id]),
    present: presentMessage,
    idsOnly: ['id', 'jobId', 'campaignId', 'franchiseId', 'providerMessageId'],
    ...(by !== null && { beyond: () => store.read.all(beyondSorted(outbox, wanted)) }),
    beside: (rows) => namesBeside(store.read, rows),
    rows: (limit, after) =>
      query.q === undefined ? page(limit, after) : indexNewCustomers(deps).then(() => page(limit, after)),
  }
}

/** The franchise and the job by the names people know them by. */
async function namesBeside(db: Db, rows: OutboxRow[]) {
  const franchiseIds = rows.map(({ franchiseId }) => franchiseId ?? '')
  const jobIds = rows.map(({ jobId }) => jobId ?? '')
  const known = await db
    .select({ id: franchises.id, name: franchises.name })
    .from(franchises)
    .where(isAnyOf(franchises.id, franchiseIds))
  const about = await db
    .select({ id: jobs.id, reference: jobs.reference, customer: jobs.customerName })
    .from(jobs)
    .where(isAnyOf(jobs.id, jobIds))
  const nameOf = new Map(known.map(({ id, name }) => [id, name]))
  const jobOf = new Map(about.map((job) => [job.id, job]))
  return rows.map(({ franchiseId, jobId }) => ({
    customer: jobOf.get(jobId ?? '')?.customer ?? null,
    job: jobOf.get(jobId ?? '')?.reference ?? null,
    franchise: nameOf.get(franchiseId ?? '') ?? null,
  }))
}

/** Written out for the partial indexes; the state is one of ours, not the caller's text. */
function inState(state: OutboxState) {
  const isState = sql`${outbox.state} = ${sql.raw(`'${state}'`)}`
  if (state === 'queued') return sql`${isState} AND ${outbox.channel} IN ('email', 'sms')`
  if (state === 'sending') return sql`${isState} AND ${outbox.leaseUntil} > 0`
  return state === 'sent' ? isState : sql`${isState} AND ${isTroubled(outbox.state)}`
}

function ofTemplate(template: string) {
  const isTemplate = eq(outbox.template, template)
  return template === 'booked' ? isTemplate : and(isTemplate, sql`${outbox.template} <> 'booked'`)
}

/** Every template that addresses somebody has their name in its data; for a stranger it is empty. */
const nameOf = ({ data }: OutboxRow): string | null =>
  typeof data['name'] === 'string' && data['name'] !== '' ? data['name'] : null

export function presentMessage(row: OutboxRow): OutboxItem {
  const {
    about: _,
    data: __,
    rank: ___,
    leaseUntil: ____,
    publicKey: _____,
    elsewhere: ______,
    maybeSent: _______,
    dueAt,
    createdAt,
    sentAt,
    ...rest
  } = row
  return {
    ...rest,
    name: nameOf(row),
    dueAt: isoTime(dueAt),
    createdAt: isoTime(createdAt),
    sentAt: isoTimeOrNull(sentAt),
  }
}
