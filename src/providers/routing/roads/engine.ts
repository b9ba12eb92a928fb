import type { Point } from '../../../lib/geo'
import { vertexMark, type RoadGraph } from './graph'
import { Recent } from './recent'
import { traceContour, simplify } from './search/contour'
import { cellSize, paint } from './search/grid'
import { routeBetween } from './search/route'
import { Search } from './search/search'
import { snap, type Snapped } from './search/snap'
import { seedsOf, travelTimes } from './search/travel-times'

/** The area reached within some minutes. */
export interface Area {
  minutes: number
  /** The outline as lng, lat, lng, lat …, counter-clockwise and not closed. Longitudes can go beyond 180. */
  outline: Float64Array
  /**
   * Up to this time no road left the map. It is less than the minutes if the map's edge cuts the area off.
   */
  completeMinutes: number
}

/** The place is too far from any road. */
export class OffTheMap extends Error {
  override name = 'OffTheMap'
}

const tenthsPerMinute = 600
/** Cells just outside an area show how far into them it reaches. */
const beyond = 1.5
const placesKept = 20_000

/** Areas less than a second apart count as one, because rounding would make their outlines cross. */
const wholeSeconds = (minutes: number): number => Math.round(minutes * 60) / 60

/** Answers from a road graph, one question at a time. */
export class RoadEngine {
  readonly #search: Search
  readonly #snapped = new Recent<string, Snapped | null>(placesKept)

  constructor(private readonly graph: RoadGraph) {
    this.#search = new Search(graph)
  }

  /** The areas in the order of the minutes. A larger one contains all smaller ones. */
  areas(from: Point, minutes: readonly number[]): Area[] {
    const start = this.#snap(from)
    if (start === null) throw new OffTheMap()
    const longest = Math.max(...minutes)
    const limit = (longest + beyond) * tenthsPerMinute
    this.#search.run(seedsOf(this.graph, start), limit)
    const grid = paint(this.graph, this.#search, start, cellSize(longest), limit)
    const lines = simplify(minutes.map((each) => traceContour(grid, wholeSeconds(each))))
    const edge = this.#minutesToEdge()
    return minutes.map((each, at) => ({
      minutes: each,
      outline: lines[at]!.map(
        (value, i) => ((i % 2 === 0 ? grid.west : grid.south) + value * grid.size) / 1e6,
      ),
      completeMinutes: Math.min(each, edge),
    }))
  }

  /** Minutes from each place to each other one, row by row; Infinity if there is no route. */
  travelTimes(from: readonly Point[], to: readonly Point[]): Float64Array {
    const targets = to.map((point) => this.#snap(point))
    const minutes = new Float64Array(from.length * to.length)
    for (const [row, point] of from.entries())
      minutes.set(travelTimes(this.graph, this.#search, this.#snap(point), targets), row * to.length)
    return minutes
  }

  /** The way between two places as lat, lng, lat, lng … in degrees, or null if there is none. */
  route(from: Point, to: Point): Float64Array | null {
    const points = routeBetween(this.graph, this.#search, this.#snap(from), this.#snap(to))
    return points && Float64Array.from(points, (value) => Math.round(value / 10) / 1e5)
  }

  /** Whole minutes until the first road that was reached leaves the map. */
  #minutesToEdge(): number {
    const { visited, visitedCount } = this.#search
    const { vertexMarks } = this.graph
    let first = Infinity
    for (let at = 0; at < visitedCount; at += 1) {
      const vertex = visited[at]!
      if ((vertexMarks[vertex]! & vertexMark.cut) !== 0) first = Math.min(first, this.#search.timeAt(vertex))
    }
    return Math.floor(first / tenthsPerMinute)
  }

  #snap(point: Point): Snapped | null {
    const key = `${point.lat.toFixed(5)},${point.lng.toFixed(5)}`
    return this.#snapped.get(key, () => snap(this.graph, point))
  }
}
