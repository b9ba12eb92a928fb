/** State that modules keep between requests: one instance of each class per service, created on first use. */
export class ServiceState {
  readonly #kept = new Map<new () => object, object>()

  of<T extends object>(Kind: new () => T): T {
    const known = this.#kept.get(Kind)
    if (known instanceof Kind) return known
    const fresh = new Kind()
    this.#kept.set(Kind, fresh)
    return fresh
  }

  /** Closes everything that has a `close` method and drops the rest. */
  close(): void {
    for (const one of this.#kept.values()) if ('close' in one && typeof one.close === 'function') one.close()
    this.#kept.clear()
  }
}
