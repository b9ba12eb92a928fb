import { and, eq, inArray, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import { second } from '../../lib/clock'

/**
 * Messages about a change that someone may still undo wait this long: ten seconds on the screen, and two for the
 * request to get here.
 */
export const undoMs = 12 * second

/** Why a waiting message was taken back. Only `replaced` and `held` ones can come back. */
const reasons = {
  replaced: 'A later change replaced it',
  held: 'The dispatcher chose not to notify the customer',
}
export type TakenBack = keyof typeof reasons

const findWaiting = prepared((db) =>
  db
    .select({ id: outbox.id, about: outbox.about })
    .from(outbox)
    .where(
      sql`${outbox.jobId} = ${sql.placeholder('jobId')} AND ${outbox.state} IN ('queued', 'held')
        AND ${outbox.attempts} = 0 AND ${outbox.dueAt} > ${sql.placeholder('now')}
        AND ${outbox.about} LIKE ${sql.placeholder('about')}`,
    ),
)

/** Takes back the messages about a job's changes that can still be undone. Returns what they were about. */
export async function replaceWaiting(tx: Tx, now: number, jobId: string, about: string): Promise<string[]> {
  const waiting = await findWaiting.all(tx, { jobId, now, about: `${about}%` })
  if (waiting.length > 0)
    await takeBack(
      tx,
      waiting.map(({ id }) => id),
      'replaced',
    )
  return waiting.map((row) => row.about)
}

const takeBack = (tx: Tx, ids: string[], reason: TakenBack) =>
  tx.update(outbox).set({ state: 'cancelled', lastError: reasons[reason] }).where(inArray(outbox.id, ids))

/** Takes back these messages, unless one of them has left. Returns whether it could. */
export async function holdBack(tx: Tx, abouts: string[]): Promise<boolean> {
  const rows = await tx.select().from(outbox).where(inArray(outbox.about, abouts))
  const waits = (row: (typeof rows)[number]) => row.state === 'queued' || row.state === 'held'
  if (rows.some((row) => row.attempts > 0 || (row.state !== 'cancelled' && !waits(row)))) return false
  const ids = rows.filter(waits).map(({ id }) => id)
  if (ids.length > 0) await takeBack(tx, ids, 'held')
  return true
}

/** Lets messages go out after all that were taken back for this reason. Returns how many there are. */
export async function letGo(tx: Tx, abouts: string[], reason: TakenBack): Promise<number> {
  const rows = await tx
    .update(outbox)
    .set({ state: 'queued', lastError: null })
    .where(
      and(
        inArray(outbox.about, abouts),
        eq(outbox.state, 'cancelled'),
        eq(outbox.lastError, reasons[reason]),
        eq(outbox.attempts, 0),
      ),
    )
    .returning({ id: outbox.id })
  return rows.length
}

/** Gives the messages about one occasion of a job to another, which then counts as told. */
export async function renameMessages(tx: Tx, jobId: string, from: string, to: string): Promise<void> {
  await tx.run(sql`UPDATE OR IGNORE ${outbox} SET about = ${to} || substr(about, ${from.length + 1})
    WHERE job_id = ${jobId} AND substr(about, 1, ${from.length}) = ${from}`)
}
