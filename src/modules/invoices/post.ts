import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { hour, minute } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { queueMessage, waysFor, wakeSender } from '../messages'
import { raiseTodo } from '../office'
import { onInvoiceSent } from './credit-notes'
import { keepDocument } from './documents'
import { issueInvoice, readyToSend } from './issue'
import { invoiceMessage, type PrintedInvoice } from './message'
import type { SendMethod } from './model'
import { keepPaidCopy } from './paid-copy'
import { renderPdf } from './pdf/render'
import { invoiceDataOf } from './present'
import { languageOfInvoice, requireInvoice, type InvoiceRow } from './rows'
import { inTurn, settleInterrupted } from './send'

const postBatchSize = 10
/** How many documents are prepared at once, so the printing thread never waits. */
const postsAtOnce = 2
/** An invoice may change, or lose its number to another, while it is printed. */
const mostTries = 5

/** Sends invoices that are due to go out automatically and keeps the copies of paid ones, in the background. */
export function postInvoicesSoon(deps: Deps): void {
  deps.background.runSingle('posting invoices', () => postInvoices(deps))
}

/** Sets when a draft goes out on its own, or that it doesn't. An invoice that was sent or is being sent stays as it is. */
export async function postDraftAt(tx: Tx, id: string, postAt: number | null): Promise<void> {
  await tx
    .update(invoices)
    .set({ postAt })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'draft'), isNull(invoices.sendingId)))
}

/** Posts and prints everything that is due. Returns how many went to the outbox. */
export async function postInvoices(deps: Deps): Promise<number> {
  await settleInterrupted(deps)
  let posted = 0
  while (!deps.background.stopping) {
    const due = await dueIds(deps)
    if (due.length === 0) break
    const waiting = [...due]
    const poster = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        if (await postOne(deps, id)) posted++
    }
    await Promise.all(Array.from({ length: postsAtOnce }, poster))
    wakeSender(deps)
  }
  return posted
}

async function dueIds({ store, clock }: Deps): Promise<string[]> {
  const rows = await store.read
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isNotNull(invoices.postAt), lte(invoices.postAt, clock.now())))
    .orderBy(asc(invoices.postAt), asc(invoices.id))
    .limit(postBatchSize)
  return rows.map(({ id }) => id)
}

async function postOne(deps: Deps, id: string): Promise<boolean> {
  const row = await requireInvoice(deps.store.read, id)
  if (row.status === 'sent') {
    await keepPaidCopy(deps, row)
    return false
  }
  return inTurn(deps, id, () => postInTurn(deps, id))
}

async function postInTurn(deps: Deps, id: string): Promise<boolean> {
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const ready = await deps.store.write((tx) => prepare(tx, deps, id))
      if (!ready) return false
      const language = await languageOfInvoice(deps, ready.row)
      const data = await invoiceDataOf(deps, deps.store.read, ready.row, language)
      const pdf = await renderPdf(deps, data, language)
      if (
        await deps.store.write((tx) =>
          handOver(tx, deps, ready, { pdf, language, paidCents: data.paidCents }),
        )
      )
        return true
    }
    await deps.store.write((tx) => waitBeforePosting(tx, id, deps.clock.now() + minute))
    return false
  } catch (error) {
    deps.log.error('an invoice could not be posted', { invoice: id, ...describeError(error) })
    await deps.store.write((tx) => putOff(tx, deps.clock.now(), id))
    return false
  }
}

interface ToPost {
  row: InvoiceRow
  method: SendMethod
}

/** The number, dates and channel of an invoice; null if it no longer needs to be sent. */
async function prepare(tx: Tx, deps: Deps, id: string): Promise<ToPost | null> {
  const at = deps.clock.now()
  const draft = await requireInvoice(tx, id)
  if (draft.postAt === null) return null
  if (draft.status !== 'draft' || draft.paidAt !== null || draft.sendingId !== null) return leave(tx, id)
  const method = waysFor(deps.settings, 'invoice', draft)[0]?.channel ?? null
  if (method !== null) return { row: await readyToSend(tx, deps, draft, at), method }
  await raiseTodo(tx, at, {
    kind: 'invoice.no-contact',
    subject: id,
    title: 'Add an email or phone number to send this invoice',
    detail: `${draft.customerName} has neither, so the invoice is waiting. Add one to the job, then send the invoice.`,
    franchiseId: draft.franchiseId,
    jobId: draft.jobId,
  })
  return leave(tx, id)
}

async function leave(tx: Tx, id: string): Promise<null> {
  await tx.update(invoices).set({ postAt: null }).where(eq(invoices.id, id))
  return null
}

/** From here on the outbox delivers it or raises a to-do. False when it has to be printed again. */
async function handOver(
  tx: Tx,
  deps: Deps,
  { row, method }: ToPost,
  printed: PrintedInvoice,
): Promise<boolean> {
  const at = deps.clock.now()
  const sent = await issueInvoice(tx, deps, row, {
    status: 'sent',
    sentAt: at,
    sentVia: method,
    sends: row.sends + 1,
    postAt: null,
    updatedAt: at,
  })
  if (sent === null) return false
  await queueMessage(tx, at, await invoiceMessage(tx, deps, row, { method, ...printed }))
  await keepDocument(tx, row, printed.pdf, at)
  await onInvoiceSent(tx, at, sent)
  return true
}

async function waitBeforePosting(tx: Tx, id: string, postAt: number): Promise<void> {
  await tx
    .update(invoices)
    .set({ postAt })
    .where(and(eq(invoices.id, id), isNotNull(invoices.postAt)))
}

/** One failed invoice must not block the others. */
async function putOff(tx: Tx, at: number, id: string): Promise<void> {
  await waitBeforePosting(tx, id, at + hour)
  await raiseTodo(tx, at, {
    kind: 'invoice.not-posted',
    subject: id,
    title: "An invoice couldn't be sent automatically",
    detail:
      'We try again every hour. Send it by hand if the customer is waiting; the server log has the details.',
  })
}
