import type { Language } from '../../../words/language'
import { print, type PrintedDocument } from './engine'
import type { Composed } from './layout'
import { divider, logoBlock, pairs, quiet } from './parts'

/** The work done on a visit, with its words already written. */
export interface ReportDocument {
  title: string
  /** The company that makes the document. */
  seller: string
  color: string
  /** The day the document carries, YYYY-MM-DD. */
  date: string
  facts: [label: string, value: string][]
  head: [question: string, answer: string]
  answers: [question: string, answer: string][]
  signature: {
    statement: string
    /** Empty if the name was typed. */
    strokes: number[][]
    signer: string
    /** The time, and the hash of the signed content. */
    about: string[]
  } | null
}

export const printReport = (
  data: ReportDocument,
  language: Language,
  logo: Uint8Array | null,
): Promise<PrintedDocument> => print((picture) => reportDocumentOf(data, language, picture), logo)

export function reportDocumentOf(
  { title, seller, color, date, facts, head, answers, signature }: ReportDocument,
  language: Language,
  logo: Uint8Array | null,
): Composed {
  return {
    title,
    author: seller,
    date,
    language,
    content: [
      logoBlock(logo),
      {
        widths: ['rest', 'rest'],
        rows: [
          [
            { text: seller, size: 12, bold: true, color },
            { text: title, size: 16, bold: true, end: true },
          ],
        ],
      },
      divider(color),
      pairs(
        facts.map(([label, value]) => ({ label, value })),
        ['fit', 'rest'],
        10,
      ),
      ...(answers.length === 0
        ? []
        : [
            { space: 16 },
            {
              widths: ['rest' as const, 200],
              gap: 12,
              above: 3,
              below: 3,
              line: 0.5,
              head: head.map((text, column) => ({ text, size: 9, color: quiet, end: column === 1 })),
              rows: answers.map((row) => row.map((text, column) => ({ text, end: column === 1 }))),
            },
          ]),
      ...(signature === null
        ? []
        : [
            { space: 20 },
            [
              { text: signature.statement },
              { space: 8 },
              signature.strokes.length > 0
                ? { strokes: signature.strokes }
                : { text: signature.signer, size: 18 },
              { space: 4 },
              { text: signature.signer, bold: true },
              ...signature.about.map((text) => ({ text, size: 9, color: quiet })),
            ],
          ]),
    ],
  }
}
