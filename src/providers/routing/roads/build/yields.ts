import type { Edges } from './edges'
import { mark, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

interface Material {
  ways: Ways
  vertices: Vertices
  edges: Edges
  density: Uint8Array
}

/** Crossing a town takes more patience than crossing the country. */
const patience = [1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.5]
const usual = 3
const most = 7
/** One gives way to a roundabout, but gets into it quickly. */
const roundaboutRanks = 2

/**
 * How much one has to give way where a road ends: nothing on a main road among side streets, a lot where a
 * side street meets a main road. It weighs turns when a way is chosen; in eighths.
 */
export class Yields {
  readonly #best: Uint8Array
  readonly #second: Uint8Array

  constructor(private readonly material: Material) {
    const { vertices, edges } = material
    this.#best = new Uint8Array(vertices.count).fill(rank.service)
    this.#second = new Uint8Array(vertices.count).fill(rank.service)
    for (let edge = 0; edge < edges.count; edge += 1) {
      const own = this.#rankOf(edge)
      this.#meet(edges.from[edge]!, own)
      this.#meet(edges.to[edge]!, own)
    }
  }

  at(vertex: number, edge: number): number {
    const { ways, edges, density } = this.material
    const own = Math.min(rank.unclassified, ways.ranks[edges.way[edge]!]!)
    const isBest = this.#rankOf(edge) <= this.#best[vertex]!
    const others = Math.min(rank.unclassified, (isBest ? this.#second : this.#best)[vertex]!)
    const impact = Math.max(0, Math.min(most, own - others + usual))
    return Math.min(255, Math.round(impact * patience[density[vertex]!]! * 8))
  }

  #rankOf(edge: number): number {
    const { ways, edges } = this.material
    const way = edges.way[edge]!
    return ways.ranks[way]! + ((ways.marks[way]! & mark.roundabout) === 0 ? 0 : roundaboutRanks)
  }

  /** Keeps the two most important roads of a vertex; the same rank twice where two roads have it. */
  #meet(vertex: number, own: number): void {
    if (own < this.#best[vertex]!) {
      this.#second[vertex] = this.#best[vertex]!
      this.#best[vertex] = own
    } else if (own < this.#second[vertex]!) this.#second[vertex] = own
  }
}
