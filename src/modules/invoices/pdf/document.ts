import { formatPhone } from '../../../words/formats'
import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import { wordingOf, type Wording } from '../wording'
import {
  contentWidth,
  ink,
  nothing,
  print,
  quiet,
  rule,
  tight,
  writer,
  type Composed,
  type Fonts,
  type Node,
  type PrintedDocument,
  type Write,
} from './engine'

export const printInvoice = (
  data: InvoiceData,
  language: Language,
  logo: string | null = null,
): Promise<PrintedDocument> => print((picture) => documentOf(data, language, picture), logo)

/** The document for the PDF library, and the fonts its text needs. */
export function documentOf(data: InvoiceData, language: Language, logo: string | null = null): Composed {
  const fonts: Fonts = { faces: new Set(), missing: new Set() }
  const write = writer(fonts, language)
  const wording = wordingOf(data, language)
  const { colour } = data.seller
  const content = [
    { columns: [sellerBlock(data, logo, write), titleBlock(data, wording, write)], columnGap },
    ...(data.notice === null
      ? []
      : [write(data.notice, { bold: true, width: contentWidth, margin: [0, 8, 0, 0] })]),
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 2, lineColor: colour }],
      margin: [0, 8, 0, 12],
    },
    { columns: [customerBlock(data, wording, write), factsBlock(wording, write)], columnGap },
    linesTable(wording, write),
    sumsTable(wording, write),
    { stack: closing(data, wording, write), margin: [0, 14, 0, 0] },
  ]
  return { document: { ...sheet(data, wording, language), content }, ...fonts }
}

function sheet({ number, seller, issuedOn }: InvoiceData, { title }: Wording, language: Language): Node {
  // Dated like the invoice rather than the moment of printing, so the same invoice is the same file.
  const date = new Date(`${issuedOn ?? '2000-01-01'}T00:00:00Z`)
  return {
    pageSize: 'LETTER',
    pageMargins: [54, 48, 54, 48],
    defaultStyle: { fontSize: 10, color: ink },
    info: {
      title: `${title} ${number ?? ''}`.trim(),
      author: seller.name,
      creationDate: date,
      modDate: date,
    },
    language: `${language}-US`,
    displayTitle: true,
  }
}

function sellerBlock({ seller }: InvoiceData, logo: string | null, write: Write): Node {
  const ways = [seller.address, seller.phone && formatPhone(seller.phone), seller.email].filter(
    (way) => way !== null,
  )
  return {
    width: '*',
    stack: [
      ...(logo === null ? [] : [{ image: logo, fit: [150, 44], margin: [0, 0, 0, 6] }]),
      write(seller.name, { size: 16, bold: true, color: seller.colour }),
      ...ways.map((way) => write(way, { size: 9, color: quiet })),
    ],
  }
}

function titleBlock({ seller }: InvoiceData, { title, stamp }: Wording, write: Write): Node {
  return {
    width: 'auto',
    stack: [
      write(title, { size: 20, bold: true, alignment: 'right' }),
      ...(stamp === null
        ? []
        : [write(stamp, { size: 14, bold: true, color: seller.colour, alignment: 'right' })]),
    ],
  }
}

/** The facts and the sums stand in the right column, the customer in the left one. */
const columnGap = 24
const leftWidth = contentWidth * 0.55
const rightWidth = contentWidth - leftWidth - columnGap

function customerBlock({ customer }: InvoiceData, { billTo }: Wording, write: Write): Node {
  const details = [customer.address, customer.email, customer.phone && formatPhone(customer.phone)].filter(
    (detail) => detail !== null && detail !== '',
  )
  return {
    width: leftWidth,
    stack: [
      write(billTo, { size: 9, color: quiet }),
      write(customer.name, { size: 11, bold: true, width: leftWidth }),
      ...details.map((detail) => write(detail ?? '', { width: leftWidth })),
    ],
  }
}

function factsBlock({ facts }: Wording, write: Write): Node {
  return {
    width: '*',
    layout: tight,
    table: {
      widths: ['auto', '*'],
      body: facts.map(([label, value]) => [
        write(label, { size: 9, color: quiet }),
        write(value, { alignment: 'right' }),
      ]),
    },
  }
}

function linesTable({ head: names, rows }: Wording, write: Write): Node {
  const head = [
    write(names.description, { size: 9, color: quiet }),
    write(names.amount, { size: 9, color: quiet, alignment: 'right' }),
  ]
  const body = rows.map(({ label, amount, isAddOn, isIncluded }) => [
    write(label, { width: contentWidth - 120, ...(isAddOn ? { margin: [12, 0, 0, 0] } : {}) }),
    write(amount, { alignment: 'right', ...(isIncluded ? { color: quiet } : {}) }),
  ])
  return {
    margin: [0, 16, 0, 0],
    layout: {
      hLineWidth: (place: number) => (place === 0 ? 0 : 0.75),
      vLineWidth: nothing,
      hLineColor: () => rule,
      paddingLeft: nothing,
      paddingRight: nothing,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
    table: { headerRows: 1, widths: ['*', 100], dontBreakRows: true, body: [head, ...body] },
  }
}

function sumsTable({ sums }: Wording, write: Write): Node {
  const body = sums.map(({ label, amount, strong }) => [
    write(label, { bold: strong, ...(strong ? {} : { color: quiet }) }),
    write(amount, { bold: strong, alignment: 'right' }),
  ])
  return {
    margin: [0, 6, 0, 0],
    unbreakable: true,
    columns: [
      { width: '*', text: [] },
      { width: rightWidth, layout: tight, table: { widths: ['*', 100], body } },
    ],
  }
}

function closing({ payUrl, seller }: InvoiceData, { closing, payOnline }: Wording, write: Write): Node[] {
  const thanks = write(closing, { color: quiet, width: contentWidth })
  if (payUrl === null) return [thanks]
  const link = write(payUrl, { color: seller.colour, width: contentWidth, link: payUrl })
  return [write(payOnline, { color: quiet }), link, thanks]
}
