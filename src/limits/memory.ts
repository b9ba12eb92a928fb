import type { Clock } from '../lib/clock'
import { judge, windowMs, type Limiter, type Verdict } from './limiter'
import { RecencyMap } from './recency'
import { SteadyClock } from './steady-clock'

/** Where windows are kept beyond the life of the process. */
export interface WindowArchive {
  load(since: number): Iterable<[key: string, hits: number[]]>
  save(changed: Iterable<[key: string, hits: readonly number[]]>, gone: Iterable<string>): void
  close(): void
}

interface Window {
  /** Accepted requests of the last minute, oldest first. */
  hits: number[]
  /** Whether the archive has heard of it: only then must it be told of its end. */
  archived: boolean
}

interface MemoryLimiterOptions {
  archive?: WindowArchive
  /** Beyond this many windows the least recently used is forgotten: nobody can fill the memory. */
  maxWindows?: number
  flushEveryMs?: number
}

/** Most callers never come near their limit: in a crowd they wait until those who do are written down. */
const isPressing = (hits: readonly number[], limit: number): boolean => hits.length * 3 >= limit
const othersPerFlush = 500

/** Windows in memory, bounded, with the changed ones written behind in batches. */
export class MemoryLimiter implements Limiter {
  readonly #windows = new RecencyMap<Window>()
  /** What the archive has not heard yet: of those near their limit, and of the others. */
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

  hit(key: string, limit: number): Verdict {
    const now = this.#clock.now()
    const window = this.#windows.use(key, () => ({ hits: [], archived: false }))
    const { hits } = window
    let expired = 0
    while (expired < hits.length && hits[expired]! <= now - windowMs) expired++
    if (expired > 0) hits.splice(0, expired)
    const verdict = judge(hits, limit, now)
    if (verdict.allowed) hits.push(now)
    if (verdict.allowed && this.#archive) this.#note(key, window, isPressing(hits, limit))
    this.#forgetOld(now)
    return verdict
  }

  /** Writes what changed since the last time, in a crowd a part of it. */
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
      // A full disk, say. Windows that a restart forgets cost nothing; a service that falls over would.
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

  /** Each request adds one window at the most, so this keeps up with any crowd. */
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
