import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import { printInvoice } from './document'
import type { PrintedDocument } from './engine'
import { lookForFontsIn } from './fonts'
import { printReport, type ReportDocument } from './report'
import { printTable, type TableDocument } from './table'

declare const self: Worker

export interface PrintOrder {
  id: number
  /** The document to print: an invoice, a document that is mostly a table, or the report of a visit. */
  data: InvoiceData | TableDocument | ReportDocument
  language: Language
  /** The folder of the fonts that were added. */
  fonts: string
  logo: Uint8Array | null
}
export type Printed = ({ id: number } & PrintedDocument) | { id: number; error: string }

/** Each document leaves a few megabytes of garbage, which the runtime is slow to collect. */
const documentsPerSweep = 5
let documents = 0

self.addEventListener('message', (event: MessageEvent<PrintOrder>) => void print(event.data))

async function print({ id, data, language, fonts, logo }: PrintOrder): Promise<void> {
  try {
    lookForFontsIn(fonts)
    const { bytes: buffer, missing } = await printedOf(data, language, logo)
    const bytes = new Uint8Array(buffer)
    self.postMessage({ id, bytes, missing } satisfies Printed, [bytes.buffer])
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Printed)
  }
  if (++documents % documentsPerSweep === 0) Bun.gc(true)
}

function printedOf(data: PrintOrder['data'], language: Language, logo: Uint8Array | null) {
  if ('columns' in data) return printTable(data, language, logo)
  return 'signature' in data ? printReport(data, language, logo) : printInvoice(data, language, logo)
}
