import { sql } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { outbox } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import { hour, second } from '../../lib/clock'
import type { OutboxRow } from './outbox'
import { templateNamed } from './templates/registry'

/** A message that is retried for longer no longer keeps others waiting. */
const longestWait = hour
/** For a message that another sender has right now. */
const shortWait = 5 * second

const toRecipients = (db: Db, state: ReturnType<typeof sql>) =>
  db
    .select({
      id: outbox.id,
      channel: outbox.channel,
      recipient: outbox.recipient,
      rank: outbox.rank,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
    })
    .from(outbox)
    .where(sql`${state} AND ${outbox.recipient} IN ${amongNamed('recipients')}`)
// The states are written out, because a partial index is used only for constants.
const findRetrying = prepared((db) => toRecipients(db, sql`state = 'queued' AND attempts > 0`))
const findSending = prepared((db) => toRecipients(db, sql`state = 'sending' AND lease_until > 0`))

/**
 * Messages to one person leave in order: a later one waits while an earlier one is being sent or retried.
 * Codes never wait, and bulk messages and others don't wait for each other. Returns until when a claimed
 * message must wait, or null.
 */
export async function turnsOf(
  tx: Tx,
  now: number,
  rows: OutboxRow[],
): Promise<(row: OutboxRow) => number | null> {
  const claimed = new Set(rows.map(({ id }) => id))
  const recipients = JSON.stringify([...new Set(rows.map(({ recipient }) => recipient))])
  const found = [
    ...(await findRetrying.all(tx, { recipients })),
    ...(await findSending.all(tx, { recipients })),
  ]
  const ahead = found.filter(({ id, createdAt }) => !claimed.has(id) && createdAt > now - longestWait)
  return (row) => {
    if (ahead.length === 0 || !waitsItsTurn(row)) return null
    const earlier = ahead.filter((other) => other.id < row.id && isSameLine(other, row))
    const until = earlier.map(({ createdAt, dueAt }) => Math.min(dueAt, createdAt + longestWait))
    return earlier.length === 0 ? null : Math.max(now + shortWait, ...until)
  }
}

export const waitsItsTurn = ({ template }: OutboxRow) => templateNamed(template)?.secret !== true

type Place = Pick<OutboxRow, 'channel' | 'recipient' | 'rank'>
const isSameLine = (one: Place, other: Place) =>
  one.channel === other.channel && one.recipient === other.recipient && one.rank === other.rank
