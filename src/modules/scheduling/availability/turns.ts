import { Busy } from '../../../lib/errors'

/** The most questions that may wait; further ones are asked to come back later. */
const mostWaiting = 24
/** A request that waits longer than this for a routing engine lets others go ahead. */
const longestTurnMs = 2_000
const longestRestMs = 250

interface Turn {
  franchise: string
  question: string
  answer: PromiseWithResolvers<unknown>
  work: () => Promise<unknown>
}

/**
 * Answers one question at a time and rests as long as each took, so half a CPU stays free for everything else
 * however many people ask. A franchise never has two at once, and the same question asked twice before its
 * turn is answered once.
 */
export class Turns {
  readonly #waiting: Turn[] = []
  readonly #underWay = new Set<string>()
  #busy = false
  #lastMs = 0

  constructor(private readonly rest: (ms: number) => Promise<void> = Bun.sleep) {}

  take<T>(franchise: string, question: string, work: () => Promise<T>): Promise<T> {
    const same = this.#waiting.find((turn) => turn.franchise === franchise && turn.question === question)
    if (same) return same.answer.promise as Promise<T>
    if (this.#waiting.length >= mostWaiting) throw new Busy(this.#secondsToWait())
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.push({ franchise, question, answer, work })
    this.#next()
    return answer.promise as Promise<T>
  }

  #secondsToWait(): number {
    const each = Math.max(20, 2 * this.#lastMs)
    return Math.min(60, Math.ceil((this.#waiting.length * each) / 1_000))
  }

  #next(): void {
    if (this.#busy) return
    const at = this.#waiting.findIndex(({ franchise }) => !this.#underWay.has(franchise))
    const [turn] = at === -1 ? [] : this.#waiting.splice(at, 1)
    if (!turn) return
    this.#busy = true
    void this.#serve(turn)
  }

  async #serve({ franchise, answer, work }: Turn): Promise<void> {
    const startedAt = performance.now()
    this.#underWay.add(franchise)
    const done = work()
      .then(answer.resolve, answer.reject)
      .finally(() => {
        this.#underWay.delete(franchise)
        this.#next()
      })
    await firstOf(done, longestTurnMs)
    this.#lastMs = performance.now() - startedAt
    await this.rest(Math.min(this.#lastMs, longestRestMs))
    this.#busy = false
    this.#next()
  }
}

async function firstOf(done: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([done, promise])
  clearTimeout(timer)
}
