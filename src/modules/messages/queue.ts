import { eq, sql, and, gte, lt } from 'drizzle-orm'
import { outbox, outboxFiles } from '../../../db/schema'
import { insertInto, prepared, placeholders, newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { maxMessageAttempts } from '../../lib/backoff'
import { second } from '../../lib/clock'
import { must } from '../../lib/errors'
import type { Language } from '../../words/language'
import { publicKeyOf, reasonToHold, tellOfHold, wordsOfHold, type Addressed, type HoldReason } from './hold'
import { claimRows, isAnyDue, askAboutUnknown, recordDead, type Channel, type Wanted } from './outbox'
import { triage } from './prepare'
import type { OnFailure } from './send'
import { sendAll } from './send-batch'

export interface Message extends Addressed {
  /** The subject and recipient, such as `job:<id>:booked:email`. The same message is never queued twice. */
  about: string
  template: string
  data: Record<string, unknown>
  campaignId?: string | null
  /** The language of the page that causes it; otherwise the recipient's own decides. */
  language?: Language | null
  /** The earliest time to send it; right away if left out. */
  dueAt?: number
  /** True for bulk messages, which go after everything else. */
  bulk?: boolean
  /** Attached to an email and kept until it is sent. */
  files?: { name: string; type: string; bytes: Uint8Array }[]
}

const insertMessage = prepared((db) =>
  db
    .insert(outbox)
    .values(placeholders(outbox))
    .onConflictDoNothing({ target: outbox.about })
    .returning({ id: outbox.id }),
)
const insertFirst = insertInto(outbox)
const findMessage = prepared((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.about, sql.placeholder('about'))),
)

/**
 * Puts a message into the outbox in the unit that causes it. It is sent from there after the commit. Returns its
 * id, or the earlier one if the same message was queued before.
 */
export async function queueMessage(tx: Tx, now: number, message: Message): Promise<string> {
  const id = await queueNew(tx, now, message)
  if (id !== null) return id
  return must(await findMessage.get(tx, { about: message.about }), 'The earlier message').id
}

/** The same, but null if the message was queued before. */
export async function queueNew(tx: Tx, now: number, message: Message): Promise<string | null> {
  const hold = await reasonToHold(tx, now, message)
  const inserted = await insertMessage.get(tx, { ...unsent, ...rowOf(message, now, hold) })
  if (!inserted) return null
  if (hold !== null) await tellOfHold(tx, now, hold)
  for (const { name, type, bytes } of message.files ?? [])
    await tx.insert(outboxFiles).values({ messageId: inserted.id, name, type, bytes: Buffer.from(bytes) })
  return inserted.id
}

/** For something created in this unit, so nobody can have queued the message before. */
export async function queueFirst(tx: Tx, now: number, message: Message): Promise<void> {
  const hold = await reasonToHold(tx, now, message)
  await insertFirst(tx, rowOf(message, now, hold))
  if (hold !== null) await tellOfHold(tx, now, hold)
}

type Row = typeof outbox.$inferSelect

/** The values of a message that nobody has tried to send. The schema fills in the same. */
const unsent = {
  attempts: 0,
  leaseUntil: null,
  provider: null,
  providerMessageId: null,
  maybeSent: false,
  sentAt: null,
} satisfies Partial<Row>

function rowOf(message: Message, now: number, hold: HoldReason | null): Omit<Row, keyof typeof unsent> {
  return {
    id: newId(),
    about: message.about,
    channel: message.channel,
    template: message.template,
    recipient: message.recipient,
    data: message.data,
    language: message.language ?? null,
    franchiseId: message.franchiseId ?? null,
    jobId: message.jobId ?? null,
    campaignId: message.campaignId ?? null,
    state: hold === null ? 'queued' : 'held',
    rank: message.bulk ? 1 : 0,
    dueAt: message.dueAt ?? now,
    lastError: hold === null ? null : wordsOfHold(hold),
    createdAt: now,
    publicKey: message.publicly === undefined ? null : publicKeyOf(message),
    elsewhere: message.publicly === 'elsewhere',
  }
}

const recoverEvery = 5 * second

/** Keeps the outbox moving while the service runs: retries, later messages, and messages that a crash left behind. */
export function startSender(deps: Deps): { stop(): void } {
  const look = () =>
    deps.background.runSingle('recovering messages', async () => {
      await recoverLeases(deps)
      wakeSender(deps)
    })
  look()
  const timer = setInterval(look, recoverEvery)
  return {
    /** Stops looking. The background waits for messages that are being sent. */
    stop: () => clearInterval(timer),
  }
}

