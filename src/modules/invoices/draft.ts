import { and, eq, isNull, sql } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import { isUnchanged, prepared, newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { unpaidCents } from '../../lib/job-states'
import { formatUsd } from '../../lib/money'
import { findFranchise } from '../franchises'
import { jobSubject, requireJob, type NewJob, type JobRow } from '../jobs'
import { recordActivity, clearTodo, raiseTodo } from '../office'
import { contentOf } from './content'
import { announceInvoice } from './events'
import { renderInvoiceHtml } from './html'
import type { InvoiceGenerated } from './model'
import { invoiceDataOf, presentInvoice } from './present'
import {
  invoiceSubject,
  assertOwed,
  liveInvoice,
  settledAt,
  insertInvoice,
  isUnseenDraft,
  invoiceToSend,
  type InvoiceRow,
} from './rows'
import { voidRow } from './void'

/** Creates a job's invoice or updates its draft. A sent invoice doesn't change. */
export async function generateInvoice(
  deps: Deps,
  jobId: string,
  actor: Actor,
  once: Once,
): Promise<{ isNew: boolean; answer: InvoiceGenerated }> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const job = await requireJob(tx, jobId)
    assertOwed(job)
    const existing = await liveInvoice(tx, jobId)
    if (existing?.status === 'sent' || existing?.sendingId)
      throw conflict('This job’s invoice was already sent. Void it before you create another.')
    const row = existing ? await refreshDraft(tx, existing, job, at) : await insertDraft(tx, job, { at })
    const data = await invoiceDataOf(deps, tx, row)
    const answer: InvoiceGenerated = {
      invoice: presentInvoice(row),
      invoiceData: data,
      html: renderInvoiceHtml(data, 'en'),
      message: existing ? 'Invoice draft updated.' : 'Invoice created.',
    }
    if (row !== existing)
      await recordActivity(tx, at, {
        type: existing ? 'invoice.updated' : 'invoice.created',
        actor,
        summary: `${existing ? 'Updated' : 'Created'} ${invoiceSubject(row).name} for ${jobSubject(job).name}`,
        subject: invoiceSubject(row),
        franchiseId: row.franchiseId,
        metadata: { invoiceId: row.id, jobId },
      })
    const isNew = !existing
    await once.settle(tx, answer, { isNew })
    return { isNew, answer }
  })
}

/** The circumstances of a new invoice that its job doesn't know. */
export interface Origin {
  at: number
  /** One invoice per schedule and period, forever. */
  schedule?: { id: string; period: string }
  /** Set if it is settled without a payment; otherwise the job's payment decides. */
  paidAt?: number | null
  /** When it will be sent automatically. */
  postAt?: number | null
}

/** Stores the draft of a job's invoice, inside the caller's unit. */
export async function insertDraft(tx: Tx, job: NewJob, origin: Origin): Promise<InvoiceRow> {
  const { at, schedule, paidAt = null, postAt = null } = origin
  const row: InvoiceRow = {
    ...blank,
    id: newId(),
    jobId: job.id,
    scheduleId: schedule?.id ?? null,
    period: schedule?.period ?? null,
    ...(await saidOf(tx, job, schedule?.period ?? null)),
    paidAt: paidAt ?? (await settledAt(tx, job)),
    postAt,
    demo: job.demo,
    createdAt: at,
    updatedAt: at,
  }
  await insertInvoice.run(tx, row)
  await announceInvoice(tx, at, 'created', row)
  return row
}

/** A draft follows its job until it is sent. */
export async function refreshDraft(tx: Tx, row: InvoiceRow, job: NewJob, at: number): Promise<InvoiceRow> {
  const fresh = await freshDraft(tx, row, job, at)
  if (isUnchanged(row, { ...fresh, updatedAt: row.updatedAt })) return row
  await tx.update(invoices).set(fresh).where(eq(invoices.id, row.id))
  return fresh
}

/** The draft updated from its job. Writes nothing. */
export async function freshDraft(tx: Tx, row: InvoiceRow, job: NewJob, at: number): Promise<InvoiceRow> {
  const paidAt = (await settledAt(tx, job)) ?? (job.totalCents === 0 ? row.paidAt : null)
  return { ...row, ...(await saidOf(tx, job, row.period)), paidAt, updatedAt: at }
}

async function saidOf(tx: Tx, job: NewJob, period: string | null) {
  const franchise = job.franchiseId === null ? undefined : await findFranchise(tx, job.franchiseId)
  return {
    franchiseId: job.franchiseId,
    customerName: job.customerName,
    customerEmail: job.customerEmail,
    customerPhone: job.customerPhone,
    taxCents: job.taxCents,
    totalCents: job.totalCents,
    content: await contentOf(tx, job, franchise, period),
  }
}

