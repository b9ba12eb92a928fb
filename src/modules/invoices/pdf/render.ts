import type { Deps } from '../../../deps'
import { second } from '../../../lib/clock'
import type { Language } from '../../../words/language'
import type { InvoiceData } from '../model'
import type { Printed, PrintOrder } from './worker'

/** The thread takes about 80 MB, so it ends after a while without work. */
const idleMs = 30 * second

/** Makes the PDF in its own thread, so no request waits for it. */
export function renderPdf(
  { state }: Pick<Deps, 'state'>,
  data: InvoiceData,
  language: Language,
): Promise<Uint8Array> {
  return state.of(InvoicePrinter).print(data, language)
}

interface Thread {
  worker: Worker
  waiting: Map<number, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>
  idle: ReturnType<typeof setTimeout> | null
}

class InvoicePrinter {
  #thread: Thread | null = null
  #orders = 0

  print(data: InvoiceData, language: Language): Promise<Uint8Array> {
    const current = (this.#thread ??= this.#startThread())
    if (current.idle) clearTimeout(current.idle)
    current.idle = null
    return new Promise((resolve, reject) => {
      const order: PrintOrder = { id: ++this.#orders, data, language }
      current.waiting.set(order.id, { resolve, reject })
      current.worker.postMessage(order)
    })
  }

  close(): void {
    if (this.#thread) this.#abandon(this.#thread, new Error('The service has ended'))
  }

  #startThread(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    const started: Thread = { worker, waiting: new Map(), idle: null }
    worker.addEventListener('message', (event: MessageEvent<Printed>) => this.#settle(started, event.data))
    // A thread that dies takes its orders with it; the next order starts a new one.
    worker.addEventListener('error', (event) =>
      this.#abandon(started, new Error(`Invoices cannot be printed: ${event.message}`)),
    )
    ;(worker as unknown as { unref(): void }).unref()
    return started
  }

  #settle(from: Thread, printed: Printed): void {
    const order = from.waiting.get(printed.id)
    from.waiting.delete(printed.id)
    if ('bytes' in printed) order?.resolve(printed.bytes)
    else order?.reject(new Error(`The invoice could not be printed: ${printed.error}`))
    if (from.waiting.size > 0 || from.idle) return
    from.idle = setTimeout(() => this.#abandon(from, new Error('The printer is idle')), idleMs)
    from.idle.unref()
  }

  #abandon(gone: Thread, reason: Error): void {
    if (this.#thread === gone) this.#thread = null
    if (gone.idle) clearTimeout(gone.idle)
    gone.worker.terminate()
    for (const order of gone.waiting.values()) order.reject(reason)
    gone.waiting.clear()
  }
}
