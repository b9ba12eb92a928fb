import { eq, isNotNull } from 'drizzle-orm'
import { invoices, outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { KeyedTurns } from '../../http/idempotency'
import type { Actor } from '../../lib/actor'
import { pause, SingleFlight } from '../../lib/background'
import { second } from '../../lib/clock'
import { conflict, upstream } from '../../lib/errors'
import { deliverNow, queueMessage, wakeSender, withdrawMessage } from '../messages'
import { recordActivity } from '../office'
import { onInvoiceSent } from './credit-notes'
import { documentOf, keepDocument } from './documents'
import { issueInvoice, readyToSend, takeNumberBack, undecidedBefore } from './issue'
import { invoiceMessage, recipientOf, type PrintedInvoice } from './message'
import type { InvoiceSent, SendMethod } from './model'
import { presentInvoice } from './present'
import { invoiceSubject, languageOfInvoice, paidFor, requireInvoice, type InvoiceRow } from './rows'

/** How long a send waits for another one to finish. */
const patienceMs = 20 * second
const pollMs = 50

/**
 * Sends an invoice now and reports the result. If it certainly didn't arrive, it goes back to a draft without a
 * number; if nobody knows, it keeps its number, because the customer may have seen it.
 */
export function sendInvoice(deps: Deps, id: string, method: SendMethod, actor: Actor): Promise<InvoiceSent> {
  // Simultaneous requests share one message and its result.
  const send = () => inTurn(deps, id, () => sendOnce(deps, id, method, actor))
  return deps.state.of(SingleFlight).run(`sending invoice ${id} by ${method}`, send)
}

/**
 * The next number of a series is known once the previous send has ended. Waiting here keeps the wait out of
 * the store, which also handles other processes.
 */
export async function inTurn<T>(deps: Deps, id: string, work: () => Promise<T>): Promise<T> {
  const { franchiseId } = await requireInvoice(deps.store.read, id)
  const done = await deps.state.of(KeyedTurns).take(`invoices of ${franchiseId ?? ''}`)
  try {
    return await work()
  } finally {
    done()
  }
}

async function sendOnce(deps: Deps, id: string, method: SendMethod, actor: Actor): Promise<InvoiceSent> {
  const startedAt = deps.clock.now()
  const until = performance.now() + patienceMs
  let sendsBefore: number | null = null
  while (performance.now() < until) {
    const { row, underWay, before } = await prepare(deps, id, method)
    sendsBefore ??= row.sends
    // A simultaneous request was faster, and one message is enough.
    if (row.sends > sendsBefore && row.sentVia === method && (row.sentAt ?? 0) >= startedAt)
      return sent(row, method)
    if (underWay !== null && underWay.channel === method)
      // It is already being sent this way, so that result is our answer too.
      return finishSend(deps, id, underWay.id, method, actor)
    if (underWay !== null) {
      await deliverNow(deps, [underWay.id])
      await settleSend(deps, id, actor)
    } else if (before === null) {
      const language = await languageOfInvoice(deps, row)
      const { paidCents } = await paidFor(deps.store.read, row.jobId)
      const printed = { pdf: await documentOf(deps, row, language), language, paidCents }
      const messageId = await beginSend(deps, row, method, printed)
      if (messageId !== null) return finishSend(deps, id, messageId, method, actor)
    } else {
      wakeSender(deps)
      await pause(pollMs)
      await settleSend(deps, before, 'truckroll')
    }
  }
  throw conflict('Another invoice is being sent. Try again in a moment.')
}

/** Leaves an invoice that is already on its way alone. */
function prepare(deps: Deps, id: string, method: SendMethod) {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireInvoice(tx, id)
    if (row.kind === 'credit_note')
      throw conflict('A credit note goes with its invoice. Send the invoice instead.')
    const underWay = row.sendingId === null ? null : await messageUnderWay(tx, row.sendingId)
    const ready = underWay ? row : await readyToSend(tx, deps, row, at)
    recipientOf(ready, method)
    const before = ready.number === row.number ? null : await undecidedBefore(tx, ready.number)
    return { row: ready, underWay, before }
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

/**
 * Saves the number, the message that carries it and the mark that it is on its way, in one unit. Null if the
 * invoice or its series changed in the meantime.
 */
function beginSend(
  deps: Deps,
  ready: InvoiceRow,
  method: SendMethod,
  printed: PrintedInvoice,
): Promise<string | null> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const { number } = await requireInvoice(tx, ready.id)
    const tentative = ready.status === 'draft' && number === null
    const row = await issueInvoice(tx, deps, ready, { tentative, postAt: null })
    if (row === null) return null
    const sendingId = await queueMessage(tx, at, {
      ...(await invoiceMessage(tx, deps, row, { method, ...printed })),
      byHq: true,
    })
    await tx.update(invoices).set({ sendingId }).where(eq(invoices.id, row.id))
    await keepDocument(tx, row, printed.pdf, at)
    return sendingId
  })
}

