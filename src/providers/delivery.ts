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
import type { Telemetry } from '../telemetry/calls'

/**
 * Why a provider didn't accept a message:
 * - `refused`: it never will, for example because the address doesn't exist;
 * - `later`: it asks us to wait;
 * - `deferred`: the recipient's server takes nothing for this recipient right now, but may later;
 * - `down`: it failed and certainly didn't accept the message;
 * - `uncertain`: it may have accepted the message, for example because its answer got lost.
 */
export type FailureKind = 'refused' | 'later' | 'deferred' | 'down' | 'uncertain'

export interface FailureDetails {
  retryAfterMs?: number
  /** We are pausing this provider ourselves because its circuit breaker is open. */
  broken?: boolean
  /** The recipient told the provider to stop. */
  optedOut?: boolean
  /** The address doesn't exist or accepts nothing, so no other message would arrive either. */
  badAddress?: boolean
  /** An earlier call within this attempt may have been accepted. */
  maybeTaken?: boolean
}

export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    // Providers quote what we sent. Keep the text short and on one line for HQ.
    super(oneLine(message).trim().slice(0, 300))
  }
}

/** A provider's answer for an accepted message. */
export interface Receipt {
  provider: string
  messageId: string | null
}

/** The milliseconds of a Retry-After header, which has seconds or a date. Undefined if there is none. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export interface CallLimits {
  /** The time limit of one call. */
  callMs: number
  /** Immediate retries within one attempt. The outbox handles later ones. */
  repeats: number
  repeatAfterMs: number
  /** This many failures in a row open the breaker. */
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
  /** Milliseconds until the next call is allowed; 0 unless the breaker is open. */
  openFor(): number
}

/**
 * Wraps calls to a provider: each has a time limit, brief failures are retried at once, and a provider that
 * keeps failing is paused. A recipient's problem says nothing about the provider, so it doesn't count. An uncertain call is repeated only if the provider recognizes repeats.
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

/** The same failure, marked because an earlier call may have been accepted. */
export const inDoubt = ({ kind, message, details }: DeliveryFailure): DeliveryFailure =>
  new DeliveryFailure(kind, message, { ...details, maybeTaken: true })

/** Everything delivery needs besides keys. Only tests change the limits and timers. */
export interface DeliveryTools {
  log: Log
  telemetry?: Telemetry
  limits?: CallLimits
  timers?: Timers
}

/** A claimed message waits no longer than this before it goes back to the queue. */
const longestWaitMs = 10_000

/** Spaces calls to a provider evenly, and pauses all of them when it asks us to wait. */
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

  /** Adopts the rate a provider announces, within reason. */
  follow(perSecond: number): void {
    if (Number.isFinite(perSecond) && perSecond >= 1) this.perSecond = Math.min(perSecond, 100)
  }
}

/** Pacing uses real time, not the business clock. Tests bring their own. */
export interface Timers {
  now(): number
  wait(ms: number): Promise<void>
}

export const realTimers: Timers = { now: () => Date.now(), wait: (ms) => Bun.sleep(ms) }
