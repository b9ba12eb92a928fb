import { sql, and, eq, inArray, type SQL } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { outbox, outboxFiles } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import { second } from '../../lib/clock'
import type { Receipt } from '../../providers/delivery'
import { clearTodo, raiseTodo } from '../office'
import { templateNamed } from './templates/registry'

export type Channel = 'email' | 'sms'
export type OutboxRow = typeof outbox.$inferSelect

/** Longer than any send can take, including the wait for its turn. */
export const leaseMs = 90 * second

/** States are written out in the statements, because a partial index is used only for constants. */
const due = (rank: SQL) => sql`
  SELECT * FROM (
    SELECT id, rank, due_at FROM outbox
    WHERE state = 'queued' AND channel = ${sql.placeholder('channel')} AND rank = ${rank}
      AND due_at <= ${sql.placeholder('now')}
    ORDER BY due_at LIMIT ${sql.placeholder('limit')})`

/** One statement takes the rows, counts the attempt and sets the lease, so no two senders get the same row. */
const claim = (db: Db, which: SQL) =>
  db
    .update(outbox)
    .set({
      state: 'sending',
      attempts: sql`${outbox.attempts} + 1`,
      leaseUntil: sql`${sql.placeholder('leaseUntil')}`,
    })
    .where(sql`${outbox.id} IN (${which})`)
    .returning()

const claimDueRows = prepared((db) =>
  claim(
    db,
    sql`SELECT id FROM (${due(sql`0`)} UNION ALL ${due(sql`1`)}) ORDER BY rank, due_at LIMIT ${sql.placeholder('limit')}`,
  ),
)
const claimTheseRows = prepared((db) =>
  claim(db, sql`SELECT id FROM outbox WHERE state = 'queued' AND id IN ${amongNamed('ids')}`),
)
const claimCampaignRows = prepared((db) =>
  claim(
    db,
    sql`SELECT id FROM outbox WHERE campaign_id = ${sql.placeholder('campaignId')} AND state = 'queued'
      AND channel = ${sql.placeholder('channel')} AND due_at <= ${sql.placeholder('now')}
      LIMIT ${sql.placeholder('limit')}`,
  ),
)
const peekDue = prepared((db) =>
  db
    .select({ one: sql<number>`1` })
    .from(outbox)
    .where(
      sql`state = 'queued' AND channel = ${sql.placeholder('channel')} AND rank IN (0, 1)
        AND due_at <= ${sql.placeholder('now')}`,
    )
    .limit(1),
)

/** The rows to take. */
export type Wanted =
  | { channel: Channel; limit: number }
  | { ids: string[] }
  | { campaignId: string; channel: Channel; limit: number }

/** In sending order. */
export async function claimRows(tx: Tx, now: number, wanted: Wanted): Promise<OutboxRow[]> {
  const rows = await claimUnordered(tx, now, wanted)
  return rows.toSorted((one, other) => one.rank - other.rank || one.dueAt - other.dueAt)
}

function claimUnordered(tx: Tx, now: number, wanted: Wanted): Promise<OutboxRow[]> {
  const leaseUntil = now + leaseMs
  if ('ids' in wanted) return claimTheseRows.all(tx, { ids: JSON.stringify(wanted.ids), leaseUntil })
  if ('campaignId' in wanted) return claimCampaignRows.all(tx, { ...wanted, now, leaseUntil })
  return claimDueRows.all(tx, { ...wanted, now, leaseUntil })
}

/** Only reads, so an idle outbox costs no unit of writes. */
export async function isAnyDue(db: Db, now: number, channel: Channel): Promise<boolean> {
  return (await peekDue.get(db, { now, channel })) !== undefined
}

const markHere = prepared((db) =>
  db
    .update(outbox)
    .set({
      state: 'sent',
      provider: 'demo',
      providerMessageId: sql`'demo-' || ${outbox.id}`,
      sentAt: sql`${sql.placeholder('now')}`,
      leaseUntil: null,
    })
    .where(sql`${outbox.id} IN ${amongNamed('ids')}`),
)

/** Marks messages that stay in the outbox, all at once. */
export async function recordKept(tx: Tx, now: number, ids: string[]): Promise<void> {
  if (ids.length > 0) await markHere.run(tx, { now, ids: JSON.stringify(ids) })
}

type Change = Partial<Omit<OutboxRow, 'attempts'>>