async function finishSend(
  deps: Deps,
  id: string,
  messageId: string,
  method: SendMethod,
  actor: Actor,
): Promise<InvoiceSent> {
  const [delivery] = await deliverNow(deps, [messageId])
  await settleSend(deps, id, actor)
  if (delivery?.state === 'cancelled') throw conflict(delivery.error ?? 'This customer opted out of messages')
  if (delivery?.state !== 'sent')
    throw upstream(method === 'email' ? 'The email provider' : 'The SMS provider')
  return sent(await requireInvoice(deps.store.read, id), method)
}

function sent(row: InvoiceRow, method: SendMethod): InvoiceSent {
  const way = method === 'email' ? 'by email' : 'by text message'
  return { invoice: presentInvoice(row), message: `Invoice sent ${way}.` }
}

/** Updates an invoice with the result of its message. One that is still on its way is left alone. */
export async function settleSend(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  id: string,
  actor: Actor,
): Promise<void> {
  const at = clock.now()
  await store.write(async (tx) => {
    const row = await requireInvoice(tx, id)
    if (row.sendingId === null) return
    const [message] = await tx.select().from(outbox).where(eq(outbox.id, row.sendingId)).limit(1)
    if (!message || message.state === 'queued' || message.state === 'sending') return
    const ended = { ...row, sendingId: null, sends: row.sends + 1 }
    if (message.state === 'sent') return recordInvoiceSent(tx, at, ended, message, actor)
    const maybeSeen = message.state === 'unknown' || message.maybeSent
    const goesBack = row.tentative && row.status === 'draft' && !maybeSeen
    const tentative = goesBack
    await tx
      .update(invoices)
      .set({ sendingId: null, sends: ended.sends, tentative })
      .where(eq(invoices.id, id))
    if (!goesBack) return
    await takeNumberBack(tx, row)
    await withdrawMessage(tx, message.id, 'The invoice is a draft again: send it from there')
  })
}

async function recordInvoiceSent(
  tx: Tx,
  at: number,
  row: InvoiceRow,
  { channel, sentAt }: Pick<typeof outbox.$inferSelect, 'channel' | 'sentAt'>,
  actor: Actor,
): Promise<void> {
  const status = row.status === 'draft' ? ('sent' as const) : row.status
  const settled = {
    ...row,
    status,
    tentative: false,
    sentAt: sentAt ?? at,
    sentVia: channel,
    // It may have been paid while it was on its way.
    postAt: status === 'sent' && row.paidAt !== null ? at : null,
    updatedAt: at,
  }
  await tx.update(invoices).set(settled).where(eq(invoices.id, row.id))
  await onInvoiceSent(tx, at, settled)
  await recordActivity(tx, at, {
    type: 'invoice.sent',
    actor,
    summary: `Sent ${invoiceSubject(row).name} by ${channel === 'email' ? 'email' : 'text message'}`,
    subject: invoiceSubject(row),
    franchiseId: row.franchiseId,
    metadata: { invoiceId: row.id },
  })
}

/** Settles sends that a crash cut off; the message may have gone out since, or still be on its way. */
export async function settleInterrupted(deps: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const rows = await deps.store.read
    .select({ id: invoices.id })
    .from(invoices)
    .where(isNotNull(invoices.sendingId))
    .limit(500)
  for (const { id } of rows) await settleSend(deps, id, 'truckroll')
}
