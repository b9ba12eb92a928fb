import type { Store } from '../../../db/store'
import type { Deps } from '../../deps'
import { restAfter } from '../../lib/background'
import { processEvent } from './process'
import type { EventRow } from './queue'

/** Processed together they share a commit; more of them would keep the next acknowledgement waiting. */
const batch = 8
/** More than this do not pile up in memory: they wait in the queue on disk. */
const mostWaiting = 2_000

interface Waiting {
  row: EventRow
  processed: () => void
}

/** Events that were claimed as they came in, processed a few at a time right after their acknowledgement. */
export class EventLane {
  readonly #waiting: Waiting[] = []
  #isBusy = false

  get isQuiet(): boolean {
    return !this.#isBusy
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  /** Settles when the event was processed, whatever came of it. */
  add(deps: Deps, row: EventRow): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ row, processed: resolve })
    if (!this.#isBusy) {
      this.#isBusy = true
      deps.background.run('payment events', () => this.#work(deps))
    }
    return promise
  }

  async #work(deps: Deps): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const startedAt = performance.now()
        const taken = this.#waiting.splice(0, batch)
        await Promise.allSettled(taken.map(({ row }) => processEvent(deps, row)))
        for (const { processed } of taken) processed()
        // Acknowledgements come first: as long as events pour in, a third of the time is theirs.
        if (this.#waiting.length > 0) await restAfter(startedAt, 0.5, 50)
      }
    } finally {
      this.#isBusy = false
    }
  }
}

const lanes = new WeakMap<Store, EventLane>()

export function laneOf({ store }: Deps): EventLane {
  const known = lanes.get(store)
  if (known) return known
  const fresh = new EventLane()
  lanes.set(store, fresh)
  return fresh
}
