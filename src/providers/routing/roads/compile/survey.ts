import { endOf, type RoadArrays } from '../graph'
import { metresBetween, type Edges } from './edges'
import { mark, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

/**
 * The largest part of the graph in which every vertex can reach every other one. Uses Tarjan's algorithm
 * without recursion, because roads are longer than any call stack.
 */
export function largestComponent(count: number, graph: Pick<RoadArrays, 'firstArc' | 'arcs'>): Uint8Array {
  const { firstArc } = graph
  const order = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const component = new Int32Array(count).fill(-1)
  const nextArc = new Uint32Array(count)
  const open = new Int32Array(count)
  const path = new Int32Array(count)
  const sizes: number[] = []
  let opened = 0
  let seen = 0

  const enter = (vertex: number): void => {
    order[vertex] = lowest[vertex] = seen++
    nextArc[vertex] = firstArc[vertex]!
    open[opened++] = vertex
  }
  const close = (root: number): void => {
    let size = 0
    let vertex
    do {
      vertex = open[--opened]!
      component[vertex] = sizes.length
      size += 1
    } while (vertex !== root)
    sizes.push(size)
  }

  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue
    let depth = 0
    path[0] = root
    enter(root)
    while (depth >= 0) {
      const vertex = path[depth]!
      if (nextArc[vertex]! < firstArc[vertex + 1]!) {
        const next = endOf(graph, nextArc[vertex]!++)
        if (order[next] === -1) {
          path[++depth] = next
          enter(next)
        } else if (component[next] === -1) lowest[vertex] = Math.min(lowest[vertex]!, order[next]!)
        continue
      }
      if (lowest[vertex] === order[vertex]) close(vertex)
      depth -= 1
      if (depth >= 0) lowest[path[depth]!] = Math.min(lowest[path[depth]!]!, lowest[vertex]!)
    }
  }
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))
  return Uint8Array.from(component, (number) => (number === largest ? 1 : 0))
}

/** Cells of about two kilometers that show where the map has roads. */
const cell = 20_000
const nearBoundsMetres = 300

/**
 * Vertices where the map ends but the road doesn't: those next to missing nodes, and ends of through roads,
 * or of any road close to the map's edge, with no other road farther out.
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

  /** Whether there is no road farther out in some direction. */
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

/** Where people drive on the left, roundabouts run clockwise, so the map itself shows the side. */
export function drivesOnLeft(ways: Ways, edges: Edges, { lats, lngs }: Vertices): boolean {
  const areas = new Map<number, number>()
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    if ((ways.marks[way]! & mark.roundabout) === 0) continue
    const corners: [number, number][] = [[lats[edges.from[edge]!]!, lngs[edges.from[edge]!]!]]
    for (let bend = edges.firstBend[edge]!; bend < edges.firstBend[edge + 1]!; bend += 1)
      corners.push([edges.bends[bend * 2]!, edges.bends[bend * 2 + 1]!])
    corners.push([lats[edges.to[edge]!]!, lngs[edges.to[edge]!]!])
    areas.set(way, (areas.get(way) ?? 0) + sweep(corners))
  }
  let clockwise = 0
  for (const area of areas.values()) clockwise += area < 0 ? 1 : -1
  return clockwise > 0
}

/** Twice the signed area as seen from the first corner; positive means counter-clockwise. */
function sweep(corners: [number, number][]): number {
  const [lat0, lng0] = corners[0]!
  let area = 0
  for (let at = 1; at < corners.length; at += 1) {
    const [y1, x1] = corners[at - 1]!
    const [y2, x2] = corners[at]!
    area += (x1 - lng0) * (y2 - lat0) - (x2 - lng0) * (y1 - lat0)
  }
  return area
}
