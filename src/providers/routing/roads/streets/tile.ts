import { boxOf, projection, tileExtent, type Box, type Tile } from '../../../../lib/tiles'
import { rank } from '../compile/road'
import { degreesOf, edgeMark, hasStreets, stored, type RoadGraph } from '../graph'
import { onMap } from '../search/snap'
import { chainsOf } from './chains'
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

/** Cuts tiles from a road graph. */
export class StreetTiles {
  #highways: number[] | null = null
  readonly #decoder = new TextDecoder()

  constructor(private readonly graph: RoadGraph) {}

  cut(tile: Tile): StreetTile {
    if (!hasStreets(this.graph)) return { streets: [], names: [] }
    const edges = this.#edgesIn(tile)
    const project = projection(tile)
    const shift = this.#shiftOf(tile)
    const streets: number[][] = []
    const names: string[] = []
    const known = new Map<number, number>()
    const nameOf = (label: number): number => {
      if (label === 0) return -1
      if (!known.has(label)) known.set(label, names.push(this.#label(label)) - 1)
      return known.get(label)!
    }
    for (const { kind, label, points } of chainsOf(this.graph, edges)) {
      const line: Line = []
      for (let at = 0; at < points.length; at += 2)
        line.push(...project(degreesOf(points[at]!), degreesOf(points[at + 1]! - shift)))
      for (const part of clipLine(simplifyLine(line, tolerance), -border, tileExtent + border)) {
        const steps = stepsOf(part)
        if (steps !== null) streets.push([kind & 7, nameOf(label), ...steps])
      }
    }
    // Important roads are drawn last, on top of the others.
    return { streets: streets.toSorted(([a = 0], [b = 0]) => b - a), names }
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

  #edgesIn(tile: Tile): number[] {
    const { edgeKind } = this.graph
    const lowest = lowestRank(tile.z)
    const isDrawn = (edge: number): boolean => {
      const kind = edgeKind[edge]!
      if ((kind & 7) > lowest || ((kind & edgeMark.link) !== 0 && tile.z < firstLinks)) return false
      return (kind & edgeMark.minor) === 0 || tile.z >= firstMinor
    }
    const box = boxOf(tile, border)
    if (tile.z < firstByCells) return this.#highwaysIn(tile, box).filter(isDrawn)
    return [...this.#edgesInCells(tile, box)].filter(isDrawn)
  }

  #edgesInCells(tile: Tile, box: Box): Set<number> {
    const { firstInCell, cellEdges, info } = this.graph
    const { size, south, west, rows, columns } = info.cells
    const shift = this.#shiftOf(tile)
    const row = (lat: number) => Math.floor((stored(lat) - south) / size)
    const column = (lng: number) => Math.floor((stored(lng) + shift - west) / size)
    const found = new Set<number>()
    const [left, right] = [Math.max(0, column(box.west)), Math.min(columns - 1, column(box.east))]
    for (let y = Math.max(0, row(box.south)); y <= Math.min(rows - 1, row(box.north)); y += 1)
      for (
        let at = firstInCell[y * columns + left]!;
        left <= right && at < firstInCell[y * columns + right + 1]!;
        at += 1
      )
        found.add(cellEdges[at]!)
    return found
  }

  /** Highways that may cross the box. There are few enough to look at all of them. */
  #highwaysIn(tile: Tile, box: Box): number[] {
    const { edgeKind, vertexLat, vertexLng, edgeFrom, edgeMetres } = this.graph
    const shift = this.#shiftOf(tile)
    if (this.#highways === null) {
      this.#highways = []
      for (let edge = 0; edge < edgeKind.length; edge += 1)
        if ((edgeKind[edge]! & 7) <= rank.primary) this.#highways.push(edge)
    }
    const [south, north] = [stored(box.south), stored(box.north)]
    const [west, east] = [stored(box.west) + shift, stored(box.east) + shift]
    return this.#highways.filter((edge) => {
      const [lat, lng] = [vertexLat[edgeFrom[edge]!]!, vertexLng[edgeFrom[edge]!]!]
      // A degree of longitude is never less than a third of one of latitude where people drive.
      const reach = edgeMetres[edge]! * 10
      return lat > south - reach && lat < north + reach && lng > west - 3 * reach && lng < east + 3 * reach
    })
  }
}

/** The first point and then the steps between points, in whole coordinates; null for a line too short to see. */
function stepsOf(line: Line): number[] | null {
  let [x, y] = [Math.round(line[0]!), Math.round(line[1]!)]
  const steps = [x, y]
  let length = 0
  for (let at = 2; at < line.length; at += 2) {
    const [dx, dy] = [Math.round(line[at]!) - x, Math.round(line[at + 1]!) - y]
    if (dx === 0 && dy === 0) continue
    steps.push(dx, dy)
    length += Math.abs(dx) + Math.abs(dy)
    x += dx
    y += dy
  }
  return length < shortest ? null : steps
}
