import { eq } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { recordActivity } from '../activity/record'
import type { Invoice } from './model'
import { presentInvoice } from './present'
import { requireInvoice, type InvoiceRow } from './rows'

/** Takes an invoice out of force. It keeps its number, and its job may get another one. */
export async function voidInvoice(
  deps: Deps,
  id: string,
  reason: string | null,
  actor: string,
): Promise<Invoice> {
  const at = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireInvoice(tx, id)
    if (row.status === 'void') return presentInvoice(row)
    if (row.sendingId !== null) throw conflict('The invoice is being sent. Try again in a moment.')
    const voided = await voidRow(tx, row, { at, actor, reason })
    await recordActivity(tx, at, {
      type: 'invoice.voided',
      actor,
      summary: `Invoice ${row.number ?? '(draft)'} was voided`,
      metadata: { invoiceId: id },
    })
    return presentInvoice(voided)
  })
}

export async function voidRow(
  tx: Tx,
  row: InvoiceRow,
  { at, actor, reason }: { at: number; actor: string; reason: string | null },
): Promise<InvoiceRow> {
  const change = {
    status: 'void' as const,
    voidedAt: at,
    voidedBy: actor,
    voidReason: reason,
    postAt: null,
    updatedAt: at,
  }
  await tx.update(invoices).set(change).where(eq(invoices.id, row.id))
  return { ...row, ...change }
}
