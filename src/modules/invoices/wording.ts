import { basisPointsFromPercent } from '../../lib/money'
import { invoiceWords, type InvoiceWords } from '../../words/invoice'
import type { Language } from '../../words/language'
import type { InvoiceData } from './model'

/** The words of the document in order, the same for HTML, PDF and email. */
export interface Wording {
  title: string
  billTo: string
  facts: [label: string, value: string][]
  head: { description: string; amount: string }
  rows: { label: string; amount: string; isAddOn: boolean; isIncluded: boolean }[]
  sums: { label: string; amount: string; strong: boolean }[]
  payOnline: string
  closing: string
  /** In large letters across the top, so that nobody overlooks it. */
  stamp: string | null
}

export function wordingOf(data: InvoiceData, language: Language): Wording {
  const words = invoiceWords(language)
  return {
    title: data.kind === 'invoice' ? words.invoice : words.creditNote,
    billTo: words.billTo,
    facts: factsOf(data, words),
    head: { description: words.description, amount: words.amount },
    rows: data.lines.map((line) => ({
      label: labelOf(line, words),
      amount: line.amountCents === null ? words.included : words.money(line.amountCents),
      isAddOn: line.kind === 'add_on',
      isIncluded: line.amountCents === null,
    })),
    sums: sumsOf(data, words),
    payOnline: words.payOnline,
    closing: closingOf(data, words),
    stamp: stampOf(data, words),
  }
}

/** Lines are stored in English. Those that we wrote ourselves are named again in the reader's language. */
export function labelOf({ kind, label }: InvoiceData['lines'][number], words: InvoiceWords): string {
  if (kind === 'discount') return words.discount(/^Discount \((.*)\)$/s.exec(label)?.[1] ?? null)
  if (kind === 'credit') return words.referralCredit
  const refunded = kind === 'refund' ? /^Refund for invoice (.*)$/s.exec(label)?.[1] : undefined
  return refunded === undefined ? label : words.refundFor(refunded)
}

function factsOf(data: InvoiceData, { facts, date }: InvoiceWords): [string, string][] {
  const dateIn = (day: string | null) => (day === null ? null : date(day))
  const all: [string, string | null][] = [
    [facts.number, data.number ?? facts.notNumbered],
    [facts.forInvoice, data.creditsNumber],
    [facts.reference, data.reference],
    [facts.date, dateIn(data.issuedOn)],
    [facts.due, data.paidOn === null && data.balanceCents > 0 ? dateIn(data.dueOn) : null],
    [facts.paidOn, data.kind === 'invoice' && data.status !== 'void' ? dateIn(data.paidOn) : null],
    [facts.serviceDate, dateIn(data.serviceDate)],
    [facts.billedFor, data.period === data.serviceDate ? null : dateIn(data.period)],
  ]
  return all.filter((fact): fact is [string, string] => fact[1] !== null)
}

function sumsOf(data: InvoiceData, words: InvoiceWords): Wording['sums'] {
  const sum = (label: string, cents: number, strong = false) => ({
    label,
    amount: words.money(cents),
    strong,
  })
  const sums = [sum(words.subtotal, data.subtotalCents)]
  if (data.taxCents > 0 || data.taxPercent > 0)
    sums.push(sum(words.tax(basisPointsFromPercent(data.taxPercent) ?? 0), data.taxCents))
  if (data.kind === 'credit_note') return [...sums, sum(words.refunded, data.totalCents, true)]
  sums.push(sum(words.total, data.totalCents, true))
  if (data.paidOn !== null) sums.push(sum(words.paid, data.balanceCents - data.totalCents))
  else if (data.paidCents > 0) sums.push(sum(words.paid, -data.paidCents))
  sums.push(sum(words.balanceDue, data.balanceCents, true))
  if (data.refundedCents > 0) sums.push(sum(words.refunded, data.refundedCents))
  return sums
}

function closingOf(data: InvoiceData, { closing }: InvoiceWords): string {
  const { kind, status, paidOn, balanceCents, refundedCents } = data
  if (status === 'void') return closing.void
  if (kind === 'credit_note') return closing.creditNote
  if (paidOn !== null && refundedCents > 0)
    return closing.partlyRefunded({ on: paidOn, cents: refundedCents })
  if (paidOn !== null) return closing.paid({ on: paidOn })
  return balanceCents === 0 ? closing.nothingDue : closing.thanks
}

function stampOf(data: InvoiceData, { stamps }: InvoiceWords): string | null {
  const { status, paidOn, kind, refundedCents, totalCents } = data
  if (status === 'void') return stamps.void
  if (paidOn === null || kind !== 'invoice') return null
  return refundedCents > 0 && refundedCents >= totalCents ? stamps.refunded : stamps.paid
}
