import { eq } from 'drizzle-orm'
import { invoices } from '../../db/schema'
import type { Tx } from '../../db/store'
import type { Deps } from '../deps'
import { insertDraft } from '../modules/invoices/draft'
import { issueInvoice } from '../modules/invoices/issue'
import { requireJob } from '../modules/jobs/find'
import type { InvoiceStep } from './history'

/** An invoice that went out by e-mail, as far as anybody can tell from it. */
export async function sendInvoice(tx: Tx, deps: Deps, { id, at, job, number }: InvoiceStep): Promise<void> {
  const draft = await insertDraft(tx, await requireJob(tx, job.id), { at })
  await tx.update(invoices).set({ id, number }).where(eq(invoices.id, draft.id))
  await issueInvoice(tx, deps, { ...draft, id, number }, at)
  await tx
    .update(invoices)
    .set({ status: 'sent', sentAt: at, sentVia: 'email', sends: 1, updatedAt: at })
    .where(eq(invoices.id, id))
}