/**
 * Records the outcome, unless the lease shows that another sender has the row now. A message given up as unknown
 * is still marked as sent if the answer comes late.
 */
async function settle(tx: Tx, row: OutboxRow, change: Change, refund = false): Promise<boolean> {
  const mine = and(eq(outbox.state, 'sending'), eq(outbox.leaseUntil, row.leaseUntil ?? 0))
  const whose = change.state === 'sent' ? sql`(${mine} OR ${outbox.state} = 'unknown')` : mine
  const over = change.state !== 'queued'
  const [changed] = await tx
    .update(outbox)
    .set({
      ...change,
      leaseUntil: null,
      maybeSent: row.maybeSent,
      ...(refund ? { attempts: sql`${outbox.attempts} - 1` } : {}),
      ...(over && templateNamed(row.template)?.secret ? { data: {} } : {}),
    })
    .where(and(eq(outbox.id, row.id), whose))
    .returning({ id: outbox.id })
  return changed !== undefined
}

export async function recordSent(tx: Tx, now: number, row: OutboxRow, receipt: Receipt): Promise<void> {
  const { provider, messageId } = receipt
  if (
    !(await settle(tx, row, {
      state: 'sent',
      provider,
      providerMessageId: messageId,
      lastError: null,
      sentAt: now,
    }))
  )
    return
  await tx.delete(outboxFiles).where(eq(outboxFiles.messageId, row.id))
  await clearTodo(tx, now, 'sms.unknown', row.id)
}

/** Schedules a retry; `refund` if the attempt shouldn't count. */
export async function recordDelay(
  tx: Tx,
  row: OutboxRow,
  { dueAt, error, refund = false }: { dueAt: number; error: string | null; refund?: boolean },
): Promise<void> {
  await settle(tx, row, { state: 'queued', dueAt, lastError: error }, refund)
}

/** Nobody needs this message anymore, so it raises no to-do. */
export async function recordCancelled(tx: Tx, row: OutboxRow, reason: string): Promise<void> {
  await settle(tx, row, { state: 'cancelled', lastError: reason })
}

/** Takes back a message that certainly didn't arrive, with its files. Nobody can send it again. */
export async function withdrawMessage(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.update(outbox).set({ state: 'cancelled', lastError: reason }).where(eq(outbox.id, id))
  await tx.delete(outboxFiles).where(eq(outboxFiles.messageId, id))
}

/** Marks a message that won't arrive. HQ gets a to-do unless the caller already knows. */
export async function recordDead(
  tx: Tx,
  now: number,
  row: OutboxRow,
  error: string,
  tellHq: boolean,
): Promise<void> {
  if ((await settle(tx, row, { state: 'dead', lastError: error })) && tellHq)
    await tellOfUndelivered(tx, now, row, error)
}

export async function tellOfUndelivered(tx: Tx, now: number, row: OutboxRow, error: string): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'message.undelivered',
    subject: subjectOf(row),
    title:
      row.campaignId === null
        ? `A message could not be delivered (${row.template})`
        : 'Messages of a campaign could not be delivered',
    detail: error,
    franchiseId: row.franchiseId,
  })
}

/** The message may have been sent. Sending it again could mean twice, so a person decides. */
export async function recordUnknown(tx: Tx, now: number, row: OutboxRow, error: string): Promise<void> {
  if (await settle(tx, row, { state: 'unknown', lastError: error }))
    await askAboutUnknown(tx, now, row, error)
}

export async function askAboutUnknown(
  tx: Tx,
  now: number,
  row: Pick<OutboxRow, 'id' | 'template' | 'franchiseId' | 'campaignId'>,
  error: string,
): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'sms.unknown',
    subject: subjectOf(row),
    title: `It is not known whether an SMS was sent (${row.template})`,
    detail: `${error}. Ask the recipient, or look it up at the provider, before you send it again.`,
    franchiseId: row.franchiseId,
  })
}

/** A failed campaign raises one to-do, not ten thousand. */
const subjectOf = ({ id, campaignId }: Pick<OutboxRow, 'id' | 'campaignId'>) =>
  campaignId === null ? id : `campaign:${campaignId}`

export async function readRows(tx: Tx, ids: string[]): Promise<OutboxRow[]> {
  return ids.length === 0 ? [] : tx.select().from(outbox).where(inArray(outbox.id, ids))
}
