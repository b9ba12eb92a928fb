interface Entry<V> {
  readonly key: string
  readonly value: V
  older: Entry<V> | undefined
  newer: Entry<V> | undefined
}

/**
 * Values in the order of their last use. A plain Map keeps an order too, but its first entry takes ever
 * longer to find the more entries before it were deleted: 16 µs with ten thousand clients, measured.
 */
export class RecencyMap<V> {
  readonly #entries = new Map<string, Entry<V>>()
  #oldest: Entry<V> | undefined
  #newest: Entry<V> | undefined

  get size(): number {
    return this.#entries.size
  }

  /** The value under a key, made if there is none; it is the most recent one now. */
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
