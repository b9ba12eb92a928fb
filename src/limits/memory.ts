import { second, type Clock } from '../lib/clock'
import { SteadyClock, judge, judgeBoth, windowMs, type Limiter, type Verdict, type Wider } from './window'

export interface SavedRequest {
  window: string
  /** The wider window that the request counts in too. */
  wider: string | null
  at: number
}

/** Keeps accepted requests across restarts. It never fails; a request is worth more than its count. */
export interface SavedHits {
  /** Every request that still counts, oldest first. */
  load(now: number): Iterable<SavedRequest>
  /** Saves a request before it goes on. */
  save(request: SavedRequest): void
  /** Deletes some of the requests that no longer count, and says whether there may be more of them. */
  deleteOld(now: number): boolean
  close(): void
}

interface MemoryLimiterOptions {
  saved?: SavedHits
  /** Above this number, the least recently used window is dropped, so clients can't fill the memory. */
  maxWindows?: number
}

const sweepEveryMs = second

/**
 * Windows in a limited amount of memory, where a request is judged. Accepted requests are saved at once, and
 * refused ones write nothing.
 */
export class MemoryLimiter implements Limiter {
  /** For each window the accepted requests of the last minute, oldest first. */
  readonly #windows = new RecencyMap<number[]>()
  readonly #maxWindows: number
  readonly #clock: SteadyClock
  readonly #timer: ReturnType<typeof setInterval> | undefined
  #saved: SavedHits | undefined

  constructor(clock: Clock, { saved, maxWindows = 100_000 }: MemoryLimiterOptions = {}) {
    this.#maxWindows = maxWindows
    this.#clock = new SteadyClock(clock)
    this.#saved = saved
    if (!saved) return
    for (const { window, wider, at } of saved.load(clock.now())) {
      this.#clock.notBefore(at)
      this.#windows.use(window, noHits).push(at)
      if (wider !== null) this.#windows.use(wider, noHits).push(at)
      this.#forgetOld(at)
    }
    this.sweep()
    this.#timer = setInterval(() => this.sweep(), sweepEveryMs)
    this.#timer.unref()
  }

  get size(): number {
    return this.#windows.size
  }

  hit(key: string, limit: number, wider?: Wider): Verdict {
    const now = this.#clock.now()
    const own = this.#open(key, now)
    const around = wider && this.#open(wider.key, now)
    const verdict = judge(own, limit, now)
    const outer = wider && around && judge(around, wider.limit, now)
    const both = judgeBoth(verdict, outer)
    if (both.allowed) {
      own.push(now)
      around?.push(now)
      this.#saved?.save({ window: key, wider: wider?.key ?? null, at: now })
    }
    this.#forgetOld(now)
    return both
  }

  /** Deletes what is old in small bites, between which requests are answered. */
  sweep(): void {
    if (this.#saved?.deleteOld(this.#clock.now())) setImmediate(() => this.sweep())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#saved?.close()
    this.#saved = undefined
  }

  /** Returns the window for a key without hits older than a minute. */
  #open(key: string, now: number): number[] {
    const hits = this.#windows.use(key, noHits)
    let expired = 0
    for (; expired < hits.length; expired++) {
      const hit = hits[expired]
      if (hit === undefined || hit > now - windowMs) break
    }
    if (expired > 0) hits.splice(0, expired)
    return hits
  }

  /** Runs until there are few enough windows, so it keeps up with any number of clients. */
  #forgetOld(now: number): void {
    for (let oldest = this.#windows.oldest(); oldest; oldest = this.#windows.oldest()) {
      const last = oldest.value.at(-1)
      const expired = last === undefined || last <= now - windowMs
      if (!expired && this.#windows.size <= this.#maxWindows) return
      this.#windows.forgetOldest()
    }
  }
}

const noHits = (): number[] => []

interface Entry<V> {
  readonly key: string
  readonly value: V
  older: Entry<V> | undefined
  newer: Entry<V> | undefined
}

/**
 * Values in the order of their last use. A plain Map also keeps an order, but finding its first entry gets
 * slower the more entries before it were deleted: we measured 16 µs with ten thousand clients.
 */
export class RecencyMap<V> {
  readonly #entries = new Map<string, Entry<V>>()
  #oldest: Entry<V> | undefined
  #newest: Entry<V> | undefined

  get size(): number {
    return this.#entries.size
  }

  /** Returns the value for a key, creating it if needed, and marks it as most recently used. */
  use(key: string, make: () => V): V {
    let entry = this.#entries.get(key)
    if (entry) {
      if (entry === this.#newest) return entry.value
      this.#unlink(entry)
    } else {
      entry = { key, value: make(), older: undefined, newer: undefined }
      this.#entries.set(key, entry)
    }
    entry.older = this.#newest
    if (this.#newest) this.#newest.newer = entry
    this.#newest = entry
    this.#oldest ??= entry
    return entry.value
  }

  oldest(): { readonly key: string; readonly value: V } | undefined {
    return this.#oldest
  }

  forgetOldest(): void {
    const entry = this.#oldest
    if (!entry) return
    this.#unlink(entry)
    this.#entries.delete(entry.key)
  }

  #unlink(entry: Entry<V>): void {
    if (entry.older) entry.older.newer = entry.newer
    else this.#oldest = entry.newer
    if (entry.newer) entry.newer.older = entry.older
    else this.#newest = entry.older
    entry.older = entry.newer = undefined
  }
}
