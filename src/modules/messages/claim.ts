import { sql, type SQL } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { prepared } from '../../../db/prepared'
import { outbox } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { second } from '../../lib/clock'

export type Channel = 'email' | 'sms'
export type OutboxRow = typeof outbox.$inferSelect

/** Longer than any send can take, waiting for its turn included. */
export const leaseMs = 90 * second

/** States are spelled out in the statements: an index over some rows is used only for a constant. */
const due = (rank: SQL) => sql`
  SELECT * FROM (
    SELECT id, rank, due_at FROM outbox
    WHERE state = 'queued' AND channel = ${sql.placeholder('channel')} AND rank = ${rank}
      AND due_at <= ${sql.placeholder('now')}
    ORDER BY due_at LIMIT ${sql.placeholder('limit')})`

/** One statement takes the rows, counts the attempt and sets the lease: no two senders get the same row. */
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

/** Which rows to take. */
export type Wanted =
  | { channel: Channel; limit: number }
  | { ids: string[] }
  | { campaignId: string; channel: Channel; limit: number }

/** In the order in which they shall go. */
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

/** A read, so that an idle outbox costs no unit of writes. */
export async function isAnyDue(db: Db, now: number, channel: Channel): Promise<boolean> {
  return (await peekDue.get(db, { now, channel })) !== undefined
}
