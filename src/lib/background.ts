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

/**
 * Keeps a background loop to a small share of the processor: after each step it rests several times
 * as long as the step took, so that requests come first.
 */
export async function restAfter(startedAt: number, restPerWork = 9, longestMs = 200): Promise<void> {
  const rest = Math.min((performance.now() - startedAt) * restPerWork, longestMs)
  if (rest >= 1) await Bun.sleep(rest)
  else await new Promise((resolve) => setImmediate(resolve))
}
