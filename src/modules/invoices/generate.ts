import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import { conflict } from '../../lib/errors'
import { recordActivity } from '../activity/record'
import { requireJob } from '../jobs/find'
import { assertOwed } from './billed'
import { insertDraft, refreshDraft } from './draft'
import { renderInvoiceHtml } from './html'
import type { Generated } from './model'
import { invoiceDataOf, presentInvoice } from './present'
import { liveInvoice } from './rows'

/** Makes the invoice of a job, or brings its draft up to date. What was sent stays as it is. */
export async function generateInvoice(
  deps: Deps,
  jobId: string,
  actor: string,
  once: Once,
): Promise<{ status: 200 | 201; answer: Generated }> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const job = await requireJob(tx, jobId)
    await assertOwed(tx, job)
    const existing = await liveInvoice(tx, jobId)
    if (existing?.status === 'sent' || existing?.sendingId)
      throw conflict('The invoice of this job has been sent. Void it first to make another.')
    const row = existing ? await refreshDraft(tx, existing, job, at) : await insertDraft(tx, job, { at })
    const data = await invoiceDataOf(deps, tx, row)
    const answer: Generated = {
      invoice: presentInvoice(row),
      invoiceData: data,
      html: renderInvoiceHtml(data),
      message: existing ? 'The draft was brought up to date.' : 'The invoice was made.',
    }
    await recordActivity(tx, at, {
      type: existing ? 'invoice.updated' : 'invoice.created',
      actor,
      summary: existing ? 'The draft of an invoice was updated' : 'An invoice was made',
      metadata: { invoiceId: row.id, jobId },
    })
    const status = existing ? 200 : 201
    await once.settle(tx, status, ok(answer))
    return { status, answer }
  })
}
