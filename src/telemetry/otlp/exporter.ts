import { waitUpTo } from '../../lib/background'
import type { Log } from '../../lib/log'
import type { SpanValues } from '../trace'

/** A span that has ended, in the JSON form of OTLP. */
export interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  status: { code: number }
}

interface OtlpAttribute {
  key: string
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }
}

export function attributesOf(values: SpanValues): OtlpAttribute[] {
  return Object.entries(values).map(([key, value]) => {
    if (typeof value === 'string') return { key, value: { stringValue: value } }
    if (typeof value === 'boolean') return { key, value: { boolValue: value } }
    return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }
  })
}

export interface ExportLimits {
  /** More spans than this wait for nobody: they are dropped. */
  mostQueued: number
  mostPerCall: number
  /** The longest time a span waits for others. */
  gatherMs: number
  callMs: number
  /** The pauses before each further attempt. */
  retryMs: readonly number[]
  /** How long a shutdown waits. */
  closeMs: number
}

export const usualExport: ExportLimits = {
  mostQueued: 4_096,
  mostPerCall: 512,
  gatherMs: 5_000,
  callMs: 10_000,
  retryMs: [1_000, 5_000],
  closeMs: 2_000,
}

export interface Collector {
  /** The address below which OTLP/HTTP expects `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  /** Attributes of this service. */
  resource: SpanValues
}

/** Statuses after which the same spans may be sent again. */
const passing = new Set([429, 502, 503, 504])

/**
 * Sends spans in the background, one call at a time. A collector that is slow, broken or gone costs spans, never a
 * request: the queue has a limit, and what doesn't fit is dropped.
 */
export class SpanExporter {
  readonly figures = { exported: 0, dropped: 0 }
  #queue: OtlpSpan[] = []
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #works = true
  readonly #closing = new AbortController()

  constructor(
    private readonly collector: Collector,
    private readonly log: Log,
    private readonly limits: ExportLimits = usualExport,
  ) {}

  add(span: OtlpSpan): void {
    if (this.#queue.length >= this.limits.mostQueued) {
      this.figures.dropped++
      return
    }
    this.#queue.push(span)
    if (this.#queue.length >= this.limits.mostPerCall) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), this.limits.gatherMs).unref()
  }

  async close(): Promise<void> {
    this.#flush()
    await waitUpTo(this.limits.closeMs, this.#sending ?? Promise.resolve())
    this.#closing.abort()
    this.figures.dropped += this.#queue.splice(0).length
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#sending ??= this.#drain().finally(() => (this.#sending = null))
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#queue.splice(0, this.limits.mostPerCall)
      const arrived = await this.#deliver(batch)
      this.figures[arrived ? 'exported' : 'dropped'] += batch.length
      this.#tellChange(arrived)
    }
  }

  async #deliver(batch: OtlpSpan[]): Promise<boolean> {
    const body = JSON.stringify(this.#envelope(batch))
    for (const pauseMs of [...this.limits.retryMs, null]) {
      const status = await this.#post(body)
      if (status !== null && status >= 200 && status < 300) return true
      const isFinal = status !== null && !passing.has(status)
      if (isFinal || pauseMs === null || this.#closing.signal.aborted) return false
      await Bun.sleep(pauseMs)
    }
    return false
  }

  /** The status, or null without an answer. */
  async #post(body: string): Promise<number | null> {
    const { endpoint, headers } = this.collector
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(this.limits.callMs), this.#closing.signal]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    }
  }

  #envelope(spans: OtlpSpan[]): object {
    const scopeSpans = [{ scope: { name: 'truckroll' }, spans }]
    return {
      resourceSpans: [{ resource: { attributes: attributesOf(this.collector.resource) }, scopeSpans }],
    }
  }

  /** Logs only changes, and never the address, which can contain a key. */
  #tellChange(works: boolean): void {
    if (works === this.#works) return
    this.#works = works
    if (works) this.log.info('traces reach the collector again')
    else this.log.warn('traces do not reach the collector', { cure: 'Check OTEL_EXPORTER_OTLP_ENDPOINT.' })
  }
}
