import { join } from 'node:path'
import type { Config } from '../../../config'
import type { Deps } from '../../../deps'
import { second } from '../../../lib/clock'
import type { Language } from '../../../words/language'
import { clearTodo, raiseTodo } from '../../office'
import type { InvoiceData } from '../model'
import type { PrintedDocument } from './engine'
import { scriptName } from './fallback'
import type { FontPackage } from './font-packages'
import type { ReportDocument } from './report'
import type { TableDocument } from './table'
import type { Printed, PrintOrder } from './worker'

/** The thread takes about 80 MB, so it ends after a while without work. */
const idleMs = 30 * second

type Printing = Pick<Deps, 'state' | 'config' | 'settings' | 'store' | 'clock' | 'background'>

export const fontsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'fonts')

/** Makes the PDF in its own thread, so no request waits for it. A missing font becomes a to-do. */
export function renderPdf(deps: Printing, data: InvoiceData, language: Language): Promise<Uint8Array> {
  return printed(deps, data, language, data.logoUrl === null ? null : logoBytes(deps))
}

/** The same for the office's own documents, with the company's logo. */
export const renderTable = (deps: Printing, data: TableDocument): Promise<Uint8Array> =>
  printed(deps, data, 'en', logoBytes(deps))

/** The report of a visit, in the language of its customer. */
export const renderReport = (deps: Printing, data: ReportDocument, language: Language): Promise<Uint8Array> =>
  printed(deps, data, language, logoBytes(deps))

async function printed(
  deps: Printing,
  data: PrintOrder['data'],
  language: Language,
  logo: Uint8Array | null,
): Promise<Uint8Array> {
  const fonts = fontsFolder(deps.config)
  const { bytes, missing } = await deps.state.of(InvoicePrinter).print({ data, language, fonts, logo })
  for (const font of missing) deps.background.run('font to-do', () => raiseMissingFont(deps, font))
  return bytes
}

const logoBytes = ({ settings: { logo } }: Printing): Uint8Array | null => logo?.bytes ?? null

function raiseMissingFont({ store, clock }: Printing, font: FontPackage): Promise<void> {
  const script = scriptName(font, 'en')
  return store.write((tx) =>
    raiseTodo(tx, clock.now(), {
      kind: 'invoice.no-font',
      subject: font.name,
      title: `Add a font for ${script} to your PDF invoices`,
      detail: `PDF invoices show [${script}] instead of words in this script; the web page of an invoice shows them. On the server, run: ./truckroll fonts add ${font.name}`,
    }),
  )
}

/** Closes the to-do of a font that was added. */
export async function clearMissingFont({ store, clock }: Printing, { name }: FontPackage): Promise<void> {
  await store.write((tx) => clearTodo(tx, clock.now(), 'invoice.no-font', name))
}

interface Thread {
  worker: Worker
  waiting: Map<number, { resolve(printed: PrintedDocument): void; reject(error: Error): void }>
  idle: ReturnType<typeof setTimeout> | null
}

export class InvoicePrinter {
  #thread: Thread | null = null
  #orders = 0

  print(what: Omit<PrintOrder, 'id'>): Promise<PrintedDocument> {
    const current = (this.#thread ??= this.#startThread())
    if (current.idle) clearTimeout(current.idle)
    current.idle = null
    return new Promise((resolve, reject) => {
      const order: PrintOrder = { id: ++this.#orders, ...what }
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
    if ('bytes' in printed) order?.resolve(printed)
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
