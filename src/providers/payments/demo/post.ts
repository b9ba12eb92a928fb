import type { Store } from '../../../../db/store'
import type { Background } from '../../../lib/background'
import type { Clock } from '../../../lib/clock'
import { deliverDueEvents, type Deliver } from './delivery'

/** Delivers in the background, one round at a time; what is announced during a round gets another. */
export class EventPost {
  #connected: { deliver: Deliver; background: Background } | null = null
  #running = false
  #announced = false

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly secret: string,
  ) {}

  connect(deliver: Deliver, background: Background): void {
    this.#connected = { deliver, background }
  }

  async deliverDue(): Promise<{ delivered: number; failed: number }> {
    if (!this.#connected) return { delivered: 0, failed: 0 }
    const { store, clock, secret } = this
    return deliverDueEvents({ store, clock, secret, deliver: this.#connected.deliver })
  }

  announce(): void {
    this.#announced = true
    if (this.#running) return
    this.#connected?.background.run('demo payment events', () => this.#rounds())
  }

  async #rounds(): Promise<void> {
    this.#running = true
    try {
      while (this.#announced) {
        this.#announced = false
        await this.deliverDue()
      }
    } finally {
      this.#running = false
    }
  }
}
