import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { before, isAnyOf } from '../../../db/conditions'
import { customers, inboundMessages, jobs, outbox } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Position } from '../../http/listing'
import { decodeCursor, encodeCursor } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { toE164 } from '../../lib/contact'
import { erased } from '../../lib/person'
import { requireCustomer, spellings } from '../customers'
import type { ConversationItem, ConversationQuery } from './conversation-model'
import { renderRow } from './outbox-admin'
import type { Channel, OutboxRow } from './outbox'

/** Everything that messages to and from a customer are found by. */
interface Party {
  customerId: string
  /** As outgoing messages spell them. */
  addresses: string[]
  /** In E.164, as incoming texts are stored. */
  numbers: string[]
}

/** A customer's addresses, with those of the records that were merged into theirs. */
export async function partyOf(db: Db, customerId: string): Promise<Party> {
  const records = await db
    .select({ email: customers.email, phone: customers.phone })
    .from(customers)
    .where(or(eq(customers.id, customerId), eq(customers.mergedInto, customerId)))
  const numbers = records.flatMap(({ phone }) => (phone === null ? [] : (toE164(phone) ?? phone)))
  const emails = records.flatMap(({ email }) => email ?? [])
  return { customerId, addresses: [...emails, ...numbers.flatMap(spellings)], numbers }
}

interface Part {
  franchiseId?: string | undefined
  channel?: Channel
  limit: number
  after: Position | null
}

/** Messages about the customer's jobs, and others that went to their addresses, newest first. */
export function messagesTo(
  db: Db,
  { customerId, addresses }: Party,
  { franchiseId, channel, limit, after }: Part,
) {
  const own = sql`(
    SELECT sent.id FROM ${outbox} AS sent
    WHERE sent.job_id IN (SELECT ${jobs.id} FROM ${jobs} WHERE ${jobs.customerId} = ${customerId})
    UNION ALL
    SELECT other.id FROM ${outbox} AS other
    WHERE other.job_id IS NULL AND other.recipient IN (SELECT value FROM json_each(${JSON.stringify(addresses)})))`
  return db
    .select()
    .from(outbox)
    .where(
      and(
        sql`${outbox.id} IN ${own}`,
        ne(outbox.recipient, erased),
        franchiseId === undefined ? undefined : eq(outbox.franchiseId, franchiseId),
        channel === undefined ? undefined : eq(outbox.channel, channel),
        after ? before([outbox.createdAt, outbox.id], after) : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(limit)
}

export function textsFrom(
  db: Db,
  { customerId, numbers }: Party,
  { franchiseId, limit, after }: Omit<Part, 'channel'>,
) {
  const { receivedAt, id } = inboundMessages
  return db
    .select()
    .from(inboundMessages)
    .where(
      and(
        or(
          eq(inboundMessages.customerId, customerId),
          and(isNull(inboundMessages.customerId), isAnyOf(inboundMessages.sender, numbers)),
        ),
        franchiseId === undefined ? undefined : eq(inboundMessages.franchiseId, franchiseId),
        after ? before([receivedAt, id], after) : undefined,
      ),
    )
    .orderBy(desc(receivedAt), desc(id))
    .limit(limit)
}

/** Emails and texts both ways, newest first. */
export async function readConversation(deps: Deps, customerId: string, query: ConversationQuery) {
  const after = decodeCursor(query.cursor, ['number', 'string'])
  const db = deps.store.read
  await requireCustomer(db, customerId)
  const party = await partyOf(db, customerId)
  const part = { franchiseId: query.franchiseId, limit: query.limit + 1, after }
  const sent = (await messagesTo(db, party, part)).map((row) => ({ at: row.createdAt, row }))
  const received = (await textsFrom(db, party, part)).map((row) => ({ at: row.receivedAt, row }))
  const all = [...sent, ...received].toSorted(
    (one, other) => other.at - one.at || (other.row.id < one.row.id ? -1 : 1),
  )
  const shown = all.slice(0, query.limit)
  const last = all.length > query.limit ? shown.at(-1) : undefined
  const items: ConversationItem[] = []
  for (const { row } of shown)
    items.push('sender' in row ? presentReceived(row) : await presentSent(deps, row))
  return { items, nextCursor: last ? encodeCursor([last.at, last.row.id]) : null }
}

function presentReceived(row: typeof inboundMessages.$inferSelect): ConversationItem {
  return {
    id: row.id,
    direction: 'in',
    channel: 'sms',
    at: isoTime(row.receivedAt),
    address: row.sender,
    template: null,
    state: null,
    error: null,
    author: null,
    subject: null,
    text: row.text,
    jobId: null,
    franchiseId: row.franchiseId,
  }
}

/** An automatic email is too long for a thread, so only its subject is shown. */
async function presentSent(deps: Deps, row: OutboxRow): Promise<ConversationItem> {
  if (row.template === 'reply') return presentReply(row)
  const rendered = (await renderRow(deps, row))?.rendered ?? null
  const text = row.channel === 'sms' ? (rendered?.text ?? null) : null
  return { ...presentRow(row), subject: rendered?.subject ?? null, text }
}

/** The words as they were typed. */
export function presentReply(row: OutboxRow): ConversationItem {
  const { text, subject, by } = row.data as Record<string, string | null | undefined>
  return { ...presentRow(row), subject: subject ?? null, text: text ?? null, author: by ?? null }
}

function presentRow(row: OutboxRow): ConversationItem {
  return {
    id: row.id,
    direction: 'out',
    channel: row.channel,
    at: isoTime(row.createdAt),
    address: row.recipient,
    template: row.template,
    state: row.state,
    error: row.lastError,
    author: null,
    subject: null,
    text: null,
    jobId: row.jobId,
    franchiseId: row.franchiseId,
  }
}

/** The franchise a customer is talking to: the one that wrote last this way, or else the one of their latest job. */
export async function franchiseInTouch(db: Db, party: Party, channel: Channel): Promise<string | null> {
  const [message] = await messagesTo(db, party, { channel, limit: 1, after: null })
  if (message) return message.franchiseId
  const [job] = await db
    .select({ franchiseId: jobs.franchiseId })
    .from(jobs)
    .where(eq(jobs.customerId, party.customerId))
    .orderBy(desc(jobs.seq))
    .limit(1)
  return job?.franchiseId ?? null
}
