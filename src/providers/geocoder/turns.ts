import { realTimers, type Timers } from '../delivery/timers'

/** The queue is full; whoever comes now had better ask elsewhere. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Lets questions pass to a server, some of them after a wait. */
export interface Turns {
  /** Resolves when it is one's turn; throws at once when too many are waiting already. */
  take(): Promise<void>
}

/** A server of one's own takes what comes. */
export const noTurns: Turns = { take: async () => {} }

/** Servers run for everybody, whose rules allow one request a second. */
const publicServers = ['openstreetmap.org', 'komoot.io', 'maps.co']

const publicPaceMs = 1_000
const mostWaiting = 5

export function turnsFor(url: string, timers: Timers = realTimers): Turns {
  return isPublicServer(url) ? new SpacedTurns(publicPaceMs, mostWaiting, timers) : noTurns
}

function isPublicServer(url: string): boolean {
  const { hostname } = new URL(url)
  return publicServers.some((name) => hostname === name || hostname.endsWith(`.${name}`))
}

/** One question every `everyMs`, with at most `mostWaiting` in the queue behind the one whose turn it is. */
export class SpacedTurns implements Turns {
  #nextAt = 0

  constructor(
    private readonly everyMs: number,
    private readonly mostWaiting: number,
    private readonly timers: Timers = realTimers,
  ) {}

  async take(): Promise<void> {
    const now = this.timers.now()
    const at = Math.max(now, this.#nextAt)
    if (at - now > this.mostWaiting * this.everyMs)
      throw new TooManyWaiting('too many questions are waiting for their turn')
    this.#nextAt = at + this.everyMs
    if (at > now) await this.timers.wait(at - now)
  }
}
