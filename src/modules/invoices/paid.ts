import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { clearTask } from '../hq-tasks/raise'
import type { JobRow } from '../jobs/present'
import { insertDraft, refreshDraft } from './draft'
import { isUnseen, liveInvoice, toSend } from './rows'

const markPaid = prepared((db) =>
  db
    .update(invoices)
    .set({
      paidAt: sql`coalesce(${invoices.paidAt}, ${sql.placeholder('at')})`,
      updatedAt: sql`${sql.placeholder('at')}`,
      postAt: null,
    })
    .where(eq(invoices.id, sql.placeholder('id'))),
)

/** A job was paid: its invoice is made if there is none, and says so. Part of the unit that makes it true. */
export async function invoicePaidJob(tx: Tx, at: number, job: JobRow): Promise<void> {
  const existing = await liveInvoice(tx, job.id)
  if (!existing) {
    await insertDraft(tx, job, { at, paidAt: at })
    return
  }
  if (isUnseen(existing)) await refreshDraft(tx, existing, job, at)
  await markPaid.run(tx, { id: existing.id, at })
  await clearTask(tx, at, toSend, job.id)
}
