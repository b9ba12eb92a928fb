import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel'
import { DeliveryFailure } from './failure'
import { realTimers, type Timers } from './timers'

export interface CallLimits {
  /** One call to the provider. */
  callMs: number
  /** Quick repeats within one attempt; later ones are the outbox's. */
  repeats: number
  repeatAfterMs: number
  /** So many failures in a row open the breaker, for so long. */
  breakAfter: number
  breakMs: number
}

export const usualLimits: CallLimits = {
  callMs: 8_000,
  repeats: 1,
  repeatAfterMs: 300,
  breakAfter: 5,
  breakMs: 30_000,
}

export interface Guard {
  run<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Until the next call may be tried; 0 unless the breaker is open. */
  openFor(): number
}

/**
 * Stands between us and a provider: every call ends in time, a passing fault is tried again at once,
 * and a provider that keeps failing is left alone for a while. An uncertain call is repeated only where
 * the provider recognises repeats.
 */
export function guardCalls(
  limits: CallLimits,
  recognisesRepeats: boolean,
  timers: Timers = realTimers,
): Guard {
  const repeatable = (error: unknown) =>
    error instanceof DeliveryFailure &&
    (error.kind === 'down' || (recognisesRepeats && error.kind === 'uncertain'))
  const failing = (error: unknown) =>
    error instanceof DeliveryFailure && (error.kind === 'down' || error.kind === 'uncertain')
  const inTime = timeout(limits.callMs, TimeoutStrategy.Aggressive)
  const breaker = circuitBreaker(handleWhen(failing), {
    halfOpenAfter: limits.breakMs,
    breaker: new ConsecutiveBreaker(limits.breakAfter),
  })
  const again = retry(handleWhen(repeatable), {
    maxAttempts: limits.repeats,
    backoff: new ConstantBackoff(limits.repeatAfterMs),
  })
  let openUntil = 0
  breaker.onBreak(() => (openUntil = timers.now() + limits.breakMs))

  const openFor = () => (breaker.state === CircuitState.Open ? Math.max(0, openUntil - timers.now()) : 0)

  return {
    openFor,
    async run(call) {
      try {
        return await again.execute(() => breaker.execute(() => endInTime(call)))
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new DeliveryFailure('later', 'Left alone for a while after failing repeatedly', {
            retryAfterMs: openFor(),
            broken: true,
          })
        throw error
      }
    },
  }

  async function endInTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await inTime.execute(({ signal }) => call(signal))
    } catch (error) {
      if (error instanceof TaskCancelledError) throw new DeliveryFailure('uncertain', 'No answer in time')
      throw error
    }
  }
}
