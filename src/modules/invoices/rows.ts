import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { customers, invoiceDocuments, invoices, jobs, payments, billingSchedules } from '../../../db/schema'
import { placeholders, prepared, type Db } from '../../../db/store'
import { missing, conflict } from '../../lib/errors'
import type { Language } from '../../words/language'
import type { JobRow } from '../jobs'

export type InvoiceRow = typeof invoices.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.id, sql.placeholder('id')))
    .limit(1),
)
const live = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.jobId, sql.placeholder('jobId')),
        // Spelled out: an index over some rows is used only for constants.
        sql`${invoices.kind} = 'invoice' AND ${invoices.status} <> 'void'`,
      ),
    )
    .limit(1),
)
const notesOf = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.creditsId, sql.placeholder('id')), ne(invoices.status, 'void')))
    .orderBy(asc(invoices.id)),
)
const notesOfJob = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.jobId, sql.placeholder('jobId')),
        eq(invoices.kind, 'credit_note'),
        ne(invoices.status, 'void'),
      ),
    )
    .orderBy(asc(invoices.id)),
)
const newestDocument = prepared((db) =>
  db
    .select()
    .from(invoiceDocuments)
    .where(eq(invoiceDocuments.invoiceId, sql.placeholder('invoiceId')))
    .orderBy(desc(invoiceDocuments.id))
    .limit(1),
)

const customerLanguage = prepared((db) =>
  db
    .select({ language: customers.language })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .where(eq(jobs.id, sql.placeholder('jobId'))),
)

export const insertInvoice = prepared((db) => db.insert(invoices).values(placeholders(invoices)))

/** The language its customer has chosen. */
export async function chosenLanguage(db: Db, { jobId }: Pick<InvoiceRow, 'jobId'>): Promise<Language | null> {
  return (await customerLanguage.get(db, { jobId }))?.language ?? null
}

/** The language to write to its customer in. */
export const languageOfInvoice = async (db: Db, row: Pick<InvoiceRow, 'jobId'>): Promise<Language> =>
  (await chosenLanguage(db, row)) ?? 'en'

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> => byId.get(db, { id })

export async function requireInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id)
  if (!row) throw missing('Invoice')
  return row
}

/** The job's invoice that counts: neither void nor a credit note. */
export const liveInvoice = (db: Db, jobId: string): Promise<InvoiceRow | undefined> => live.get(db, { jobId })

/** A draft of which nothing is on its way to the customer: it may still say something else. */
export const isUnseenDraft = ({ status, sendingId }: InvoiceRow): boolean =>
  status === 'draft' && sendingId === null

/** The kind of task that asks headquarters to send the invoice of a job. */
export const invoiceToSend = 'invoice.to-send'

/** The invoice that counts has all of its job's: a refund keeps its note when the invoice is made anew. */
export const creditNotesOf = (db: Db, { id, jobId, status }: InvoiceRow): Promise<InvoiceRow[]> =>
  status === 'void' ? notesOf.all(db, { id }) : notesOfJob.all(db, { jobId })

/** What was last sent of it, byte for byte. */
export const sentDocument = (db: Db, invoiceId: string) => newestDocument.get(db, { invoiceId })

const paying = prepared((db) =>
  db
    .select({ paidAt: payments.paidAt, refundedCents: payments.refundedCents })
    .from(payments)
    .where(and(eq(payments.jobId, sql.placeholder('jobId')), eq(payments.pays, true)))
    .limit(1),
)

/** The payment that paid a job. It stays so whatever was given back of it, or is disputed. */
export const paymentOf = (db: Db, jobId: string) => paying.get(db, { jobId })

/** Of a job that was cancelled before anything was paid, nothing is owed. */
export async function assertOwed(db: Db, job: Pick<JobRow, 'id' | 'status'>): Promise<void> {
  if (job.status === 'cancelled' && !(await paymentOf(db, job.id)))
    throw conflict('The job was cancelled and nothing was paid for it: there is nothing to invoice')
}

/** A schedule names a template, or the plan that made it. One that is paused bills its visits later. */
const ofTemplate = prepared((db) =>
  db
    .select({ id: billingSchedules.id })
    .from(billingSchedules)
    .where(
      sql`${billingSchedules.status} <> 'ended' AND ${billingSchedules.recurringScheduleId} IN (
        SELECT ${sql.placeholder('templateId')}
        UNION ALL SELECT id FROM maintenance_plans WHERE template_id = ${sql.placeholder('templateId')})`,
    )
    .limit(1),
)

/** Whether a schedule bills the visits of this template, each by its own calendar. */
export async function isBilledBySchedule(db: Db, templateId: string | null): Promise<boolean> {
  return templateId !== null && (await ofTemplate.get(db, { templateId })) !== undefined
}
