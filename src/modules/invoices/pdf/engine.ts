import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { FontPackage } from './font-packages'
import { Layout, type Composed } from './layout'
import { Pen } from './text'

export interface PrintedDocument {
  bytes: Uint8Array
  /** Fonts that aren't installed; words that need them were replaced. */
  missing: FontPackage[]
}

/**
 * Slow to load and slow to run, so only its own thread imports this. The library gets fonts and pictures as bytes,
 * so it reads no file and fetches nothing.
 */
export async function print(
  compose: (logo: Uint8Array | null) => Composed,
  logo: Uint8Array | null,
): Promise<PrintedDocument> {
  try {
    return await printComposed(compose(logo))
  } catch (error) {
    if (logo === null) throw error
    // A damaged picture must not keep anyone from getting their document.
    return printComposed(compose(null))
  }
}

async function printComposed({ title, author, date, language, content }: Composed): Promise<PrintedDocument> {
  // Dated like the document rather than the moment of printing, so the same document is the same file.
  const day = new Date(`${date}T00:00:00Z`)
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    font: null,
    lang: `${language}-US`,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: day, ModDate: day },
  })
  const pen = new Pen(doc, language)
  new Layout(doc, pen).draw(content)
  doc.end()
  return { bytes: await buffer(doc), missing: [...pen.missing] }
}
