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
  /** How far the nearest item is that found no room. */
  #leftOut = Infinity

  constructor(most: number) {
    this.items = new Int32Array(most)
    this.#far = new Float64Array(most)
  }

  clear(): void {
    this.count = 0
    this.#leftOut = Infinity
  }

  /** How far the last item is, if others are just as far and found no room. Otherwise -1. */
  get tie(): number {
    const last = this.#far[this.count - 1]
    return last === this.#leftOut ? last : -1
  }

  show(item: number, far: number): void {
    const { items } = this
    const full = this.count === items.length
    if (full) this.#leftOut = Math.min(this.#leftOut, Math.max(far, this.#far[this.count - 1]!))
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

const kept = 60

/** The jobs nearest to a job, including itself, calculated on first use. */
export class Neighbors {
  readonly #lists: Int32Array[] = []
  readonly #nearest: Nearest
  readonly #lat: Float64Array
  readonly #lng: Float64Array

  constructor(readonly pool: Pool) {
    this.#nearest = new Nearest(Math.min(kept, pool.jobs.length))
    this.#lat = Float64Array.from(pool.jobs, ({ place }) => place?.lat ?? 0)
    this.#lng = Float64Array.from(pool.jobs, ({ place }) => place?.lng ?? 0)
  }

  of(job: number): Int32Array {
    return (this.#lists[job] ??= this.#find(job))
  }

  #find(job: number): Int32Array {
    const lat = this.#lat
    const lng = this.#lng
    const width = Math.cos((lat[job]! * Math.PI) / 180)
    this.#nearest.clear()
    this.#nearest.show(job, -1)
    for (let other = 0; other < lat.length; other += 1) {
      if (other === job) continue
      const east = (lng[job]! - lng[other]!) * width
      const north = lat[job]! - lat[other]!
      this.#nearest.show(other, east * east + north * north)
    }
    return this.#nearest.items.slice(0, this.#nearest.count)
  }
}
