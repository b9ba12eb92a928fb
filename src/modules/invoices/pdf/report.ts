import type { Language } from '../../../words/language'
import { print, type PrintedDocument } from './engine'
import type { Composed } from './layout'
import { heading, pairs, photoGrid, quiet, type CaptionedPhoto } from './parts'

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
  photos: CaptionedPhoto[]
  /** Says that there are more photos, if there are. */
  morePhotos: string | null
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
  { title, seller, color, date, facts, head, answers, photos, morePhotos, signature }: ReportDocument,
  language: Language,
  logo: Uint8Array | null,
): Composed {
  return {
    title,
    author: seller,
    date,
    language,
    content: [
      ...heading({ title, seller, color }, logo),
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
      ...photoGrid(photos),
      ...(morePhotos === null ? [] : [{ text: morePhotos, size: 9, color: quiet }]),
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
