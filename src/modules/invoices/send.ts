import { eq, and, isNotNull, sql } from 'drizzle-orm'
import { invoices, outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict, upstream } from '../../lib/errors'
import { deliverNow, queueMessage } from '../messages'
import { recordActivity } from '../office'
import { onInvoiceSent } from './credit-notes'
import { documentOf, keepDocument } from './documents'
import { issueInvoice } from './issue'
import { invoiceMessage, recipientOf } from './message'
import type { InvoiceSent, SendMethod } from './model'
import { presentInvoice } from './present'
import { requireInvoice, type InvoiceRow } from './rows'

/** Two who send the same invoice in different ways at once wait for each other a few times at the most. */
const rounds = 4

/** Sends an invoice now and says how that went. When it fails, nothing has changed but its number. */
export async function sendInvoice(
  deps: Deps,
  id: string,
  method: SendMethod,
  actor: string,
): Promise<InvoiceSent> {
  const startedAt = deps.clock.now()
  let sendsBefore: number | null = null
  for (let round = 0; round < rounds; round++) {
    const { row, underWay } = await prepare(deps, id, method)
    sendsBefore ??= row.sends
    // Somebody who asked at the same moment was quicker: it is one message.
    if (row.sends > sendsBefore && row.sentVia === method && (row.sentAt ?? 0) >= startedAt)
      return sent(row, method)
    if (underWay === null) {
      const messageId = await beginSend(deps, row, method, await documentOf(deps, row))
      if (messageId !== null) return finishSend(deps, id, messageId, method, actor)
    } else if (underWay.channel === method) {
      // Somebody is sending it in the same way: how that ends is our answer too.
      return finishSend(deps, id, underWay.id, method, actor)
    } else {
      await deliverNow(deps, [underWay.id])
      await settleSend(deps, id, actor)
    }
  }
  throw conflict('The invoice is being sent by somebody else. Try again in a moment.')
}

/** What is on its way already is left as it is. */
function prepare(deps: Deps, id: string, method: SendMethod) {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireInvoice(tx, id)
    if (row.kind === 'credit_note')
      throw conflict('A credit note is shown with its invoice; it is not sent by itself')
    const underWay = row.sendingId === null ? null : await messageUnderWay(tx, row.sendingId)
    const ready = underWay ? row : await issueInvoice(tx, deps, row, at)
    recipientOf(ready, method)
    return { row: ready, underWay }
  })
}

async function messageUnderWay(tx: Tx, id: string) {
  const [message] = await tx
    .select({ id: outbox.id, channel: outbox.channel })
    .from(outbox)
    .where(eq(outbox.id, id))
    .limit(1)
  return message ?? null
}

/** The message and what it carries, with the mark that it is on its way. Null when the invoice changed meanwhile. */
function beginSend(
  deps: Deps,
  ready: InvoiceRow,
  method: SendMethod,
  pdf: Uint8Array,
): Promise<string | null> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const current = await requireInvoice(tx, ready.id)
    if (!Bun.deepEquals(current, ready)) return null
    const sendingId = await queueMessage(tx, at, { ...invoiceMessage(deps, ready, method, pdf), byHq: true })
    await tx.update(invoices).set({ sendingId, postAt: null }).where(eq(invoices.id, ready.id))
    await keepDocument(tx, ready, pdf, at)
    return sendingId
  })
}

async function finishSend(
  deps: Deps,
  id: string,
  messageId: string,
  method: SendMethod,
  actor: string,
): Promise<InvoiceSent> {
  const [delivery] = await deliverNow(deps, [messageId])
  await settleSend(deps, id, actor)
  if (delivery?.state === 'cancelled') throw conflict(delivery.error ?? 'The customer does not want messages')
  if (delivery?.state !== 'sent')
    throw upstream(method === 'email' ? 'The e-mail provider' : 'The SMS provider')
  return sent(await requireInvoice(deps.store.read, id), method)
}

function sent(row: InvoiceRow, method: SendMethod): InvoiceSent {
  const way = method === 'email' ? 'by e-mail' : 'by text message'
  return { invoice: presentInvoice(row), message: `The invoice was sent ${way}.` }
}

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
