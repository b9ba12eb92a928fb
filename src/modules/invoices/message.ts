import type { InvoiceContent } from '../../../db/schema/invoices'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { percentFromBasisPoints } from '../../lib/money'
import type { Message } from '../messages'
import { invoiceUrl } from './links'
import type { SendMethod } from './model'
import type { InvoiceRow } from './rows'

/** What goes out with an invoice: by e-mail the document itself, by text message the way to it. */
export function invoiceMessage(deps: Deps, row: InvoiceRow, method: SendMethod, pdf: Uint8Array): Message {
  return {
    about: `invoice:${row.id}:${row.sends + 1}:${method}`,
    channel: method,
    template: 'invoice',
    recipient: recipientOf(row, method),
    data: {
      name: row.customerName,
      number: row.number,
      totalCents: row.totalCents,
      dueDate: row.dueOn,
      url: invoiceUrl(deps, row.id),
      lines: linesFor(row.content),
      paid: row.paidAt !== null,
    },
    franchiseId: row.franchiseId,
    jobId: row.jobId,
    ...(method === 'email'
      ? { files: [{ name: `${row.number}.pdf`, type: 'application/pdf', bytes: pdf }] }
      : {}),
  }
}

export function recipientOf(row: InvoiceRow, method: SendMethod): string {
  const recipient = method === 'email' ? row.customerEmail : row.customerPhone
  if (recipient === null)
    throw conflict(
      method === 'email' ? 'The customer has no e-mail address' : 'The customer has no phone number',
    )
  return recipient
}

interface Charged {
  label: string
  amountCents: number
}

/** The letter lists what has an amount of its own; the rest is named beside the service. */
function linesFor({ lines, taxCents, taxBasisPoints }: InvoiceContent): Charged[] {
  const included = lines.filter(({ amountCents }) => amountCents === null).map(({ label }) => label)
  const shown = lines.flatMap(({ kind, label, amountCents }) => {
    if (amountCents === null) return []
    const names = kind === 'service' && included.length > 0 ? ` (with ${included.join(', ')})` : ''
    return [{ label: `${label}${names}`, amountCents }]
  })
  return taxCents > 0
    ? [...shown, { label: `Tax (${percentFromBasisPoints(taxBasisPoints)}%)`, amountCents: taxCents }]
    : shown
}
