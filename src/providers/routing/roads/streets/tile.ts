import { boxOf, projection, tileExtent, type Box, type Tile } from '../../../../lib/tiles'
import { rank } from '../compile/road'
import { degreesOf, edgeMark, hasStreets, stored, type RoadGraph } from '../graph'
import { onMap } from '../search/snap'
import { Chains, type Chain } from './chains'
import { clipLine, simplifyLine, type Line } from './lines'

/** The streets of a tile. */
export interface StreetTile {
  /** The rank, the number of the name in `names` or -1, then x and y of the first point and the steps to each next. */
  streets: number[][]
  names: string[]
}

/** Lines continue this far beyond the tile, so their ends don't show where two tiles meet. */
const border = 48
/** Half a pixel of a tile that is drawn 512 pixels wide. */
const tolerance = 2
/** Shorter streets would be a dot. */
const shortest = 6
/** From here on, tiles are small enough to look through all streets around them. */
const firstByCells = 9

/** The lowest rank that is drawn: highways from afar, and all streets from nearby. */
function lowestRank(z: number): number {
  if (z < 6) return rank.motorway
  if (z < 8) return rank.trunk
  if (z < 9) return rank.primary
  if (z < 10) return rank.secondary
  if (z < 11) return rank.tertiary
  if (z < 12) return rank.unclassified
  return z < 14 ? rank.residential : rank.service
}

const firstLinks = 10
const firstMinor = 15

/** A street on the map of the whole world, which is one tile. */
interface Street {
  rank: number
  label: number
  line: Line
}

/** Cuts tiles from a road graph. */
export class StreetTiles {
  readonly #chains: Chains
  readonly #isFound: Uint8Array
  readonly #decoder = new TextDecoder()
  #highways: Street[] | null = null

  constructor(private readonly graph: RoadGraph) {
    this.#chains = new Chains(graph)
    this.#isFound = new Uint8Array(graph.edgeKind.length)
  }

  cut(tile: Tile): StreetTile {
    if (!hasStreets(this.graph)) return { streets: [], names: [] }
    const drawing = new Drawing(tile, this.#shiftOf(tile), (label) => this.#label(label))
    if (tile.z < firstByCells) for (const highway of this.#allHighways()) drawing.add(highway)
    else for (const chain of this.#chains.of(this.#edgesIn(tile))) drawing.add(streetOf(chain))
    return drawing.finish()
  }

  #label(label: number): string {
    const { letters, firstLetter } = this.graph
    return this.#decoder.decode(letters.subarray(firstLetter[label], firstLetter[label + 1]))
  }

  /** The map counts longitudes beyond 180 if it crosses the date line. */
  #shiftOf({ z, x }: Tile): number {
    const middle = ((x + 0.5) / 2 ** z) * 360 - 180
    return onMap(this.graph, middle) - stored(middle)
  }

  /** Joined and simplified once, because tiles of much land show the same few highways again and again. */
  #allHighways(): Street[] {
    if (this.#highways !== null) return this.#highways
    const deepest = firstByCells - 1
    const { edgeKind } = this.graph
    const edges: number[] = []
    for (let edge = 0; edge < edgeKind.length; edge += 1)
      if (isDrawn(edgeKind[edge]!, deepest)) edges.push(edge)
    this.#highways = []
    for (const chain of this.#chains.of(Uint32Array.from(edges))) {
      const { line, ...street } = streetOf(chain)
      this.#highways.push({ ...street, line: simplifyLine(line, tolerance / 2 / 2 ** deepest) })
    }
    return this.#highways
  }

  #edgesIn(tile: Tile): Uint32Array {
    const { firstInCell, cellEdges, edgeKind } = this.graph
    const found: number[] = []
    for (const [first, last] of this.#cellRows(tile, boxOf(tile, border)))
      for (let at = firstInCell[first]!; at < firstInCell[last + 1]!; at += 1) {
        const edge = cellEdges[at]!
        // An edge is in every cell that it crosses.
        if (!isDrawn(edgeKind[edge]!, tile.z) || this.#isFound[edge] === 1) continue
        this.#isFound[edge] = 1
        found.push(edge)
      }
    for (const edge of found) this.#isFound[edge] = 0
    return Uint32Array.from(found)
  }

  /** The first and last cell of each row that the box touches. */
  *#cellRows(tile: Tile, box: Box): Generator<[first: number, last: number]> {
    const { size, south, west, rows, columns } = this.graph.info.cells
    const shift = this.#shiftOf(tile)
    const row = (lat: number) => Math.floor((stored(lat) - south) / size)
    const column = (lng: number) => Math.floor((stored(lng) + shift - west) / size)
    const [left, right] = [Math.max(0, column(box.west)), Math.min(columns - 1, column(box.east))]
    if (left > right) return
    for (let y = Math.max(0, row(box.south)); y <= Math.min(rows - 1, row(box.north)); y += 1)
      yield [y * columns + left, y * columns + right]
  }
}

function isDrawn(kind: number, z: number): boolean {
  if ((kind & 7) > lowestRank(z) || ((kind & edgeMark.link) !== 0 && z < firstLinks)) return false
  return (kind & edgeMark.minor) === 0 || z >= firstMinor
}

const onWorld = projection({ z: 0, x: 0, y: 0 })

function streetOf({ kind, label, points }: Chain): Street {
  const line: Line = []
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = onWorld(degreesOf(points[at]!), degreesOf(points[at + 1]!))
    line.push(x, y)
  }
  return { rank: kind & 7, label, line }
}

