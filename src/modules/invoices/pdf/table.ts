import type { Language } from '../../../words/language'
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
  type PrintedDocument,
} from './engine'

/** A document that is mostly one table, such as a statement, with its words already written. */
export interface TableDocument {
  title: string
  /** The company that makes the document. */
  seller: string
  color: string
  /** The day the document carries, YYYY-MM-DD. The same contents are then the same file. */
  date: string
  facts: [label: string, value: string][]
  columns: { head: string; width: number; end?: boolean }[]
  rows: string[][]
  sums: { label: string; amount: string; strong?: boolean }[]
  closing: string
}

export const printTable = (
  data: TableDocument,
  language: Language,
  logo: string | null,
): Promise<PrintedDocument> => print((picture) => tableDocumentOf(data, language, picture), logo)

export function tableDocumentOf(data: TableDocument, language: Language, logo: string | null): Composed {
  const fonts: Fonts = { faces: new Set(), missing: new Set() }
  const write = writer(fonts, language)
  const { title, seller, color, columns, rows } = data
  const pair = (label: string, value: string, bold = false) => [
    write(label, { size: 9, bold, ...(bold ? {} : { color: quiet }) }),
    write(value, { bold, alignment: 'right', width: 140 }),
  ]
  const content = [
    ...(logo === null ? [] : [{ image: logo, fit: [150, 44], margin: [0, 0, 0, 6] }]),
    {
      columns: [
        write(seller, { size: 12, bold: true, color }),
        write(title, { size: 16, bold: true, alignment: 'right' }),
      ],
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 2, lineColor: color }],
      margin: [0, 8, 0, 12],
    },
    {
      columns: [
        {
          width: '*',
          layout: tight,
          table: { widths: ['auto', '*'], body: data.facts.map((fact) => pair(...fact)) },
        },
        {
          width: 230,
          layout: tight,
          table: {
            widths: ['*', 90],
            body: data.sums.map(({ label, amount, strong }) => pair(label, amount, strong)),
          },
        },
      ],
      columnGap: 36,
    },
    {
      margin: [0, 16, 0, 12],
      layout: {
        hLineWidth: (place: number) => (place === 0 ? 0 : 0.5),
        vLineWidth: nothing,
        hLineColor: () => rule,
        paddingLeft: nothing,
        paddingRight: () => 6,
        paddingTop: () => 3,
        paddingBottom: () => 3,
      },
      table: {
        headerRows: 1,
        widths: columns.map(({ width }) => width),
        dontBreakRows: true,
        body: [columns.map(({ head }) => head), ...rows].map((row, nth) =>
          row.map((text, place) =>
            write(text, {
              size: 9,
              width: columns[place]?.width ?? 60,
              ...(nth === 0 ? { color: quiet } : {}),
              ...(columns[place]?.end ? { alignment: 'right' as const } : {}),
            }),
          ),
        ),
      },
    },
    write(data.closing, { size: 9, color: quiet, width: contentWidth }),
  ]
  const date = new Date(`${data.date}T00:00:00Z`)
  return {
    document: {
      pageSize: 'LETTER',
      pageMargins: [54, 48, 54, 48],
      defaultStyle: { fontSize: 10, color: ink },
      info: { title, author: seller, creationDate: date, modDate: date },
      language: `${language}-US`,
      displayTitle: true,
      content,
    },
    ...fonts,
  }
}
