import { eq, sql } from 'drizzle-orm'
import { prepared, everyColumn } from '../../../db/prepared'
import { outbox, outboxFiles } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'

export interface Message {
  /** What it is about and to whom, e.g. `job:<id>:booked:email`. The same message is never queued twice. */
  about: string
  channel: 'email' | 'sms'
  template: string
  recipient: string
  data: Record<string, unknown>
  franchiseId?: string | null
  jobId?: string | null
  campaignId?: string | null
  /** Not before this moment; at once when left out. */
  dueAt?: number
  /** One of many: everything else goes first. */
  bulk?: boolean
  /** Attached to an e-mail; kept until it was sent. */
  files?: { name: string; type: string; bytes: Uint8Array }[]
}

const insertMessage = prepared((db) =>
  db
    .insert(outbox)
    .values(everyColumn(outbox))
    .onConflictDoNothing({ target: outbox.about })
    .returning({ id: outbox.id }),
)
/** What a new message has; the rest has its value from the schema. Fewer columns bind faster. */
const freshColumns = [
  'id',
  'about',
  'channel',
  'template',
  'recipient',
  'data',
  'franchiseId',
  'jobId',
  'campaignId',
  'rank',
  'dueAt',
  'createdAt',
] as const
const insertFirst = prepared((db) => db.insert(outbox).values(everyColumn(outbox, freshColumns)))
const findMessage = prepared((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.about, sql.placeholder('about'))),
)

/**
 * Puts a message into the outbox as part of the unit that causes it. It is sent from there, after the
 * commit. Gives its id, which is the earlier one where the same message was queued before.
 */
export async function queueMessage(tx: Tx, now: number, message: Message): Promise<string> {
  const id = await queueNew(tx, now, message)
  if (id !== null) return id
  const earlier = await findMessage.get(tx, { about: message.about })
  return earlier!.id
}

/** The same, but null where the message was queued before. */
export async function queueNew(tx: Tx, now: number, message: Message): Promise<string | null> {
  const inserted = await insertMessage.get(tx, rowOf(message, now))
  if (!inserted) return null
  for (const { name, type, bytes } of message.files ?? [])
    await tx.insert(outboxFiles).values({ messageId: inserted.id, name, type, bytes: Buffer.from(bytes) })
  return inserted.id
}

/** About something that has come into being in this very unit: nobody can have queued it before. */
export async function queueFirst(tx: Tx, now: number, message: Message): Promise<void> {
  await insertFirst.run(tx, rowOf(message, now))
}

function rowOf(message: Message, now: number): typeof outbox.$inferSelect {
  return {
    id: newId(),
    about: message.about,
    channel: message.channel,
    template: message.template,
    recipient: message.recipient,
    data: message.data,
    franchiseId: message.franchiseId ?? null,
    jobId: message.jobId ?? null,
    campaignId: message.campaignId ?? null,
    state: 'queued',
    rank: message.bulk ? 1 : 0,
    attempts: 0,
    dueAt: message.dueAt ?? now,
    leaseUntil: null,
    provider: null,
    providerMessageId: null,
    lastError: null,
    createdAt: now,
    sentAt: null,
  }
}
