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
