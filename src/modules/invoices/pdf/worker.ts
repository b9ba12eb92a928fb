import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import { printInvoice } from './document'

declare const self: Worker

export interface PrintOrder {
  id: number
  data: InvoiceData
  language: Language
}
export type Printed = { id: number; bytes: Uint8Array } | { id: number; error: string }

/** Each document leaves a few megabytes of garbage, which the runtime is slow to collect. */
const documentsPerSweep = 5
let documents = 0

self.addEventListener('message', (event: MessageEvent<PrintOrder>) => void print(event.data))

async function print({ id, data, language }: PrintOrder): Promise<void> {
  try {
    const bytes = new Uint8Array(await printInvoice(data, language))
    self.postMessage({ id, bytes } satisfies Printed, [bytes.buffer])
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Printed)
  }
  if (++documents % documentsPerSweep === 0) Bun.gc(true)
}
