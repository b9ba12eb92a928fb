import type { Pool } from './pool'
import type { Place } from './world'

/** Only for comparisons. A worker without a home is near everything. */
export function distance(from: Place | null, to: Place | null): number {
  if (!from || !to) return 0
  const east = (from.lng - to.lng) * Math.cos((from.lat * Math.PI) / 180)
  const north = from.lat - to.lat
  return east * east + north * north
}

/** Collects the `most` nearest items, nearest first. Between equals, the first one seen wins. */
export class Nearest {
  readonly items: Int32Array
  count = 0
  readonly #far: Float64Array

  constructor(most: number) {
    this.items = new Int32Array(most)
    this.#far = new Float64Array(most)
  }

  clear(): void {
    this.count = 0
  }

  show(item: number, far: number): void {
    const { items } = this
    const full = this.count === items.length
    if (full && !(far < this.#far[this.count - 1]!)) return
    let at = full ? this.count - 1 : this.count
    if (!full) this.count += 1
    for (; at > 0 && this.#far[at - 1]! > far; at -= 1) {
      this.#far[at] = this.#far[at - 1]!
      items[at] = items[at - 1]!
    }
    this.#far[at] = far
    items[at] = item
  }
}

const kept = 24

/** The jobs nearest to a job, including itself, calculated on first use. */
export class Neighbors {
  readonly #lists: Int32Array[] = []
  readonly #nearest: Nearest

  constructor(readonly pool: Pool) {
    this.#nearest = new Nearest(Math.min(kept, pool.jobs.length))
  }

  of(job: number): Int32Array {
    return (this.#lists[job] ??= this.#find(job))
  }

  #find(job: number): Int32Array {
    const { jobs } = this.pool
    const place = jobs[job]!.place
    this.#nearest.clear()
    for (let other = 0; other < jobs.length; other += 1) {
      this.#nearest.show(other, other === job ? -1 : distance(place, jobs[other]!.place))
    }
    return this.#nearest.items.slice(0, this.#nearest.count)
  }
}
