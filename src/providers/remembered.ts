import type { Clock } from '../lib/clock'

/** An answer that is good for a while: asked for once, shared by whoever comes meanwhile. Failures are not kept. */
export class Remembered<T> {
  #known: { answer: T; at: number } | null = null
  #asking: Promise<T> | null = null

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly keepForMs: number,
    private readonly clock: Clock,
  ) {}

  get(): Promise<T> {
    const known = this.#known
    if (known && this.clock.now() - known.at < this.keepForMs) return Promise.resolve(known.answer)
    this.#asking ??= this.#askAnew().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #askAnew(): Promise<T> {
    const answer = await this.ask()
    this.#known = { answer, at: this.clock.now() }
    return answer
  }
}
