import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { invoices, outbox } from '../../../db/schema'
import type { Deps } from '../../deps'
import { recordActivity } from '../activity/record'
import { onInvoiceSent } from './sent'

/** Brings an invoice up to what became of its message. One that is still on its way is left alone. */
export async function settleSend(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  id: string,
  actor: string,
): Promise<void> {
  const at = clock.now()
  await store.write(async (tx) => {
    const [message] = await tx
      .select({ id: outbox.id, state: outbox.state, channel: outbox.channel, sentAt: outbox.sentAt })
      .from(invoices)
      .innerJoin(outbox, eq(outbox.id, invoices.sendingId))
      .where(eq(invoices.id, id))
      .limit(1)
    if (!message || message.state === 'queued' || message.state === 'sending') return
    const wasSent = message.state === 'sent'
    const [settled] = await tx
      .update(invoices)
      .set({
        sendingId: null,
        sends: sql`${invoices.sends} + 1`,
        ...(wasSent
          ? {
              status: sql`iif(${invoices.status} = 'draft', 'sent', ${invoices.status})`,
              sentAt: message.sentAt ?? at,
              sentVia: message.channel,
              updatedAt: at,
            }
          : {}),
      })
      .where(and(eq(invoices.id, id), eq(invoices.sendingId, message.id)))
      .returning()
    if (!settled || !wasSent) return
    await onInvoiceSent(tx, at, settled)
    await recordActivity(tx, at, {
      type: 'invoice.sent',
      actor,
      summary: `Invoice ${settled.number} was sent by ${message.channel === 'email' ? 'e-mail' : 'text message'}`,
      metadata: { invoiceId: id },
    })
  })
}

/** Sends that were cut off by a crash: the message went its way meanwhile, or is still going. */
export async function settleInterrupted(deps: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const rows = await deps.store.read
    .select({ id: invoices.id })
    .from(invoices)
    .where(isNotNull(invoices.sendingId))
    .limit(500)
  for (const { id } of rows) await settleSend(deps, id, 'truckroll')
}
