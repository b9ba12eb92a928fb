import { and, eq, inArray, sql } from 'drizzle-orm'
import { amongNamed } from '../../../db/conditions'
import { prepared } from '../../../db/prepared'
import { outbox, outboxFiles } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Receipt } from '../../providers/delivery/failure'
import { clearTask, raiseTask } from '../hq-tasks/raise'
import type { OutboxRow } from './claim'
import { templateNamed } from './templates/registry'

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

/** Messages that end in the outbox, all at once. */
export async function recordKept(tx: Tx, now: number, ids: string[]): Promise<void> {
  if (ids.length > 0) await markHere.run(tx, { now, ids: JSON.stringify(ids) })
}

type Change = Partial<Omit<OutboxRow, 'attempts'>>

/**
 * Writes how it ended, unless the row has changed hands since it was claimed: the lease tells. A
 * message that was given up as unknown is still marked as sent when the answer comes late.
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
  await clearTask(tx, now, 'sms-unknown', row.id)
}

/** It will be tried again; `refund` when the attempt was not one. */
export async function recordDelay(
  tx: Tx,
  row: OutboxRow,
  { dueAt, error, refund = false }: { dueAt: number; error: string | null; refund?: boolean },
): Promise<void> {
  await settle(tx, row, { state: 'queued', dueAt, lastError: error }, refund)
}

/** Nobody wants it any more, so nobody needs to look into it. */
export async function recordCancelled(tx: Tx, row: OutboxRow, reason: string): Promise<void> {
  await settle(tx, row, { state: 'cancelled', lastError: reason })
}

/** It will not arrive. HQ is asked to look into it unless somebody was told on the spot. */
export async function recordDead(
  tx: Tx,
  now: number,
  row: OutboxRow,
  error: string,
  tellHq: boolean,
): Promise<void> {
  if (!(await settle(tx, row, { state: 'dead', lastError: error })) || !tellHq) return
  await raiseTask(tx, now, {
    kind: 'message-undelivered',
    subject: subjectOf(row),
    title:
      row.campaignId === null
        ? `A message could not be delivered (${row.template})`
        : 'Messages of a campaign could not be delivered',
    detail: error,
    franchiseId: row.franchiseId,
  })
}

/** It may have been sent. Sending it again could mean twice, so a person decides. */
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
  await raiseTask(tx, now, {
    kind: 'sms-unknown',
    subject: subjectOf(row),
    title: `It is not known whether an SMS was sent (${row.template})`,
    detail: `${error}. Ask the recipient, or look it up at the provider, before you send it again.`,
    franchiseId: row.franchiseId,
  })
}

/** A campaign that goes wrong is one task, not ten thousand. */
const subjectOf = ({ id, campaignId }: Pick<OutboxRow, 'id' | 'campaignId'>) =>
  campaignId === null ? id : `campaign:${campaignId}`

export async function readRows(tx: Tx, ids: string[]): Promise<OutboxRow[]> {
  return ids.length === 0 ? [] : tx.select().from(outbox).where(inArray(outbox.id, ids))
}
