import { metresBetween, type Edges } from './edges'
import { mark, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

/** Cells of about two kilometres, which tell where the map has roads at all. */
const cell = 20_000
const nearBoundsMetres = 300

/**
 * Vertices at which the map ends but the road does not: those with nodes that the file lacks, and ends of
 * through roads, or of any road close to the bounds, with no road of the map farther out in some direction.
 */
export function findCuts(ways: Ways, edges: Edges, vertices: Vertices): Uint8Array {
  const cuts = Uint8Array.from(vertices.missing)
  const roads = new Uint8Array(vertices.count)
  const through = new Uint8Array(vertices.count)
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    const isThrough = ways.ranks[way]! <= rank.tertiary && (ways.marks[way]! & mark.roundabout) === 0
    const from = edges.from[edge]!
    const to = edges.to[edge]!
    roads[from] = Math.min(2, roads[from]! + 1)
    roads[to] = Math.min(2, roads[to]! + 1)
    if (isThrough) through[from] = through[to] = 1
  }
  const map = new Occupied(vertices)
  for (let vertex = 0; vertex < vertices.count; vertex += 1)
    if (roads[vertex] === 1 && (through[vertex] ? map.isOutermost(vertex) : map.isAtBounds(vertex)))
      cuts[vertex] = 1
  return cuts
}

class Occupied {
  readonly #cells = new Set<number>()
  readonly #south: number
  readonly #west: number
  readonly #north: number
  readonly #east: number
  readonly #columns: number
  readonly #rows: number

  constructor(private readonly vertices: Vertices) {
    const { lats, lngs, count } = vertices
    let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let vertex = 0; vertex < count; vertex += 1) {
      south = Math.min(south, lats[vertex]!)
      north = Math.max(north, lats[vertex]!)
      west = Math.min(west, lngs[vertex]!)
      east = Math.max(east, lngs[vertex]!)
    }
    ;[this.#south, this.#west, this.#north, this.#east] = [south, west, north, east]
    this.#columns = Math.floor((east - west) / cell) + 1
    this.#rows = Math.floor((north - south) / cell) + 1
    for (let vertex = 0; vertex < count; vertex += 1)
      this.#cells.add(this.#rowOf(vertex) * this.#columns + this.#columnOf(vertex))
  }

  /** Whether no road lies farther out to the north, east, south or west, or between two of them. */
  isOutermost(vertex: number): boolean {
    const row = this.#rowOf(vertex)
    const column = this.#columnOf(vertex)
    return directions.some(([down, right]) => {
      let [y, x] = [row + down, column + right]
      while (y >= 0 && y < this.#rows && x >= 0 && x < this.#columns) {
        if (this.#cells.has(y * this.#columns + x)) return false
        y += down
        x += right
      }
      return true
    })
  }

  isAtBounds(vertex: number): boolean {
    const [lat, lng] = [this.vertices.lats[vertex]!, this.vertices.lngs[vertex]!]
    return (
      metresBetween(lat, lng, this.#south, lng) < nearBoundsMetres ||
      metresBetween(lat, lng, this.#north, lng) < nearBoundsMetres ||
      metresBetween(lat, lng, lat, this.#west) < nearBoundsMetres ||
      metresBetween(lat, lng, lat, this.#east) < nearBoundsMetres
    )
  }

  #rowOf(vertex: number): number {
    return Math.floor((this.vertices.lats[vertex]! - this.#south) / cell)
  }

  #columnOf(vertex: number): number {
    return Math.floor((this.vertices.lngs[vertex]! - this.#west) / cell)
  }
}

const directions = [-1, 0, 1].flatMap((down) =>
  [-1, 0, 1].flatMap((right) => (down === 0 && right === 0 ? [] : [[down, right] as const])),
)
