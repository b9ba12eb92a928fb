import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import { rateHits } from '../../db/schema'
import type { Store, Tx } from '../../db/store'
import { within } from '../lib/background'
import { second, type Clock } from '../lib/clock'
import { judge, judgeBoth, windowMs, SteadyClock, type Limiter, type Verdict, type Wider } from './window'

/** Windows in the database, so that a limit applies across all processes. */
export class SharedLimiter implements Limiter {
  readonly #clock: SteadyClock
  #nextSweep = 0
  #acceptedSinceSweep = 0

  constructor(
    private readonly store: Store,
    clock: Clock,
    /** The table stays close to this size, however many clients there are. */
    private readonly maxRows = 200_000,
  ) {
    this.#clock = new SteadyClock(clock)
  }

  async hit(key: string, limit: number, wider?: Wider): Promise<Verdict> {
    const now = this.#clock.now()
    if (now >= this.#nextSweep || this.#acceptedSinceSweep >= this.maxRows / 4) await this.#sweep(now)
    const verdict = await this.store.write(async (tx) => {
      const own = await look(tx, { key, limit }, now)
      const verdict = judgeBoth(own, wider && (await look(tx, wider, now)))
      if (!verdict.allowed) return verdict
      await tx.insert(rateHits).values({ window: key, at: now })
      if (wider) await tx.insert(rateHits).values({ window: wider.key, at: now })
      return verdict
    })
    if (verdict.allowed) this.#acceptedSinceSweep += wider ? 2 : 1
    return verdict
  }

  async close(): Promise<void> {}

  /** Rows are numbered in order of arrival, so both limits are a range at the start of an index. */
  async #sweep(now: number): Promise<void> {
    this.#nextSweep = now + windowMs / 4
    this.#acceptedSinceSweep = 0
    await this.store.write(async (tx) => {
      // Rows from the future were written before the clock was set back and would block a window for that
      // long.
      await tx.delete(rateHits).where(or(lte(rateHits.at, now - windowMs), gt(rateHits.at, now + windowMs)))
      await tx
        .delete(rateHits)
        .where(lte(rateHits.id, sql`(select max(${rateHits.id}) from ${rateHits}) - ${this.maxRows}`))
    })
  }
}

async function look(tx: Tx, { key, limit }: Wider, now: number): Promise<Verdict> {
  const rows = await tx
    .select({ at: rateHits.at })
    .from(rateHits)
    .where(and(eq(rateHits.window, key), gt(rateHits.at, now - windowMs)))
    .orderBy(rateHits.at)
    .limit(limit)
  const hits = rows.map((row) => row.at)
  return judge(hits, limit, now)
}

/** The longest a request waits to be counted. */
const patience = second
/** How long to wait before trying a failed window again. */
const rest = 5 * second

const unreachable = () => new Error("The shared rate limits can't be reached")

/**
 * Counts in the shared windows, or locally while the database can't be reached. Without it hardly anything
 * works, but the rest, such as reporting the outage, must not fail because of a count.
 */
export class StandbyLimiter implements Limiter {
  #restUntil = 0

  constructor(
    private readonly shared: Limiter,
    private readonly own: Limiter,
    private readonly clock: Clock,
    private readonly patienceMs = patience,
  ) {}

  async hit(key: string, limit: number, wider?: Wider): Promise<Verdict> {
    if (this.clock.now() < this.#restUntil) return this.own.hit(key, limit, wider)
    try {
      return await within(this.shared.hit(key, limit, wider), this.patienceMs, unreachable)
    } catch {
      this.#restUntil = this.clock.now() + rest
      return this.own.hit(key, limit, wider)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.shared.close(), this.own.close()])
  }
}
