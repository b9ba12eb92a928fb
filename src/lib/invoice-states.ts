/** The one status of an invoice that people see. A credit note is only ever sent or void. */
export const invoiceStates = ['draft', 'sent', 'paid', 'overdue', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

interface Stated {
  kind: 'invoice' | 'credit_note'
  status: 'draft' | 'sent' | 'void'
  /** Any amount: only whether it is above zero counts. */
  total: number
  paidAt: number | string | null
  dueOn: string | null
}

/**
 * A paid invoice is paid even if it was never sent. It isn't overdue on its due date, and a draft is never due,
 * because nobody has received it. `stateIs` in the invoices module says the same in SQL.
 */
export function invoiceStateOf({ kind, status, total, paidAt, dueOn }: Stated, today: string): InvoiceState {
  if (status === 'void') return 'void'
  if (paidAt !== null) return 'paid'
  if (status === 'draft') return 'draft'
  const isLate = kind === 'invoice' && total > 0 && dueOn !== null && dueOn < today
  return isLate ? 'overdue' : 'sent'
}

/** How long ago an open invoice was due, in days. */
export const agingBuckets = ['current', '1-30', '31-60', '61-plus'] as const
export type AgingBucket = (typeof agingBuckets)[number]
