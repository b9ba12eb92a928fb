import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { recordActivity, clearTodo } from '../office'
import { announceInvoice } from './events'
import type { Invoice, InvoiceVoidInput } from './model'
import { presentInvoice } from './present'
import { invoiceSubject, requireInvoice, invoiceToSend, type InvoiceRow } from './rows'

/** Voids an invoice. It keeps its number, and its job can get a new one. */
export async function voidInvoice(
  deps: Deps,
  id: string,
  { reason, paid: seenPaid }: InvoiceVoidInput,
  actor: Actor,
): Promise<Invoice> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireInvoice(tx, id)
    if (row.status === 'void') return presentInvoice(row)
    const isPaid = row.paidAt !== null
    if (seenPaid !== undefined && seenPaid !== isPaid)
      throw conflict(
        `This invoice ${isPaid ? 'has been paid' : 'is no longer paid'} since you opened it. Reload it before you void it.`,
      )
    if (row.sendingId !== null) throw conflict('This invoice is being sent. Try again in a moment.')
    return presentInvoice(await voidRow(tx, row, { at, actor, reason: reason ?? null }))
  })
}

/** Runs in the caller's unit. A message already on its way still arrives, and its link shows a void invoice. */
export async function voidRow(
  tx: Tx,
  row: InvoiceRow,
  { at, actor, reason }: { at: number; actor: Actor; reason: string | null },
): Promise<InvoiceRow> {
  const change = {
    status: 'void' as const,
    voidedAt: at,
    voidedBy: actorText(actor),
    voidReason: reason,
    postAt: null,
    updatedAt: at,
  }
  await tx.update(invoices).set(change).where(eq(invoices.id, row.id))
  await clearTodo(tx, at, invoiceToSend, row.jobId)
  await recordActivity(tx, at, {
    type: 'invoice.voided',
    actor,
    summary: `Voided ${invoiceSubject(row).name}`,
    subject: invoiceSubject(row),
    franchiseId: row.franchiseId,
    metadata: { invoiceId: row.id },
  })
  const voided = { ...row, ...change }
  await announceInvoice(tx, at, 'voided', voided)
  return voided
}
