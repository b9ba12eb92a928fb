import { and, eq, isNotNull } from 'drizzle-orm'
import { invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { documentOf, keepDocument } from './documents'
import { languageOfInvoice, requireInvoice, type InvoiceRow } from './rows'

/**
 * Prints a sent invoice again once it is paid, and keeps that copy beside the one that was sent. A download made
 * meanwhile is printed on demand.
 */
export async function keepPaidCopy(deps: Deps, row: InvoiceRow): Promise<void> {
  const { id } = row
  try {
    const bytes = await documentOf(deps, row, await languageOfInvoice(deps, row))
    const at = deps.clock.now()
    await deps.store.write(async (tx) => {
      const current = await requireInvoice(tx, id)
      // A change since, such as a void or an erased customer, has decided what is due now.
      if (!Bun.deepEquals(current, row)) return
      await keepDocument(tx, row, bytes, at)
      await tx.update(invoices).set({ postAt: null }).where(eq(invoices.id, id))
    })
  } catch (error) {
    deps.log.error('the paid copy of an invoice could not be printed', {
      invoice: id,
      ...describeError(error),
    })
    const postAt = deps.clock.now() + hour
    await deps.store.write((tx) =>
      tx
        .update(invoices)
        .set({ postAt })
        .where(and(eq(invoices.id, id), isNotNull(invoices.postAt))),
    )
  }
}
