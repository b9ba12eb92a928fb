import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import { customers, invoiceDocuments, invoices, jobs, payments, billingSchedules } from '../../../db/schema'
import { placeholders, prepared, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { missing, conflict, must } from '../../lib/errors'
import { spokenLanguage, type Language } from '../../words/language'
import type { JobRow, NewJob } from '../jobs'

export type InvoiceRow = typeof invoices.$inferSelect

/** An invoice or credit note as the activity log names it. */
export const invoiceSubject = ({ id, kind, number }: Pick<InvoiceRow, 'id' | 'kind' | 'number'>) => ({
  kind: 'invoice' as const,
  id,
  name: number === null ? 'a draft invoice' : `${kind === 'invoice' ? 'invoice' : 'credit note'} ${number}`,
})

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
        // Written out, because a partial index is used only for constants.
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

const customerOfJob = prepared((db) =>
  db
    .select({ language: customers.language, series: customers.linkSeries })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .where(eq(jobs.id, sql.placeholder('jobId'))),
)

export const insertInvoice = prepared((db) => db.insert(invoices).values(placeholders(invoices)))

/** The language its customer has chosen. */
export async function chosenLanguage(db: Db, { jobId }: Pick<InvoiceRow, 'jobId'>): Promise<Language | null> {
  return (await customerOf(db, { jobId })).language
}

/** Its customer's language, and the number in links to them. */
export async function customerOf(
  db: Db,
  { jobId }: Pick<InvoiceRow, 'jobId'>,
): Promise<{ language: Language | null; series: number }> {
  return (await customerOfJob.get(db, { jobId })) ?? { language: null, series: 0 }
}

/** The language to write to its customer in. */
export const languageOfInvoice = async (
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  row: Pick<InvoiceRow, 'jobId'>,
): Promise<Language> =>
  spokenLanguage((await chosenLanguage(store.read, row)) ?? 'en', settings.languages.offered)

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> => byId.get(db, { id })

export async function requireInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id)
  if (!row) throw missing('Invoice')
  return row
}

/** The job's current invoice: neither void nor a credit note. */
export const liveInvoice = (db: Db, jobId: string): Promise<InvoiceRow | undefined> => live.get(db, { jobId })

/** A draft that isn't on its way to the customer, so it may still change. */
export const isUnseenDraft = ({ status, sendingId }: InvoiceRow): boolean =>
  status === 'draft' && sendingId === null

/** The kind of to-do that asks HQ to send a job's invoice. */
export const invoiceToSend = 'invoice.to-send'

/** The current invoice has all credit notes of its job: a refund keeps its note when the invoice is made again. */
export const creditNotesOf = (db: Db, { id, jobId, status }: InvoiceRow): Promise<InvoiceRow[]> =>
  status === 'void' ? notesOf.all(db, { id }) : notesOfJob.all(db, { jobId })

/** The document last sent, byte for byte. */
export const sentDocument = (db: Db, invoiceId: string) => newestDocument.get(db, { invoiceId })

const counted = prepared((db) =>
  db
    .select({
      // Nobody knows when money came in before an import; by the end of the work, as far as we know.
      lastAt: sql<
        number | null
      >`coalesce(max(${payments.paidAt}), max(iif(${jobs.paidBeforeCents} > 0, coalesce(${jobs.completedAt}, ${jobs.createdAt}), NULL)))`,
      paidCents: sql<number>`coalesce(sum(${payments.capturedCents}), 0) + coalesce(max(${jobs.paidBeforeCents}), 0)`,
      refundedCents: sql<number>`coalesce(sum(${payments.refundedCents}), 0)`,
    })
    .from(jobs)
    .leftJoin(payments, and(eq(payments.jobId, jobs.id), eq(payments.pays, true)))
    .where(eq(jobs.id, sql.placeholder('jobId'))),
)

/** The amount paid toward a job, even if it was refunded or disputed since or paid before an import. */
export const paidFor = async (db: Db, jobId: string) =>
  must(await counted.get(db, { jobId }), 'The sum of the payments')

const recorded = prepared((db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(eq(payments.jobId, sql.placeholder('jobId')), gte(payments.updatedAt, sql.placeholder('since'))),
    )
    .limit(1),
)

/** Whether a payment of the invoice came in, was refunded or was undone after a time. */
export const hasMoneyMovedSince = async (db: Db, { kind, jobId }: InvoiceRow, since: number) =>
  kind === 'invoice' && (await recorded.get(db, { jobId, since })) !== undefined

/** When the last cent of a job was paid; null while something is due. */
export async function settledAt(db: Db, { id, totalCents }: Pick<NewJob, 'id' | 'totalCents'>) {
  const { lastAt, paidCents } = await paidFor(db, id)
  return paidCents > 0 && paidCents >= totalCents ? lastAt : null
}

/** Nothing is owed for a job that was canceled before anything was paid. */
export function assertOwed(job: Pick<JobRow, 'status' | 'paidCents'>): void {
  if (job.status === 'cancelled' && job.paidCents === 0)
    throw conflict('The job was canceled before anything was paid, so there is nothing to invoice')
}

/** A schedule names a job template, or the plan behind it. A paused schedule bills its visits later. */
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

/** Whether a schedule bills the visits of this job template, each by its own calendar. */
export async function isBilledBySchedule(db: Db, templateId: string | null): Promise<boolean> {
  return templateId !== null && (await ofTemplate.get(db, { templateId })) !== undefined
}
