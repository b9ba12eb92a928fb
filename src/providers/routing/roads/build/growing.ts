type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** A typed array that grows: plain arrays of numbers take several times the memory of a country's roads. */
export class Growing<T extends Numbers> {
  #items: T
  #length = 0

  constructor(private readonly kind: new (length: number) => T) {
    this.#items = new kind(1_024)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#grow(this.#length + 1)
    this.#items[this.#length++] = value
  }

  pushAll(values: T): void {
    if (this.#length + values.length > this.#items.length) this.#grow(this.#length + values.length)
    this.#items.set(values, this.#length)
    this.#length += values.length
  }

  at(index: number): number {
    return this.#items[index]!
  }

  /** What was pushed, without a copy: it is not to be pushed to afterwards. */
  finish(): T {
    return this.#items.subarray(0, this.#length) as T
  }

  #grow(needed: number): void {
    const larger = new this.kind(Math.max(needed, Math.ceil(this.#items.length * 1.6)))
    larger.set(this.#items)
    this.#items = larger
  }
}
