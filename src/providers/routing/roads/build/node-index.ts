/** Finds ids in a sorted list: a table leads close to the place, a short search does the rest. */
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

  /** Where an id is, or -1. */
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

/** Sorts ids in place; how often each occurs is counted up to two. */
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
