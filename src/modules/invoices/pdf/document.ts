import pdfmake from 'pdfmake'
import { formatPhone } from '../../../words/formats'
import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import { wordingOf, type Wording } from '../wording'
import { readable } from './fallback'
import type { FontPackage } from './font-packages'
import { readFace, usualFace, type FaceId } from './fonts'
import { linesOf } from './runs'

// The library may fetch nothing and read no file; it gets its fonts as bytes.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/** Slow to load and slow to run, so only its own thread imports this. */
export async function printInvoice(
  data: InvoiceData,
  language: Language,
  logo: string | null = null,
): Promise<PrintedInvoice> {
  try {
    return await print(data, language, logo)
  } catch (error) {
    if (logo === null) throw error
    // A damaged picture must not keep anyone from getting their invoice.
    return print(data, language, null)
  }
}

async function print(data: InvoiceData, language: Language, logo: string | null): Promise<PrintedInvoice> {
  const { document, faces, missing } = documentOf(data, language, logo)
  faces.add(usualFace)
  // The library changes the object it gets, so it gets a new one each time.
  pdfmake.setFonts(Object.fromEntries([...faces].map((face) => [face, filesOf(face)])))
  const style = { ...(document.defaultStyle as object), font: usualFace }
  const bytes = await pdfmake.createPdf({ ...document, defaultStyle: style }).getBuffer()
  return { bytes, missing: [...missing] }
}

export interface PrintedInvoice {
  bytes: Uint8Array
  /** Fonts that aren't installed; words that need them were replaced. */
  missing: FontPackage[]
}

function filesOf(face: FaceId): { normal: string; bold: string } {
  return { normal: fileOf(face, 'normal'), bold: fileOf(face, 'bold') }
}

function fileOf(face: FaceId, weight: 'normal' | 'bold'): string {
  const name = `${face} ${weight}`
  if (!pdfmake.virtualfs.existsSync(name)) pdfmake.virtualfs.writeFileSync(name, readFace(face, weight))
  return name
}

/** A node of the PDF library's document. The library publishes no types. */
type Node = Record<string, unknown>

const ink = '#1c2420'
const quiet = '#5c6660'
const rule = '#d5dad7'
/** Wide enough for every script, because an overlong line would break in the wrong place. */
const widestLetter = 0.62
/** US Letter without its margins, in points. Anything that fits also fits A4. */
const contentWidth = 612 - 2 * 54

const nothing = () => 0
const tight = {
  hLineWidth: nothing,
  vLineWidth: nothing,
  paddingLeft: nothing,
  paddingRight: nothing,
  paddingTop: nothing,
  paddingBottom: () => 2,
}

interface Fonts {
  faces: Set<FaceId>
  missing: Set<FontPackage>
}

/** The document for the PDF library, and the fonts its text needs. */
export function documentOf(
  data: InvoiceData,
  language: Language,
  logo: string | null = null,
): { document: Node } & Fonts {
  const fonts: Fonts = { faces: new Set(), missing: new Set() }
  const write = writer(fonts, language)
  const wording = wordingOf(data, language)
  const { colour } = data.seller
  const content = [
    { columns: [sellerBlock(data, logo, write), titleBlock(data, wording, write)], columnGap: 24 },
    ...(data.notice === null
      ? []
      : [write(data.notice, { bold: true, width: contentWidth, margin: [0, 8, 0, 0] })]),
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 2, lineColor: colour }],
      margin: [0, 8, 0, 12],
    },
    { columns: [customerBlock(data, wording, write), factsBlock(wording, write)], columnGap: 24 },
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

interface Style {
  size?: number
  bold?: boolean
  color?: string
  /** Column width in points. */
  width?: number
  alignment?: 'right'
  margin?: number[]
  link?: string
}
type Write = (text: string, style?: Style) => Node

function writer({ faces, missing }: Fonts, language: Language): Write {
  return (
    text,
    { size = 10, bold = false, color, width = contentWidth / 2, alignment, margin, link } = {},
  ) => {
    const lines = linesOf(
      readable(text, language, missing),
      Math.max(8, Math.floor(width / (size * widestLetter))),
    )
    for (const { face } of lines.flat()) faces.add(face)
    const shown = lines.map((runs) => ({
      text: runs.map((run) => ({ text: run.text, font: run.face })),
      fontSize: size,
      bold,
      ...(color === undefined ? {} : { color }),
      ...(alignment === undefined ? {} : { alignment }),
      ...(link === undefined ? {} : { link }),
    }))
    return { stack: shown, ...(margin === undefined ? {} : { margin }) }
  }
}

function sellerBlock({ seller }: InvoiceData, logo: string | null, write: Write): Node {
  const ways = [seller.phone && formatPhone(seller.phone), seller.email].filter((way) => way !== null)
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

function customerBlock({ customer }: InvoiceData, { billTo }: Wording, write: Write): Node {
  const width = contentWidth * 0.55
  const details = [customer.address, customer.email, customer.phone && formatPhone(customer.phone)].filter(
    (detail) => detail !== null && detail !== '',
  )
  return {
    width,
    stack: [
      write(billTo, { size: 9, color: quiet }),
      write(customer.name, { size: 11, bold: true, width }),
      ...details.map((detail) => write(detail ?? '', { width })),
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
      { width: 220, layout: tight, table: { widths: ['*', 100], body } },
    ],
  }
}

function closing({ payUrl, seller }: InvoiceData, { closing, payOnline }: Wording, write: Write): Node[] {
  const thanks = write(closing, { color: quiet, width: contentWidth })
  if (payUrl === null) return [thanks]
  const link = write(payUrl, { color: seller.colour, width: contentWidth, link: payUrl })
  return [write(payOnline, { color: quiet }), link, thanks]
}
