import type { InvoiceContent } from '../../../db/schema/invoices'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { invoiceWords, type InvoiceWords } from '../../words/invoice'
import type { Language } from '../../words/language'
import type { Message } from '../messages'
import { invoiceUrl } from './links'
import type { SendMethod } from './model'
import { customerOf, type InvoiceRow } from './rows'
import { labelOf } from './wording'

export interface PrintedInvoice {
  pdf: Uint8Array
  language: Language
  /** Received so far. */
  paidCents: number
}

/** An email brings the document itself, a text message a link to it. */
export async function invoiceMessage(
  tx: Tx,
  deps: Deps,
  row: InvoiceRow,
  { method, pdf, language, paidCents }: PrintedInvoice & { method: SendMethod },
): Promise<Message> {
  const { series } = await customerOf(tx, row)
  return {
    about: `invoice:${row.id}:${row.sends + 1}:${method}`,
    channel: method,
    template: 'invoice',
    language,
    recipient: recipientOf(row, method),
    data: {
      name: row.customerName,
      number: row.number,
      totalCents: row.totalCents,
      dueDate: row.dueOn,
      url: invoiceUrl(deps, { id: row.id, series }),
      lines: linesFor(row.content, invoiceWords(language)),
      paid: row.paidAt !== null,
      paidCents,
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
      method === 'email'
        ? 'The customer has no email address. Add one, or send the invoice by text.'
        : 'The customer has no phone number. Add one, or send the invoice by email.',
    )
  return recipient
}

interface Charged {
  label: string
  amountCents: number
}

/** The email lists whatever has an amount of its own, and names the rest beside the service. */
function linesFor({ lines, taxCents, taxBasisPoints }: InvoiceContent, words: InvoiceWords): Charged[] {
  const addOns = lines.filter(({ amountCents }) => amountCents === null).map(({ label }) => label)
  const shown = lines.flatMap((line) => {
    if (line.amountCents === null) return []
    const service = labelOf(line, words)
    const label =
      line.kind === 'service' && addOns.length > 0 ? words.including({ service, addOns }) : service
    return [{ label, amountCents: line.amountCents }]
  })
  return taxCents > 0 ? [...shown, { label: words.tax(taxBasisPoints), amountCents: taxCents }] : shown
}