const wokenChannels = ['email', 'sms'] as const

/**
 * Tells the sender that a message may be waiting. Services call it after their commit. It returns right away, and
 * during a run it only asks for another look.
 */
export function wakeSender(deps: Deps): void {
  for (const channel of wokenChannels)
    deps.background.runSingle(`sending ${channel}`, () => drain(deps, channel))
}

const channels: Channel[] = ['email', 'sms']
/** In milliseconds. */
const drainPauseMs = 5

/** In a demo a batch is one unit of writes, because nothing leaves; with a provider it follows the provider's pace. */
export function batchSize({ providers }: Deps, channel: Channel): number {
  const { name, width } = providers[channel]
  return name === 'demo' ? 200 : width * 3
}

/** One unit takes a batch and settles messages that need no sending; the rest are sent a few at a time. */
export async function deliverBatch(
  deps: Deps,
  wanted: Wanted,
  onFailure: OnFailure,
): Promise<{ taken: number; ms: number }> {
  const startedAt = performance.now()
  const batch = await deps.store.write(async (tx) => {
    const rows = await claimRows(tx, deps.clock.now(), wanted)
    const nothing = { ready: [], undelivered: [] }
    if (rows.length === 0) return { taken: 0, ...nothing }
    // Someone waits on screen for messages that are sent by id.
    return { taken: rows.length, ...(await triage(deps, tx, rows, { inOrder: !('ids' in wanted) })) }
  })
  const ms = performance.now() - startedAt
  for (const channel of channels) {
    const count = batch.undelivered.filter((row) => row.channel === channel).length
    if (count > 0) deps.log.warn('not delivered, since no provider is set', { channel, count })
  }
  await Promise.all(channels.map((channel) => sendAll(deps, channel, batch.ready, onFailure)))
  return { taken: batch.taken, ms }
}

/** Sends everything that is due. Returns how many messages it took. */
export async function deliverDue(deps: Deps): Promise<number> {
  await recoverLeases(deps)
  const counts = await Promise.all(channels.map((channel) => deliverChannel(deps, channel, async () => {})))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The same for one channel in the background, with a rest after each batch, so requests come first. */
export async function drain(deps: Deps, channel: Channel): Promise<void> {
  await deps.background.letRequestsPass()
  await deliverChannel(deps, channel, (ms) => deps.background.restAfter(performance.now() - ms))
  // Further wake-ups find a run in progress and cost nothing.
  await deps.background.rest(drainPauseMs)
}

async function deliverChannel(
  deps: Deps,
  channel: Channel,
  rest: (ms: number) => Promise<void>,
): Promise<number> {
  let count = 0
  while (!deps.background.stopping && deps.providers[channel].restingFor() === 0) {
    if (!(await isAnyDue(deps.store.read, deps.clock.now(), channel))) break
    const { taken, ms } = await deliverBatch(deps, { channel, limit: batchSize(deps, channel) }, 'retry')
    count += taken
    await rest(ms)
  }
  return count
}

const interrupted = 'The sender stopped in the middle'

/**
 * Picks up messages of a sender that died. An email is sent again with the same key, so the provider recognizes
 * it; a text may have been sent already, so HQ gets a to-do instead.
 */
export async function recoverLeases({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  const lapsed = sql`state = 'sending' AND lease_until < ${now}`
  const [any] = await store.read.select({ id: outbox.id }).from(outbox).where(lapsed).limit(1)
  if (!any) return
  await store.write(async (tx) => {
    const lost = await tx
      .select()
      .from(outbox)
      .where(and(lapsed, eq(outbox.channel, 'email'), gte(outbox.attempts, maxMessageAttempts)))
    for (const row of lost) await recordDead(tx, now, { ...row, maybeSent: true }, interrupted, true)
    await tx
      .update(outbox)
      .set({ state: 'queued', leaseUntil: null, dueAt: now, lastError: interrupted, maybeSent: true })
      .where(and(lapsed, eq(outbox.channel, 'email'), lt(outbox.attempts, maxMessageAttempts)))
    const texts = await tx
      .update(outbox)
      .set({ state: 'unknown', leaseUntil: null, lastError: interrupted, maybeSent: true })
      .where(and(lapsed, eq(outbox.channel, 'sms')))
      .returning()
    for (const row of texts) await askAboutUnknown(tx, now, row, interrupted)
  })
}
