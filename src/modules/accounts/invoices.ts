import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { invoices, jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import { invoiceUrl } from '../invoices/links'
import type { AccountInvoice } from './model'

const atMost = 100

/** The newest ones that were sent to her: drafts are the office's own, also once they are void. */
export async function invoicesOfCustomer(deps: Deps, customerId: string): Promise<AccountInvoice[]> {
  const rows = await deps.store.read
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(eq(jobs.customerId, customerId), ne(invoices.status, 'draft'), isNotNull(invoices.number)))
    .orderBy(desc(invoices.id))
    .limit(atMost)
  return rows.map(({ invoice }) => ({
    id: invoice.id,
    kind: invoice.kind,
    status: invoice.status,
    number: invoice.number!,
    jobId: invoice.jobId,
    total: unitsFromCents(invoice.totalCents),
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    paidAt: isoTimeOrNull(invoice.paidAt),
    url: invoiceUrl(deps, invoice.id),
  }))
}