/** Assigns an invoice to a period of a schedule, unless it already has one. */
export async function countForPeriod(
  tx: Tx,
  invoiceId: string,
  { id, period }: { id: string; period: string },
): Promise<void> {
  await tx
    .update(invoices)
    .set({ scheduleId: id, period })
    .where(and(eq(invoices.id, invoiceId), isNull(invoices.scheduleId)))
}

const blank = {
  kind: 'invoice',
  status: 'draft',
  number: null,
  tentative: false,
  creditsId: null,
  refundId: null,
  issuedOn: null,
  dueOn: null,
  sentAt: null,
  sentVia: null,
  sends: 0,
  sendingId: null,
  voidedAt: null,
  voidedBy: null,
  voidReason: null,
} as const

const markPaid = prepared((db) =>
  db
    .update(invoices)
    .set({
      paidAt: sql`coalesce(${invoices.paidAt}, ${sql.placeholder('at')})`,
      updatedAt: sql`${sql.placeholder('at')}`,
      // The customer has a copy that asks for money, so one that says it is paid is made.
      postAt: sql`iif(${invoices.status} = 'sent', ${sql.placeholder('at')}, NULL)`,
    })
    .where(eq(invoices.id, sql.placeholder('id'))),
)

/**
 * Marks a paid job's invoice as paid, creating it if needed, in the unit that records the payment. Until the
 * last cent is paid, it stays open.
 */
export async function invoicePaidJob(tx: Tx, at: number, job: JobRow): Promise<void> {
  const existing = await liveInvoice(tx, job.id)
  const isSettled = unpaidCents(job) === 0
  if (!existing) {
    const row = await insertDraft(tx, job, { at, paidAt: isSettled ? at : null })
    if (isSettled) await announceInvoice(tx, at, 'paid', row)
    return
  }
  if (!isSettled) return
  const current = isUnseenDraft(existing) ? await refreshDraft(tx, existing, job, at) : existing
  await markPaid.run(tx, { id: existing.id, at })
  await clearTodo(tx, at, invoiceToSend, job.id)
  await announceInvoice(tx, at, 'paid', { ...current, paidAt: current.paidAt ?? at, updatedAt: at })
}

interface By {
  at: number
  actor: Actor
}

/** HQ undid a payment, so the invoice is open again. */
export async function reopenInvoice(tx: Tx, at: number, job: JobRow): Promise<void> {
  const invoice = await liveInvoice(tx, job.id)
  if (invoice?.paidAt && unpaidCents(job) > 0)
    await tx.update(invoices).set({ paidAt: null, updatedAt: at }).where(eq(invoices.id, invoice.id))
}

/** Voids the invoice of a canceled job unless it was paid in full. */
export async function voidUnpaidInvoice(tx: Tx, job: JobRow, { at, actor }: By): Promise<void> {
  const invoice = await liveInvoice(tx, job.id)
  if (!invoice || (await settledAt(tx, job)) !== null) return
  await voidRow(tx, invoice, { at, actor, reason: 'The job was canceled' })
}

/**
 * Follows a new price: a draft is updated, and a sent invoice is replaced by a draft for HQ to send. Paid
 * invoices stay. Returns the invoice that counts from now on.
 */
export async function followPrice(tx: Tx, job: JobRow, { at, actor }: By): Promise<InvoiceRow | undefined> {
  const invoice = await liveInvoice(tx, job.id)
  if (!invoice || (invoice.paidAt !== null && job.paidCents > 0)) return invoice
  if (isUnseenDraft(invoice)) return refreshDraft(tx, invoice, job, at)
  if (invoice.totalCents === job.totalCents) return invoice
  return replace(tx, invoice, job, { at, actor })
}

async function replace(tx: Tx, old: InvoiceRow, job: JobRow, { at, actor }: By): Promise<InvoiceRow> {
  await voidRow(tx, old, { at, actor, reason: 'The price of the job changed' })
  const { scheduleId, period } = old
  // A period has one invoice per schedule: the new one takes its place.
  await tx.update(invoices).set({ scheduleId: null, period: null }).where(eq(invoices.id, old.id))
  const schedule = scheduleId === null || period === null ? {} : { schedule: { id: scheduleId, period } }
  const draft = await insertDraft(tx, job, { at, ...schedule })
  await raiseTodo(tx, at, {
    kind: invoiceToSend,
    subject: job.id,
    title: 'Send the new invoice: the price changed after the first one was sent',
    detail: `The price went from ${formatUsd(old.totalCents)} to ${formatUsd(job.totalCents)}. We voided invoice ${old.number} and made a draft for the new price. Open the job and send it.`,
    franchiseId: job.franchiseId,
  })
  return draft
}
