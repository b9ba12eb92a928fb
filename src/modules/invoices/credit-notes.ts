import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { invoices, payments, refunds } from '../../../db/schema'
import type { InvoiceContent } from '../../../db/schema/invoices'
import { newId, type Tx } from '../../../db/store'
import { localDateAt } from '../../lib/calendar'
import type { Cents } from '../../lib/money'
import { findFranchise } from '../franchises'
import { taxWithin } from '../ledger'
import { requireJob } from '../jobs'
import { clearTodo } from '../office'
import { insertDraft } from './draft'
import { announceInvoice } from './events'
import { nextNumber } from './issue'
import { insertInvoice, isUnseenDraft, liveInvoice, invoiceToSend, paidFor, type InvoiceRow } from './rows'
import { voidRow } from './void'

interface PaidRefund {
  id: string
  jobId: string
  cents: Cents
}

/**
 * Follows a refund in the unit that records it: a sent invoice gets a credit note with its own number, and a
 * draft that nobody has seen is voided once everything is refunded.
 */
export async function creditNoteForRefund(tx: Tx, at: number, jobId: string): Promise<void> {
  const invoice = await liveInvoice(tx, jobId)
  if (invoice?.status === 'sent') await creditRefunds(tx, at, invoice)
  else if (
    invoice &&
    isUnseenDraft(invoice) &&
    (await paidFor(tx, jobId)).refundedCents >= invoice.totalCents
  )
    await voidRow(tx, invoice, {
      at,
      actor: 'truckroll',
      reason: refundedUnsent,
    })
}

const refundedUnsent = 'Everything was refunded before it was sent'

/**
 * The refund failed after all: its credit note is void and keeps its number, and an invoice that was voided
 * because of it is made again.
 */
export async function undoCreditNote(
  tx: Tx,
  at: number,
  refund: Pick<PaidRefund, 'id' | 'jobId'>,
): Promise<void> {
  const of = await tx
    .select()
    .from(invoices)
    .where(eq(invoices.jobId, refund.jobId))
    .orderBy(desc(invoices.id))
  const note = of.find(({ refundId, status }) => refundId === refund.id && status !== 'void')
  if (note) await voidRow(tx, note, { at, actor: 'truckroll', reason: 'The refund failed' })
  const newest = of.find(({ kind }) => kind === 'invoice')
  if (newest?.status === 'void' && newest.voidReason === refundedUnsent)
    await insertDraft(tx, await requireJob(tx, refund.jobId), { at })
}

/** One note for each refund of the job that has none, however long ago it was paid. The schema allows only one. */
export async function creditRefunds(tx: Tx, at: number, invoice: InvoiceRow): Promise<void> {
  for (const refund of await refundsWithoutNote(tx, invoice.jobId)) await insertNote(tx, at, invoice, refund)
}

/** Only for payments that count, because a duplicate payment was never part of the invoice. */
function refundsWithoutNote(tx: Tx, jobId: string): Promise<{ id: string; cents: Cents }[]> {
  return tx
    .select({ id: refunds.id, cents: refunds.cents })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(
      and(eq(refunds.jobId, jobId), eq(refunds.state, 'done'), eq(payments.pays, true), isNull(invoices.id)),
    )
    .orderBy(asc(refunds.doneAt), asc(refunds.id))
}

async function insertNote(
  tx: Tx,
  at: number,
  invoice: InvoiceRow,
  refund: Pick<PaidRefund, 'id' | 'cents'>,
): Promise<void> {
  const franchise = invoice.franchiseId === null ? undefined : await findFranchise(tx, invoice.franchiseId)
  const issuedOn = localDateAt(at, invoice.content.timeZone ?? franchise?.timeZone ?? 'UTC')
  const year = Number(issuedOn.slice(0, 4))
  const content = contentOf(invoice, refund.cents)
  const note: InvoiceRow = {
    ...invoice,
    id: newId(),
    kind: 'credit_note',
    status: 'sent',
    number: await nextNumber(tx, { kind: 'credit_note', franchise: franchise ?? null, year, at }),
    scheduleId: null,
    period: null,
    creditsId: invoice.id,
    refundId: refund.id,
    taxCents: content.taxCents,
    totalCents: content.totalCents,
    content,
    issuedOn,
    dueOn: null,
    paidAt: null,
    sentAt: null,
    sentVia: null,
    sends: 0,
    tentative: false,
    sendingId: null,
    postAt: null,
    createdAt: at,
    updatedAt: at,
  }
  await insertInvoice.run(tx, note)
  await announceInvoice(tx, at, 'created', note)
}

/** The refund and its share of the tax. */
function contentOf({ content, number }: InvoiceRow, cents: Cents): InvoiceContent {
  const taxCents = taxWithin(content, cents)
  return {
    ...content,
    lines: [{ kind: 'refund', label: `Refund for invoice ${number}`, amountCents: cents - taxCents }],
    subtotalCents: cents - taxCents,
    taxCents,
    totalCents: cents,
    creditsNumber: number,
  }
}

/** Runs in the unit that records an invoice as sent. The invoice may have been voided in the meantime. */
export async function onInvoiceSent(tx: Tx, at: number, invoice: InvoiceRow): Promise<void> {
  if (invoice.status !== 'sent') return
  await announceInvoice(tx, at, 'sent', invoice)
  await clearTodo(tx, at, invoiceToSend, invoice.jobId)
  await creditRefunds(tx, at, invoice)
}
