import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'
import { findFranchise } from '../franchises/area'
import type { NewJob } from '../jobs/insert'
import { paymentOf } from './billed'
import { contentOf } from './content'
import { insertInvoice, type InvoiceRow } from './rows'

/** How an invoice comes into being, beside what its job says. */
export interface Origin {
  at: number
  /** One invoice per schedule and period, ever. */
  schedule?: { id: string; period: string }
  /** Where it is settled without a payment; otherwise the job's payment says. */
  paidAt?: number | null
  /** When it shall be sent by itself. */
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
    paidAt: paidAt ?? (await paymentOf(tx, job.id))?.paidAt ?? null,
    postAt,
    demo: job.demo,
    createdAt: at,
    updatedAt: at,
  }
  await insertInvoice.run(tx, row)
  return row
}

/** A draft follows its job until it is sent. */
export async function refreshDraft(tx: Tx, row: InvoiceRow, job: NewJob, at: number): Promise<InvoiceRow> {
  const paidAt = (await paymentOf(tx, job.id))?.paidAt ?? (job.totalCents === 0 ? row.paidAt : null)
  const said = { ...(await saidOf(tx, job, row.period)), paidAt, updatedAt: at }
  await tx.update(invoices).set(said).where(eq(invoices.id, row.id))
  return { ...row, ...said }
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

const blank = {
  kind: 'invoice',
  status: 'draft',
  number: null,
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
