import { and, eq, inArray } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { erased } from '../../lib/person'
import { oneLine } from '../../lib/text'
import { readResendEvent, type EmailEvent } from '../../providers/email/resend-events'
import { markUndeliverable, setOptOut } from '../customers'
import { tellOfUndelivered, type OutboxRow } from './outbox'

const delayed = "The recipient's server delays this email"

/** Checks and records what happened to an email after the provider took it. Repeats change nothing. */
export async function receiveEmailEvent(deps: Deps, body: Uint8Array, headers: Headers): Promise<void> {
  const { webhookSecrets: secrets } = deps.config.email
  const event = readResendEvent({ body, headers, secrets, now: deps.clock.now() })
  await deps.store.write((tx) => record(tx, deps.clock.now(), event))
}

async function record(tx: Tx, now: number, event: EmailEvent): Promise<void> {
  const row = await rowOf(tx, event.messageId)
  // Nobody stores an erased person's address again.
  if (row?.recipient === erased) return
  const addresses = row ? [row.recipient] : event.recipients
  switch (event.kind) {
    case 'bounced':
    case 'failed':
      return recordFailed(tx, now, event, row, addresses)
    case 'complained':
      for (const address of addresses)
        await setOptOut(tx, now, { channel: 'email', address, source: 'provider' }, true)
      return
    case 'delayed':
      return note(tx, row, null, delayed)
    case 'delivered':
      return note(tx, row, delayed, null)
    case 'other':
  }
}

async function recordFailed(
  tx: Tx,
  now: number,
  { kind, permanent, reason }: EmailEvent,
  row: OutboxRow | undefined,
  addresses: string[],
): Promise<void> {
  // The same event again, or one that came after HQ cleared the address.
  if (row?.state === 'dead') return
  const said = oneLine(`${kind === 'bounced' ? 'Bounced' : 'Failed'}: ${reason || 'no reason given'}`)
    .trim()
    .slice(0, 300)
  if (row) {
    await tx
      .update(outbox)
      .set({ state: 'dead', lastError: said })
      .where(and(eq(outbox.id, row.id), inArray(outbox.state, ['sent', 'unknown'])))
    if (!permanent) await tellOfUndelivered(tx, now, row, said)
  }
  if (permanent)
    for (const address of addresses)
      await markUndeliverable(tx, now, { channel: 'email', address, reason: said })
}

async function rowOf(tx: Tx, id: string | null): Promise<OutboxRow | undefined> {
  if (id === null) return undefined
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.channel, 'email')))
  return row
}

async function note(
  tx: Tx,
  row: OutboxRow | undefined,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (row?.state === 'sent' && row.lastError === before)
    await tx.update(outbox).set({ lastError: after }).where(eq(outbox.id, row.id))
}
