/** One run at a time per name: whoever asks while it runs gets the same outcome. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const current = this.#running.get(name)
    if (current) return current as Promise<T>
    const started = work().finally(() => this.#running.delete(name))
    this.#running.set(name, started)
    return started
  }
}

const flights = new WeakMap<object, SingleFlight>()

/**
 * Those of an owner: everybody who shares it shares them. They spare the outside world and nothing may rely
 * on them, since another process has flights of its own.
 */
export function flightsOf(owner: object): SingleFlight {
  const known = flights.get(owner)
  if (known) return known
  const fresh = new SingleFlight()
  flights.set(owner, fresh)
  return fresh
}
