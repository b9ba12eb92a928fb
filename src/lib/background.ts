import { describeError, type Log } from './log'

/**
 * Work that goes on after the answer was given. It is counted, so that a shutdown waits for it and a
 * test can too; a failure is logged and never reaches anyone else.
 */
export class Background {
  readonly #running = new Set<Promise<void>>()
  /** By name: whether the work was asked for again while it ran. */
  readonly #single = new Map<string, { again: boolean }>()
  #stopping = false

  constructor(private readonly log: Log) {}

  /** Long loops look at this between two steps. */
  get stopping(): boolean {
    return this.#stopping
  }

  run(name: string, work: () => Promise<unknown>): void {
    const running = this.#guard(name, work).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** One at a time under this name: asked for while it runs, it runs once more afterwards. */
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

  /** Asks loops to end at the next step. What is left is found again at the next start. */
  stop(): void {
    this.#stopping = true
  }

  /** Settles when nothing is running any more, including what the running work started itself. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #guard(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.log.error('background work failed', { work: name, ...describeError(error) })
    }
  }
}

/** A turn of the event loop that takes longer has requests in it. */
const busyTurnMs = 1

async function isBusy(): Promise<boolean> {
  const before = performance.now()
  await new Promise((resolve) => setImmediate(resolve))
  return performance.now() - before > busyTurnMs
}

export const pause = (ms: number): Promise<void> => Bun.sleep(ms)

/** Lets a burst of requests pass first; work that waits together is done together. */
export async function letRequestsPass(ms = 250): Promise<void> {
  if (await isBusy()) await Bun.sleep(ms)
}

/**
 * Keeps a background loop to a small share of the processor: after each step it rests several times
 * as long as the step took, and three times longer still while requests are waiting, so that they come first.
 */
export async function restAfter(startedAt: number, restPerWork = 9, longestMs = 200): Promise<void> {
  const worked = performance.now() - startedAt
  const factor = (await isBusy()) ? 3 : 1
  const rest = Math.min(worked * restPerWork, longestMs) * factor
  if (rest >= 1) await Bun.sleep(rest)
}

/**
 * One run at a time per name: whoever asks while it runs gets the same outcome. This spares the outside world
 * and nothing may rely on it, since another process has flights of its own.
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

/** Waits for a promise, and no longer than this. */
export async function waitUpTo(ms: number, waited: Promise<unknown>): Promise<void> {
  const { promise: longEnough, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([waited, longEnough])
  } finally {
    clearTimeout(timer)
  }
}

/** What a promise comes to, or the failure once it takes too long. What it does meanwhile goes on. */
export async function within<T>(waited: T | Promise<T>, ms: number, failure: () => Error): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(failure()), ms)
  try {
    return await Promise.race([waited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
