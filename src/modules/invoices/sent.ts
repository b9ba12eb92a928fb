import type { Tx } from '../../../db/store'
import { clearTask } from '../hq-tasks/raise'
import { creditRefunds } from './credit-note'
import { toSend, type InvoiceRow } from './rows'

/** What follows from an invoice having gone out, in the unit that says so. It may be void by then. */
export async function onInvoiceSent(tx: Tx, at: number, invoice: InvoiceRow): Promise<void> {
  if (invoice.status !== 'sent') return
  await clearTask(tx, at, toSend, invoice.jobId)
  await creditRefunds(tx, at, invoice)
}
