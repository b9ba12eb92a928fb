import { StoreUnavailable } from '../store'
import type { Limits } from './connection'

type Patience = Pick<Limits, 'slowMs' | 'pulseMs' | 'silentPulses' | 'downPulseMs'>

/**
 * Knows whether the server answers at all, so that nobody waits long for one that doesn't. A slow call alone
 * proves nothing, because another writer may hold the lock. So it asks for a pulse: if nothing answers
 * anything for about a second, every call fails at once until the server is heard again.
 */
export class Lifeline {
  readonly #calls = new Set<AbortController>()
  #answers = 0
  #downSince: number | null = null
  #isAsking = false
  #isClosed = false

  constructor(
    /** Asks the server something small, and calls `heard` if it answers. */
    private readonly pulse: () => Promise<unknown>,
    private readonly patience: Patience,
    private readonly say: (message: string) => void,
  ) {}

  get isDown(): boolean {
    return this.#downSince !== null
  }

  /** Runs a call with its time limit, unless the server is down. A gateway's error is no sign of life. */
  async call(limitMs: number, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    if (this.isDown) throw unreachable()
    const call = new AbortController()
    this.#calls.add(call)
    const limit = setTimeout(() => call.abort(new DOMException('Timed out', 'TimeoutError')), limitMs)
    const slow = setInterval(() => this.#doubt(), this.patience.slowMs)
    try {
      const answer = await whole(await send(call.signal))
      if (answer.status < 500) this.heard()
      else this.#doubt()
      return answer
    } catch (error) {
      this.#doubt()
      throw error
    } finally {
      clearTimeout(limit)
      clearInterval(slow)
      this.#calls.delete(call)
    }
  }

  heard(): void {
    this.#answers++
    if (this.#downSince === null) return
    const seconds = Math.round((performance.now() - this.#downSince) / 1000)
    this.#downSince = null
    this.say(`The database server answers again, after ${seconds} s`)
  }

  close(): void {
    this.#isClosed = true
  }

  #doubt(): void {
    if (this.#isAsking || this.#isClosed) return
    this.#isAsking = true
    void this.#askUntilHeard().finally(() => (this.#isAsking = false))
  }

  /** Counts turns instead of time, so that a pause of our own process isn't taken for the server's. */
  async #askUntilHeard(): Promise<void> {
    const before = this.#answers
    for (let turn = 1; this.#answers === before && !this.#isClosed; turn++) {
      void this.pulse()
      await rest(this.isDown ? this.patience.downPulseMs : this.patience.pulseMs)
      if (turn === this.patience.silentPulses && this.#answers === before) this.#giveUp()
    }
  }

  #giveUp(): void {
    if (this.#isClosed) return
    this.#downSince = performance.now()
    this.say("The database server doesn't answer. Requests get 503 until it does.")
    for (const call of this.#calls) call.abort(unreachable())
  }
}

const unreachable = () => new StoreUnavailable("The database server doesn't answer", { isReported: true })

/** An answer can break off in the middle, so only a complete one counts. */
async function whole(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer()
  return new Response(body, { status: answer.status, headers: answer.headers })
}

/** Doesn't keep a process alive that has nothing else to do. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
