import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from '../../config'
import type { Log } from '../../lib/log'
import { programVersion } from '../../version'
import type { SpanKind, SpanValues, Tracer } from '../trace'
import { attributesOf, SpanExporter, type ExportLimits } from './exporter'

/** A place in a trace. Work that isn't sampled has one too, so that nothing below it is. */
interface Place {
  traceId: string
  spanId: string
  parentId: string | null
  sampled: boolean
  startedAt: number
  ended: boolean
}

const hex = (bytes: number): string => crypto.getRandomValues(new Uint8Array(bytes)).toHex()

/** The caller's trace and span, and whether the caller records it. Null if the header is missing or wrong. */
export function parseTraceparent(header: string | null) {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

type Sampling = Pick<Config['tracing'], 'sampler' | 'share'>

/** A share is chosen by the id alone, so all processes choose the same traces. */
export function isSampled({ sampler, share }: Sampling, traceId: string, byCaller: boolean | null): boolean {
  if (byCaller !== null && sampler.startsWith('parentbased_')) return byCaller
  if (sampler.endsWith('always_on')) return true
  if (sampler.endsWith('always_off')) return false
  return Number.parseInt(traceId.slice(-13), 16) < share * 2 ** 52
}

const kinds: Record<SpanKind, number> = { unit: 1, task: 1, request: 2, call: 3 }

/** Nanoseconds since 1970 as text, because a number can't hold them. */
export function nanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}

const wallClock = (): number => performance.timeOrigin + performance.now()

/** Traces for an OpenTelemetry collector. Loaded only if one is set up. */
export function otlpTracer(
  tracing: Config['tracing'] & { endpoint: string },
  log: Log,
  limits?: ExportLimits,
): Tracer {
  const current = new AsyncLocalStorage<Place | undefined>()
  const { endpoint, headers, attributes, serviceName } = tracing
  const resource = { ...attributes, 'service.name': serviceName, 'service.version': programVersion }
  const exporter = new SpanExporter({ endpoint, headers, resource }, log, limits)

  const begin = (
    parent: { traceId: string; spanId: string; sampled: boolean } | null,
    isCaller = false,
  ): Place => {
    const traceId = parent?.traceId ?? hex(16)
    const sampled =
      parent !== null && !isCaller ? parent.sampled : isSampled(tracing, traceId, parent?.sampled ?? null)
    return {
      traceId,
      spanId: hex(8),
      parentId: parent?.spanId ?? null,
      sampled,
      startedAt: wallClock(),
      ended: false,
    }
  }

  const end = (place: Place, name: string, kind: SpanKind, values: SpanValues, failed: boolean) => {
    if (place.ended) return
    place.ended = true
    if (!place.sampled) return
    exporter.add({
      traceId: place.traceId,
      spanId: place.spanId,
      ...(place.parentId === null ? {} : { parentSpanId: place.parentId }),
      name,
      kind: kinds[kind],
      startTimeUnixNano: nanoseconds(place.startedAt),
      endTimeUnixNano: nanoseconds(wallClock()),
      attributes: attributesOf(values),
      status: { code: failed ? 2 : 0 },
    })
  }

  return {
    on: true,
    async span(name, kind, values, work) {
      const parent = current.getStore() ?? null
      if (parent === null && kind === 'unit') return work()
      const place = begin(parent)
      try {
        const answer = await current.run(place, work)
        end(place, name, kind, values, false)
        return answer
      } catch (error) {
        // The message could quote a person's words, so only the kind of error is told.
        const errorType = error instanceof Error ? error.name : typeof error
        end(place, name, kind, { ...values, 'error.type': errorType }, true)
        throw error
      }
    },
    request: (traceparent, work) => current.run(begin(parseTraceparent(traceparent), true), work),
    endRequest(name, values, failed) {
      const place = current.getStore()
      if (place) end(place, name, 'request', values, failed)
    },
    apart: (work) => current.run(undefined, work),
    figures: () => exporter.figures,
    close: () => exporter.close(),
  }
}
