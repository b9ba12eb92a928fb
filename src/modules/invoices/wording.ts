import { formatUsd } from '../../lib/money'
import type { InvoiceData } from './model'

/** What the document says, in words and in order, for whatever form it takes. */
export interface Wording {
  title: string
  facts: [label: string, value: string][]
  rows: { label: string; amount: string; isAddOn: boolean }[]
  sums: { label: string; amount: string; strong: boolean }[]
  closing: string
  /** In large letters across the top: what must not be overlooked. */
  stamp: string | null
}

export function wordingOf(data: InvoiceData): Wording {
  return {
    title: data.kind === 'invoice' ? 'Invoice' : 'Credit note',
    facts: factsOf(data),
    rows: data.lines.map(({ kind, label, amountCents }) => ({
      label,
      amount: amountCents === null ? 'included' : formatUsd(amountCents),
      isAddOn: kind === 'add_on',
    })),
    sums: sumsOf(data),
    closing: closingOf(data),
    stamp: stampOf(data),
  }
}

function factsOf(data: InvoiceData): [string, string][] {
  const facts: [string, string | null][] = [
    ['Number', data.number ?? 'not given yet'],
    ['For invoice', data.creditsNumber],
    ['Booking', data.reference],
    ['Date', dateIn(data.issuedOn)],
    ['Due', data.paidOn === null && data.balanceCents > 0 ? dateIn(data.dueOn) : null],
    ['Service date', dateIn(data.serviceDate)],
    ['Billed for', data.period === data.serviceDate ? null : dateIn(data.period)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function sumsOf(data: InvoiceData): Wording['sums'] {
  const sums = [{ label: 'Subtotal', amount: formatUsd(data.subtotalCents), strong: false }]
  if (data.taxCents > 0 || data.taxPercent > 0)
    sums.push({ label: `Tax (${data.taxPercent}%)`, amount: formatUsd(data.taxCents), strong: false })
  if (data.kind === 'credit_note')
    return [...sums, { label: 'Refunded', amount: formatUsd(data.totalCents), strong: true }]
  sums.push({ label: 'Total', amount: formatUsd(data.totalCents), strong: true })
  if (data.paidOn !== null)
    sums.push({ label: 'Paid', amount: formatUsd(data.balanceCents - data.totalCents), strong: false })
  sums.push({ label: 'Balance due', amount: formatUsd(data.balanceCents), strong: true })
  if (data.refundedCents > 0)
    sums.push({ label: 'Refunded', amount: formatUsd(data.refundedCents), strong: false })
  return sums
}

function closingOf({ kind, status, paidOn, balanceCents, refundedCents }: InvoiceData): string {
  if (status === 'void') return 'This invoice is void. Nothing is to be paid on it.'
  if (kind === 'credit_note') return 'The amount goes back to the card or account it was paid from.'
  if (paidOn !== null && refundedCents > 0)
    return `Paid on ${readableDate(paidOn)}. ${formatUsd(refundedCents)} went back to the card or account it was paid from.`
  if (paidOn !== null) return `Paid on ${readableDate(paidOn)}. Thank you.`
  return balanceCents === 0 ? 'Nothing is to be paid.' : 'Thank you for your business.'
}

function stampOf({ status, paidOn, kind, refundedCents, totalCents }: InvoiceData): string | null {
  if (status === 'void') return 'VOID'
  if (paidOn === null || kind !== 'invoice') return null
  return refundedCents > 0 && refundedCents >= totalCents ? 'REFUNDED' : 'PAID'
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2026-03-02` as `March 2, 2026`. */
export function readableDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${months[Number(month) - 1] ?? month} ${Number(day)}, ${year}`
}

const dateIn = (date: string | null): string | null => (date === null ? null : readableDate(date))
