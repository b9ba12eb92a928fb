import { distance, Nearest } from './nearest'
import type { Pool } from './pool'

const kept = 24

/** The jobs that lie nearest to a job, itself among them; worked out when first asked for. */
export class Neighbours {
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
