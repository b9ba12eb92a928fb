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
import type { Log } from '../lib/log'
import { oneLine } from '../lib/text'

/**
 * Why a provider did not take a message:
 * - `refused`: it never will, as with an address that does not exist;
 * - `later`: it asks to be left alone for a while;
 * - `down`: it failed and certainly did not take the message;
 * - `uncertain`: it may have taken the message, as when the answer did not come.
 */
export type FailureKind = 'refused' | 'later' | 'down' | 'uncertain'

export interface FailureDetails {
  retryAfterMs?: number
  /** Not the provider's wish but ours: its breaker is open. */
  broken?: boolean
  /** The recipient told the provider to stop. */
  optedOut?: boolean
  /** An earlier try within the same attempt may have been taken. */
  maybeTaken?: boolean
}

export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    // Providers quote what they were sent; the text is kept for HQ, short and on one line.
    super(oneLine(message).trim().slice(0, 300))
  }
}

/** What a provider says about a message it took. */
export interface Receipt {
  provider: string
  messageId: string | null
}

/** Milliseconds of a Retry-After header: seconds or a date. Undefined when there is none. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

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
      let isInDoubt = false
      const once = async () => {
        try {
          return await endInTime(call)
        } catch (error) {
          isInDoubt ||= error instanceof DeliveryFailure && error.kind === 'uncertain'
          throw error
        }
      }
      try {
        return await again.execute(() => breaker.execute(once))
      } catch (error) {
        if (error instanceof DeliveryFailure && isInDoubt) throw inDoubt(error)
        if (error instanceof BrokenCircuitError)
          throw new DeliveryFailure('later', 'Paused for a while after repeated failures', {
            retryAfterMs: openFor(),
            broken: true,
            ...(isInDoubt ? { maybeTaken: true } : {}),
          })
        throw error
      }
    },
  }

  async function endInTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await inTime.execute(({ signal }) => call(signal))
    } catch (error) {
      if (error instanceof TaskCancelledError)
        throw new DeliveryFailure('uncertain', 'The provider took too long to respond')
      throw error
    }
  }
}

/** The same failure, after a try that may have been taken. */
export const inDoubt = ({ kind, message, details }: DeliveryFailure): DeliveryFailure =>
  new DeliveryFailure(kind, message, { ...details, maybeTaken: true })

/** What delivery needs besides its keys; limits and timers differ in tests alone. */
export interface DeliveryTools {
  log: Log
  limits?: CallLimits
  timers?: Timers
}

/** Nobody holds a claimed message longer than this; it goes back to the queue instead. */
const longestWaitMs = 10_000

/** Spaces calls to a provider evenly, and holds all of them back when it asks for a rest. */
export class Pace {
  #nextAt = 0
  #restUntil = 0

  constructor(
    private perSecond: number,
    private readonly timers: Timers = realTimers,
  ) {}

  /** Resolves when it is this call's turn. */
  async turn(): Promise<void> {
    const now = this.timers.now()
    const resting = this.restingFor()
    const at = Math.max(now, this.#nextAt, this.#restUntil)
    if (resting > longestWaitMs || at - now > longestWaitMs)
      throw new DeliveryFailure('later', 'The provider asked us to slow down', { retryAfterMs: at - now })
    this.#nextAt = at + 1000 / this.perSecond
    if (at > now) await this.timers.wait(at - now)
  }

  rest(ms: number): void {
    this.#restUntil = Math.max(this.#restUntil, this.timers.now() + ms)
  }

  restingFor(): number {
    return Math.max(0, this.#restUntil - this.timers.now())
  }

  /** Providers tell the rate they allow; ours follows it within reason. */
  follow(perSecond: number): void {
    if (Number.isFinite(perSecond) && perSecond >= 1) this.perSecond = Math.min(perSecond, 100)
  }
}

/** Real time, which a pace runs on whatever the business clock says; a test brings its own. */
export interface Timers {
  now(): number
  wait(ms: number): Promise<void>
}

export const realTimers: Timers = { now: () => Date.now(), wait: (ms) => Bun.sleep(ms) }
