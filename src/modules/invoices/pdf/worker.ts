import type { InvoiceData } from '../model'
import { printInvoice } from './document'

declare const self: Worker

export interface PrintOrder {
  id: number
  data: InvoiceData
}
export type Printed = { id: number; bytes: Uint8Array } | { id: number; error: string }

/** A document leaves some megabytes of garbage behind, which the runtime is in no hurry to collect. */
const documentsPerSweep = 5
let documents = 0

self.addEventListener('message', (event: MessageEvent<PrintOrder>) => void print(event.data))

async function print({ id, data }: PrintOrder): Promise<void> {
  try {
    const bytes = new Uint8Array(await printInvoice(data))
    self.postMessage({ id, bytes } satisfies Printed, [bytes.buffer])
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Printed)
  }
  if (++documents % documentsPerSweep === 0) Bun.gc(true)
}
