type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** A typed array that grows. Plain arrays would need several times the memory for a country's roads. */
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

  /** Returns the values without copying them. Don't push afterwards. */
  finish(): T {
    return this.#items.subarray(0, this.#length) as T
  }

  #grow(needed: number): void {
    const larger = new this.kind(Math.max(needed, Math.ceil(this.#items.length * 1.6)))
    larger.set(this.#items)
    this.#items = larger
  }
}

/** Finds ids in a sorted list: a table gets close, and a short search does the rest. */
export class NodeIndex {
  readonly #first: Uint32Array
  readonly #lowest: number
  readonly #width: number

  constructor(readonly ids: Float64Array) {
    const slots = Math.max(1, Math.min(1 << 22, ids.length))
    this.#lowest = ids[0] ?? 0
    this.#width = Math.max(1, ((ids.at(-1) ?? 0) - this.#lowest + 1) / slots)
    this.#first = new Uint32Array(slots + 1)
    for (let at = 0; at < ids.length; at += 1) this.#first[this.#slot(ids[at]!) + 1]! += 1
    for (let slot = 0; slot < slots; slot += 1) this.#first[slot + 1]! += this.#first[slot]!
  }

  get count(): number {
    return this.ids.length
  }

  /** The index of an id, or -1. */
  find(id: number): number {
    const { ids } = this
    const slot = this.#slot(id)
    if (slot < 0 || slot >= this.#first.length - 1) return -1
    let low = this.#first[slot]!
    let high = this.#first[slot + 1]!
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low < this.#first[slot + 1]! && ids[low] === id ? low : -1
  }

  #slot(id: number): number {
    return Math.floor((id - this.#lowest) / this.#width)
  }
}

/** Sorts ids in place, and counts how often each occurs, up to two. */
export function countIds(all: Float64Array): { ids: Float64Array; shared: Uint8Array } {
  all.sort()
  const shared = new Uint8Array(all.length)
  let last = -1
  for (let at = 0; at < all.length; at += 1) {
    const id = all[at]!
    if (last >= 0 && all[last] === id) shared[last] = 1
    else all[++last] = id
  }
  return { ids: all.subarray(0, last + 1), shared: shared.subarray(0, last + 1) }
}
