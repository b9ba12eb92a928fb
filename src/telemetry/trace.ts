/** Values that name no person: counts, statuses, and names from the code. */
export type SpanValue = string | number | boolean
export type SpanValues = Record<string, SpanValue>

export type SpanKind = 'server' | 'client' | 'internal'

/** One piece of work in a trace. */
export interface Span {
  set(values: SpanValues): void
  /** Ends the span once; `failed` marks it as an error. */
  end(failed?: boolean): void
}

export interface Tracer {
  /** Whether anything is traced at all. */
  readonly on: boolean
  /** Runs work in a span below the one that is current. */
  span<T>(name: string, kind: SpanKind, values: SpanValues, work: () => Promise<T>): Promise<T>
  /** Runs a request in a span that `endRequest` ends. `traceparent` is the caller's header. */
  request<T>(traceparent: string | null, work: () => T): T
  /** Ends the span of the current request. */
  endRequest(name: string, values: SpanValues, failed: boolean): void
  figures(): { exported: number; dropped: number }
  /** Sends the remaining spans, for a short time at most. */
  close(): Promise<void>
}

/** Traces nothing, at no cost. */
export const noTracer: Tracer = {
  on: false,
  span: (_name, _kind, _values, work) => work(),
  request: (_traceparent, work) => work(),
  endRequest() {},
  figures: () => ({ exported: 0, dropped: 0 }),
  close: async () => {},
}
