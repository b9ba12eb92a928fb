import { eq } from 'drizzle-orm'
import { invoices, outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict, upstream } from '../../lib/errors'
import { deliverNow } from '../messages/now'
import { queueMessage } from '../messages/queue'
import { documentOf, keepDocument } from './archive'
import { issueInvoice } from './issue'
import { invoiceMessage, recipientOf } from './message'
import type { Sent, SendMethod } from './model'
import { presentInvoice } from './present'
import { requireInvoice, type InvoiceRow } from './rows'
import { settleSend } from './settle'

/** Two who send the same invoice in different ways at once wait for each other a few times at the most. */
const rounds = 4

/** Sends an invoice now and says how that went. When it fails, nothing has changed but its number. */
export async function sendInvoice(deps: Deps, id: string, method: SendMethod, actor: string): Promise<Sent> {
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
    const sendingId = await queueMessage(tx, at, invoiceMessage(deps, ready, method, pdf))
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
): Promise<Sent> {
  const [delivery] = await deliverNow(deps, [messageId])
  await settleSend(deps, id, actor)
  if (delivery?.state === 'cancelled') throw conflict(delivery.error ?? 'The customer does not want messages')
  if (delivery?.state !== 'sent')
    throw upstream(method === 'email' ? 'The e-mail provider' : 'The SMS provider')
  return sent(await requireInvoice(deps.store.read, id), method)
}

function sent(row: InvoiceRow, method: SendMethod): Sent {
  const way = method === 'email' ? 'by e-mail' : 'by text message'
  return { invoice: presentInvoice(row), message: `The invoice was sent ${way}.` }
}
