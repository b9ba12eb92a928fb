/** Never anything about a person: only counts, statuses and names from the code. */
export type SpanValues = Record<string, string | number | boolean>

/** A unit is shown only within a trace; the others can also start one. */
export type SpanKind = 'request' | 'call' | 'task' | 'unit'

export interface Tracer {
  /** Whether anything is traced at all. */
  readonly on: boolean
  /** Runs work in a span below the current one. */
  span<T>(name: string, kind: SpanKind, values: SpanValues, work: () => Promise<T>): Promise<T>
  /** Runs a request in a span that `endRequest` ends. `traceparent` is the caller's header. */
  request<T>(traceparent: string | null, work: () => T): T
  /** Ends the span of the current request. */
  endRequest(name: string, values: SpanValues, failed: boolean): void
  /** Runs work that goes on after a request outside of that request's trace. */
  apart<T>(work: () => T): T
  /** How many spans were sent and how many were lost. */
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
  apart: (work) => work(),
  figures: () => ({ exported: 0, dropped: 0 }),
  close: async () => {},
}