/** A tile while streets are added to it. */
class Drawing {
  readonly #streets: number[][] = []
  readonly #names: string[] = []
  readonly #numbers = new Map<number, number>([[0, -1]])
  readonly #lowest: number
  readonly #scale: number
  readonly #left: number
  readonly #top: number

  constructor(
    { z, x, y }: Tile,
    shift: number,
    private readonly nameOf: (label: number) => string,
  ) {
    this.#lowest = lowestRank(z)
    this.#scale = 2 ** z
    this.#left = x * tileExtent + degreesOf(shift / 360) * tileExtent * this.#scale
    this.#top = y * tileExtent
  }

  add({ rank: own, label, line }: Street): void {
    if (own > this.#lowest) return
    const here = this.#place(line)
    if (here === null) return
    for (const part of clipLine(simplifyLine(here, tolerance), -border, tileExtent + border)) {
      const street = [own, -1]
      if (!addSteps(street, part)) continue
      if (!this.#numbers.has(label)) this.#numbers.set(label, this.#names.push(this.nameOf(label)) - 1)
      street[1] = this.#numbers.get(label)!
      this.#streets.push(street)
    }
  }

  finish(): StreetTile {
    // Important roads are drawn last, on top of the others.
    return { streets: this.#streets.toSorted(([a = 0], [b = 0]) => b - a), names: this.#names }
  }

  /** The line in the tile's coordinates, or null if all of it is beyond one of its sides. */
  #place(line: Line): Line | null {
    const here: Line = []
    let [west, east, north, south] = [true, true, true, true]
    for (let at = 0; at < line.length; at += 2) {
      const x = line[at]! * this.#scale - this.#left
      const y = line[at + 1]! * this.#scale - this.#top
      west &&= x < -border
      east &&= x > tileExtent + border
      north &&= y < -border
      south &&= y > tileExtent + border
      here.push(x, y)
    }
    return west || east || north || south ? null : here
  }
}

/** The first point and then the steps between points, in whole coordinates. Returns whether it's long enough to see. */
function addSteps(street: number[], line: Line): boolean {
  let x = Math.round(line[0]!)
  let y = Math.round(line[1]!)
  street.push(x, y)
  let length = 0
  for (let at = 2; at < line.length; at += 2) {
    const dx = Math.round(line[at]!) - x
    const dy = Math.round(line[at + 1]!) - y
    if (dx === 0 && dy === 0) continue
    street.push(dx, dy)
    length += Math.abs(dx) + Math.abs(dy)
    x += dx
    y += dy
  }
  return length >= shortest
}
