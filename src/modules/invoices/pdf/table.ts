import type { Language } from '../../../words/language'
import { print, type PrintedDocument } from './engine'
import type { Composed } from './layout'
import { heading, pairs, quiet } from './parts'

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
  logo: Uint8Array | null,
): Promise<PrintedDocument> => print((picture) => tableDocumentOf(data, language, picture), logo)

export function tableDocumentOf(
  { title, seller, color, date, columns, rows, ...data }: TableDocument,
  language: Language,
  logo: Uint8Array | null,
): Composed {
  const facts = data.facts.map(([label, value]) => ({ label, value }))
  const sums = data.sums.map(({ label, amount, strong = false }) => ({ label, value: amount, strong }))
  const end = (column: number) => columns[column]?.end ?? false
  return {
    title,
    author: seller,
    date,
    language,
    content: [
      ...heading({ title, seller, color }, logo),
      {
        widths: ['rest', 230],
        gap: 36,
        rows: [[pairs(facts, ['fit', 'rest']), pairs(sums, ['rest', 90])]],
      },
      { space: 16 },
      {
        widths: columns.map(({ width }) => width),
        gap: 6,
        above: 3,
        below: 3,
        line: 0.5,
        head: columns.map(({ head }, column) => ({ text: head, size: 9, color: quiet, end: end(column) })),
        rows: rows.map((row) => row.map((text, column) => ({ text, size: 9, end: end(column) }))),
      },
      { space: 12 },
      { text: data.closing, size: 9, color: quiet },
    ],
  }
}
