import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { formatUsd } from '../../lib/money'
import { raiseTask } from '../hq-tasks/raise'
import type { JobRow } from '../jobs/present'
import { paymentOf } from './billed'
import { insertDraft, refreshDraft } from './draft'
import { isUnseen, liveInvoice, toSend, type InvoiceRow } from './rows'
import { voidRow } from './void'

interface By {
  at: number
  actor: string
}

/** A job was cancelled: where nothing was paid, its invoice asks for nothing any more. */
export async function voidUnpaidInvoice(tx: Tx, jobId: string, { at, actor }: By): Promise<void> {
  const invoice = await liveInvoice(tx, jobId)
  if (!invoice || (await paymentOf(tx, jobId))) return
  await voidRow(tx, invoice, { at, actor, reason: 'The job was cancelled' })
}

/**
 * The price of a job changed: a draft says the new one, and what the customer has got over another amount
 * is replaced by a draft for headquarters to send. Paid ones stay. Gives the invoice that counts from now on.
 */
export async function followPrice(tx: Tx, job: JobRow, { at, actor }: By): Promise<InvoiceRow | undefined> {
  const invoice = await liveInvoice(tx, job.id)
  if (!invoice || (await paymentOf(tx, job.id))) return invoice
  if (isUnseen(invoice)) return refreshDraft(tx, invoice, job, at)
  if (invoice.totalCents === job.totalCents) return invoice
  return replace(tx, invoice, job, { at, actor })
}

async function replace(tx: Tx, old: InvoiceRow, job: JobRow, { at, actor }: By): Promise<InvoiceRow> {
  await voidRow(tx, old, { at, actor, reason: 'The price of the job changed' })
  const { scheduleId, period } = old
  // There is one invoice per schedule and period: from now on it is the new one.
  await tx.update(invoices).set({ scheduleId: null, period: null }).where(eq(invoices.id, old.id))
  const schedule = scheduleId === null || period === null ? {} : { schedule: { id: scheduleId, period } }
  const draft = await insertDraft(tx, job, { at, ...schedule })
  await raiseTask(tx, at, {
    kind: toSend,
    subject: job.id,
    title: 'A price changed after its invoice was sent: send the new invoice',
    detail: `Job ${job.id}: ${formatUsd(old.totalCents)} became ${formatUsd(job.totalCents)}. Invoice ${old.number} is void; a draft takes its place.`,
    franchiseId: job.franchiseId,
  })
  return draft
}
