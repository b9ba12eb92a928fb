/** A cache of recently used values. */
export class Recent<K, V> {
  readonly #kept = new Map<K, V>()

  constructor(private readonly atMost: number) {}

  get(key: K, make: () => V): V {
    const known = this.peek(key)
    if (known !== undefined) return known
    const made = make()
    this.put(key, made)
    return made
  }

  /** Returns a cached value and marks it as most recently used. */
  peek(key: K): V | undefined {
    const known = this.#kept.get(key)
    if (known === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, known)
    return known
  }

  drop(key: K): void {
    this.#kept.delete(key)
  }

  put(key: K, value: V): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size <= this.atMost) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }
}
