import { formatPhone } from '../../../words/formats'
import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import { wordingOf, type Wording } from '../wording'
import { print, type PrintedDocument } from './engine'
import { contentWidth, type Block, type Composed, type Grid } from './layout'
import { divider, logoBlock, pairs, quiet } from './parts'

export const printInvoice = (
  data: InvoiceData,
  language: Language,
  logo: Uint8Array | null = null,
): Promise<PrintedDocument> => print((picture) => documentOf(data, language, picture), logo)

export function documentOf(data: InvoiceData, language: Language, logo: Uint8Array | null = null): Composed {
  const wording = wordingOf(data, language)
  const { number, seller, issuedOn, notice } = data
  const facts = wording.facts.map(([label, value]) => ({ label, value }))
  const sums = wording.sums.map(({ label, amount, strong }) => ({ label, value: amount, strong }))
  return {
    title: `${wording.title} ${number ?? ''}`.trim(),
    author: seller.name,
    date: issuedOn ?? '2000-01-01',
    language,
    content: [
      { widths: ['rest', 'fit'], gap, rows: [[sellerBlock(data, logo), titleBlock(data, wording)]] },
      notice === null ? [] : [{ space: 8 }, { text: notice, bold: true }],
      divider(seller.color),
      sides(customerBlock(data, wording), pairs(facts, ['fit', 'rest'])),
      { space: 16 },
      linesTable(wording),
      { space: 6 },
      sides([], pairs(sums, ['rest', 100], 10)),
      { space: 14 },
      ...closing(data, wording),
    ],
  }
}

const gap = 24

/** The facts and the sums stand in the right column, the customer in the left one. */
const sides = (left: Block, right: Block): Grid => ({
  widths: [contentWidth * 0.55, 'rest'],
  gap,
  rows: [[left, right]],
})

const isGiven = (text: string | null): text is string => text !== null && text !== ''

function sellerBlock({ seller }: InvoiceData, logo: Uint8Array | null): Block {
  const ways = [seller.address, seller.phone && formatPhone(seller.phone), seller.email].filter(isGiven)
  return [
    logoBlock(logo),
    { text: seller.name, size: 16, bold: true, color: seller.color },
    ...ways.map((text) => ({ text, size: 9, color: quiet })),
  ]
}

const titleBlock = ({ seller }: InvoiceData, { title, stamp }: Wording): Block => [
  { text: title, size: 20, bold: true, end: true },
  stamp === null ? [] : { text: stamp, size: 14, bold: true, color: seller.color, end: true },
]

function customerBlock({ customer }: InvoiceData, { billTo }: Wording): Block {
  const { address, email, phone } = customer
  return [
    { text: billTo, size: 9, color: quiet },
    { text: customer.name, size: 11, bold: true },
    ...[address, email, phone && formatPhone(phone)].filter(isGiven).map((text) => ({ text })),
  ]
}

const linesTable = ({ head, rows }: Wording): Grid => ({
  widths: ['rest', 100],
  above: 3,
  below: 3,
  line: 0.75,
  head: [
    { text: head.description, size: 9, color: quiet },
    { text: head.amount, size: 9, color: quiet, end: true },
  ],
  rows: rows.map(({ label, amount, isAddOn, isIncluded }) => [
    { text: label, indent: isAddOn ? 12 : 0 },
    { text: amount, end: true, ...(isIncluded ? { color: quiet } : {}) },
  ]),
})

function closing({ payUrl, seller }: InvoiceData, wording: Wording): Block[] {
  const thanks = { text: wording.closing, color: quiet }
  if (payUrl === null) return [thanks]
  const link = { text: payUrl, color: seller.color, link: payUrl }
  return [{ text: wording.payOnline, color: quiet }, link, thanks]
}
