import type { CallOutcome, Figures } from './figures'
import type { Tracer } from './trace'

/** Everything that watching a provider's calls needs. */
export interface Telemetry {
  figures: Figures
  tracer: Tracer
}

type Method = (...values: never[]) => Promise<unknown>
type MethodName<T> = { [Name in keyof T]: T[Name] extends Method ? Name : never }[keyof T] & string

/** The provider answered, and its answer was no. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'PaymentRefused' || ('kind' in error && error.kind === 'refused'))

const methodsOf = <T extends object>(adapter: T): MethodName<T>[] =>
  (Object.keys(adapter) as (keyof T)[]).filter(
    (name): name is MethodName<T> => typeof adapter[name] === 'function',
  )

/**
 * Times and traces calls to a provider. Call it once per adapter, below any cache, so only real calls count.
 * Without names, it watches every method of a plain object. A call lasts from the moment our code makes it to its answer, with pauses and retries.
 */
export function watchCalls<T extends object>(
  telemetry: Telemetry | undefined,
  provider: string,
  adapter: T,
  methods = methodsOf(adapter),
): T {
  if (telemetry === undefined) return adapter
  const { figures, tracer } = telemetry
  const record = (outcome: CallOutcome, startedAt: number) =>
    figures.providerCalls.of({ provider, outcome }).observe((performance.now() - startedAt) / 1000)
  const timed = async (name: string, startedAt: number, answer: Promise<unknown>) => {
    try {
      const values = { 'truckroll.provider': provider }
      const answered = await tracer.span(`${provider} ${name}`, 'call', values, () => answer)
      record('ok', startedAt)
      return answered
    } catch (error) {
      record(isRefusal(error) ? 'refused' : 'failed', startedAt)
      throw error
    }
  }
  for (const name of methods) {
    const original = (adapter[name] as unknown as (...values: never[]) => unknown).bind(adapter)
    const watched = (...values: never[]): unknown => {
      const startedAt = performance.now()
      const answer = original(...values)
      // A list that is read page by page isn't one call.
      return answer instanceof Promise ? timed(name, startedAt, answer) : answer
    }
    Object.defineProperty(adapter, name, {
      value: watched,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
  if ('restingFor' in adapter && typeof adapter.restingFor === 'function') {
    const { restingFor } = adapter as { restingFor(): number }
    figures.breakers.set(provider, () => restingFor.call(adapter))
  }
  return adapter
}
