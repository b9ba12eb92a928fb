import type { Clock } from '../lib/clock'
import { SteadyClock, judge, judgeBoth, windowMs, type Limiter, type Verdict, type Wider } from './window'

/** Keeps windows across restarts. */
export interface WindowArchive {
  load(since: number): Iterable<[key: string, hits: number[]]>
  save(changed: Iterable<[key: string, hits: readonly number[]]>, gone: Iterable<string>): void
  close(): void
}

interface Window {
  /** Accepted requests of the last minute, oldest first. */
  hits: number[]
  /** Whether the archive knows this window and must be told when it ends. */
  archived: boolean
}

interface MemoryLimiterOptions {
  archive?: WindowArchive
  /** Above this number, the least recently used window is dropped, so clients can't fill the memory. */
  maxWindows?: number
  flushEveryMs?: number
}

/** Most callers stay far below their limit. Under load, the ones close to it are saved first. */
const isPressing = (hits: readonly number[], limit: number): boolean => hits.length * 3 >= limit
const othersPerFlush = 500

/** Windows in a limited amount of memory; changed ones are saved later in batches. */
export class MemoryLimiter implements Limiter {
  readonly #windows = new RecencyMap<Window>()
  /** Unsaved windows: those close to their limit, and all others. */
  readonly #pressing = new Map<string, Window>()
  readonly #others = new Map<string, Window>()
  readonly #gone = new Set<string>()
  readonly #maxWindows: number
  readonly #archive: WindowArchive | undefined
  readonly #timer: ReturnType<typeof setInterval> | undefined
  readonly #clock: SteadyClock

  constructor(
    clock: Clock,
    { archive, maxWindows = 100_000, flushEveryMs = 1_000 }: MemoryLimiterOptions = {},
  ) {
    this.#maxWindows = maxWindows
    this.#archive = archive
    this.#clock = new SteadyClock(clock)
    if (!archive) return
    for (const [key, hits] of archive.load(clock.now() - windowMs)) {
      this.#windows.use(key, () => ({ hits, archived: true }))
      this.#clock.notBefore(hits.at(-1) ?? 0)
    }
    this.#timer = setInterval(() => this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  get size(): number {
    return this.#windows.size
  }

  hit(key: string, limit: number, wider?: Wider): Verdict {
    const now = this.#clock.now()
    const own = this.#open(key, now)
    const around = wider && this.#open(wider.key, now)
    const verdict = judge(own.hits, limit, now)
    const outer = wider && around && judge(around.hits, wider.limit, now)
    const both = judgeBoth(verdict, outer)
    if (both.allowed) {
      this.#add(key, own, limit, now)
      if (wider && around) this.#add(wider.key, around, wider.limit, now)
    }
    this.#forgetOld(now)
    return both
  }

  /** Returns the window for a key without hits older than a minute. */
  #open(key: string, now: number): Window {
    const window = this.#windows.use(key, () => ({ hits: [], archived: false }))
    const { hits } = window
    let expired = 0
    for (; expired < hits.length; expired++) {
      const hit = hits[expired]
      if (hit === undefined || hit > now - windowMs) break
    }
    if (expired > 0) hits.splice(0, expired)
    return window
  }

  #add(key: string, window: Window, limit: number, now: number): void {
    window.hits.push(now)
    if (this.#archive) this.#note(key, window, isPressing(window.hits, limit))
  }

  /** Saves the changed windows, or a part of them under load. */
  flush(others = othersPerFlush): void {
    if (!this.#archive || this.#pressing.size + this.#others.size + this.#gone.size === 0) return
    const chosen = [...this.#pressing, ...this.#others.entries().take(others)]
    const changed = chosen.map(([key, window]): [string, number[]] => {
      window.archived = true
      return [key, window.hits]
    })
    try {
      this.#archive.save(changed, this.#gone)
    } catch {
      // The disk may be full. Forgetting windows at a restart is harmless, but a crash isn't.
    }
    for (const [key] of chosen) this.#others.delete(key)
    this.#pressing.clear()
    this.#gone.clear()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.flush(Infinity)
    this.#archive?.close()
  }

  #note(key: string, window: Window, isPressing: boolean): void {
    if (!isPressing) {
      this.#others.set(key, window)
      return
    }
    this.#others.delete(key)
    this.#pressing.set(key, window)
  }

  /** Runs until there are few enough windows, so it keeps up with any number of clients. */
  #forgetOld(now: number): void {
    for (let oldest = this.#windows.oldest(); oldest; oldest = this.#windows.oldest()) {
      const { hits, archived } = oldest.value
      const last = hits.at(-1)
      const expired = last === undefined || last <= now - windowMs
      if (!expired && this.#windows.size <= this.#maxWindows) return
      this.#windows.forgetOldest()
      this.#pressing.delete(oldest.key)
      this.#others.delete(oldest.key)
      if (archived) this.#gone.add(oldest.key)
    }
  }
}

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
