import type { Tx } from '../../../db/store'
import { eventType, recordEvent, type EventType } from '../events'
import { Invoice } from './model'
import { presentInvoice } from './present'
import type { InvoiceRow } from './rows'

const events = {
  created: eventType('invoice.created', 'A draft invoice or a credit note was made', Invoice),
  sent: eventType('invoice.sent', 'An invoice was sent to the customer', Invoice),
  paid: eventType('invoice.paid', 'An invoice was paid', Invoice),
  voided: eventType('invoice.voided', 'An invoice was voided', Invoice),
}

/** Every event about an invoice. */
export const invoiceEventTypes: EventType[] = Object.values(events)

export const announceInvoice = (
  tx: Tx,
  at: number,
  event: keyof typeof events,
  row: InvoiceRow,
): Promise<void> => recordEvent(tx, at, events[event], () => presentInvoice(row))
