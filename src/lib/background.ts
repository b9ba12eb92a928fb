import { describeError, type Log } from './log'

interface BackgroundOptions {
  /** Failures that the log has already, such as an outage of the store. */
  isReported?: (error: unknown) => boolean
  /** Starts the work outside of the request that causes it. */
  apart?: <T>(work: () => T) => T
  rest?: ((ms: number) => Promise<void>) | undefined
}

/**
 * Work that continues after the answer. It is counted, so a shutdown or a test can wait for it. Failures are
 * logged and affect nothing else.
 */
export class Background {
  /** With what it is called. */
  readonly #running = new Map<Promise<void>, string>()
  /** By name: whether the work was requested again while it ran. */
  readonly #single = new Map<string, { again: boolean }>()
  #stopping = false

  readonly #isReported: (error: unknown) => boolean
  readonly #apart: <T>(work: () => T) => T
  /** Gives way to everything else for this long. */
  readonly rest: (ms: number) => Promise<void>

  constructor(
    private readonly log: Log,
    { isReported = () => false, apart = (work) => work(), rest = Bun.sleep }: BackgroundOptions = {},
  ) {
    this.#isReported = isReported
    this.#apart = apart
    this.rest = rest
  }

  /** Long loops check this between two steps. */
  get stopping(): boolean {
    return this.#stopping
  }

  /** How much is running. */
  get size(): number {
    return this.#running.size
  }

  get names(): string[] {
    return [...this.#running.values()]
  }

  run(name: string, work: () => Promise<unknown>): void {
    const running = this.#apart(() => this.#guard(name, work)).finally(() => this.#running.delete(running))
    this.#running.set(running, name)
  }

  /** Runs one at a time under this name. A request while it runs causes one more run afterwards. */
  runSingle(name: string, work: () => Promise<unknown>): void {
    const current = this.#single.get(name)
    if (current) {
      current.again = true
      return
    }
    const turn = { again: false }
    this.#single.set(name, turn)
    this.run(name, async () => {
      try {
        do {
          turn.again = false
          await work()
        } while (turn.again && !this.#stopping)
      } finally {
        this.#single.delete(name)
      }
    })
  }

  /** Asks loops to end at their next step. The next start finds the remaining work. */
  stop(): void {
    this.#stopping = true
  }

  /** Resolves when nothing is running, including work that was started by other work. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys())
  }

  /** Waits for a burst of requests to pass, so work that piled up is done together. */
  async letRequestsPass(ms = 250): Promise<void> {
    if (await isBusy()) await this.rest(ms)
  }

  /**
   * Keeps a loop to a small share of the CPU. After each step it rests several times as long as the step took,
   * and three times longer still while requests are waiting.
   */
  async restAfter(startedAt: number, restPerWork = 9, longestMs = 200): Promise<void> {
    const worked = performance.now() - startedAt
    const factor = (await isBusy()) ? 3 : 1
    const rest = Math.min(worked * restPerWork, longestMs) * factor
    if (rest >= 1) await this.rest(rest)
  }

  async #guard(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const level = this.#isReported(error) ? 'debug' : 'error'
      this.log[level]('background work failed', { work: name, ...describeError(error) })
    }
  }
}

/** A longer turn of the event loop means that requests are being handled. */
const busyTurnMs = 1

async function isBusy(): Promise<boolean> {
  const before = performance.now()
  await new Promise((resolve) => setImmediate(resolve))
  return performance.now() - before > busyTurnMs
}

export const pause = (ms: number): Promise<void> => Bun.sleep(ms)

/**
 * One run at a time per name: calls made while it runs share its result. This only saves calls to providers;
 * correctness must not depend on it, because other processes have their own.
 */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const current = this.#running.get(name)
    if (current) return current as Promise<T>
    const started = work().finally(() => this.#running.delete(name))
    this.#running.set(name, started)
    return started
  }
}

export async function waitUpTo(ms: number, waited: Promise<unknown>): Promise<void> {
  const { promise: longEnough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([waited, longEnough])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves to the promise's value, or fails after the time limit. The work itself isn't canceled. */
export async function within<T>(waited: T | Promise<T>, ms: number, failure: () => Error): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(failure()), ms)
  try {
    return await Promise.race([waited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
