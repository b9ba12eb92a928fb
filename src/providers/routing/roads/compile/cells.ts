import type { MapInfo, RoadArrays } from '../graph'
import { metresPerUnit, type Edges } from './edges'
import { mark, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

type Index = Pick<RoadArrays, 'firstInCell' | 'cellEdges'> & { cells: MapInfo['cells'] }

const smallestCell = 4_000
const cellsPerEdge = 2

/**
 * Lists the edges in each cell that a place can be snapped to, which are those in the main part of the map.
 */
export function indexCells(
  vertices: Vertices,
  edges: Edges,
  main: Uint8Array,
  bounds: MapInfo['bounds'],
): Index {
  const [south, west, north, east] = bounds.map((degrees) => Math.round(degrees * 1e6)) as typeof bounds
  const area = (north - south + 1) * (east - west + 1)
  const atMost = Math.max(1_024, edges.count * cellsPerEdge)
  const size = Math.max(smallestCell, Math.ceil(Math.sqrt(area / atMost)))
  const cells = {
    size,
    south,
    west,
    rows: Math.floor((north - south) / size) + 1,
    columns: Math.floor((east - west) / size) + 1,
  }
  const firstInCell = new Uint32Array(cells.rows * cells.columns + 1)
  const visit = (each: (cell: number, edge: number) => void): void => {
    for (let edge = 0; edge < edges.count; edge += 1)
      if (main[edges.from[edge]!] && main[edges.to[edge]!]) visitCells(vertices, edges, edge, cells, each)
  }
  visit((cell) => void (firstInCell[cell + 1]! += 1))
  for (let cell = 1; cell < firstInCell.length; cell += 1) firstInCell[cell]! += firstInCell[cell - 1]!
  const next = firstInCell.slice()
  const cellEdges = new Uint32Array(firstInCell.at(-1)!)
  visit((cell, edge) => void (cellEdges[next[cell]!++] = edge))
  return { firstInCell, cellEdges, cells }
}

/** Visits each cell touched by the bounding box of a segment, once per run of segments in it. */
function visitCells(
  { lats, lngs }: Vertices,
  edges: Edges,
  edge: number,
  { size, south, west, columns }: MapInfo['cells'],
  each: (cell: number, edge: number) => void,
): void {
  let row = Math.floor((lats[edges.from[edge]!]! - south) / size)
  let column = Math.floor((lngs[edges.from[edge]!]! - west) / size)
  const last = edges.firstBend[edge + 1]!
  let seen = -1
  for (let bend = edges.firstBend[edge]!; bend <= last; bend += 1) {
    const lat = bend === last ? lats[edges.to[edge]!]! : edges.bends[bend * 2]!
    const lng = bend === last ? lngs[edges.to[edge]!]! : edges.bends[bend * 2 + 1]!
    const toRow = Math.floor((lat - south) / size)
    const toColumn = Math.floor((lng - west) / size)
    for (let y = Math.min(row, toRow); y <= Math.max(row, toRow); y += 1)
      for (let x = Math.min(column, toColumn); x <= Math.max(column, toColumn); x += 1) {
        const cell = y * columns + x
        if (cell !== seen) each(cell, edge)
        seen = cell
      }
    row = toRow
    column = toColumn
  }
}

/** Cells are about 360 m wide; roads within two kilometers count. */
const cell = 3_277
const reachMetres = 2_000
const partsPerKm = 0.72
const most = 15

/** The road density around each vertex from 0 to 15, based on kilometers of road per square kilometer. */
export function measureDensity(vertices: Vertices, edges: Edges, ways: Ways): Uint8Array {
  const lengths = sumByCell(vertices, edges, ways)
  const parts = new Map<number, number>()
  const density = new Uint8Array(vertices.count)
  let [last, known] = [-1, 0]
  for (let vertex = 0; vertex < vertices.count; vertex += 1) {
    const lat = vertices.lats[vertex]!
    const key = keyOf(lat, vertices.lngs[vertex]!)
    // Neighbors in the list are neighbors on the map, and mostly in the same cell.
    if (key !== last) {
      known = parts.get(key) ?? densityAround(key, lat, lengths)
      parts.set(key, known)
      last = key
    }
    density[vertex] = known
  }
  return density
}

const columns = 2 ** 20
const keyOf = (lat: number, lng: number): number =>
  Math.floor((lat + 90e6) / cell) * columns + Math.floor((lng + 180e6) / cell)

/** Meters of street in each cell, without driveways and field paths, which don't make a town. */
function sumByCell({ lats, lngs }: Vertices, edges: Edges, ways: Ways): Map<number, number> {
  const lengths = new Map<number, number>()
  let [last, sum] = [-1, 0]
  const add = (vertex: number, metres: number): void => {
    const key = keyOf(lats[vertex]!, lngs[vertex]!)
    if (key !== last) {
      if (last !== -1) lengths.set(last, sum)
      last = key
      sum = lengths.get(key) ?? 0
    }
    sum += metres
  }
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    if (ways.ranks[way] === rank.service && (ways.marks[way]! & mark.alley) === 0) continue
    add(edges.from[edge]!, edges.metres[edge]! / 2)
    add(edges.to[edge]!, edges.metres[edge]! / 2)
  }
  if (last !== -1) lengths.set(last, sum)
  return lengths
}

function densityAround(key: number, lat: number, lengths: ReadonlyMap<number, number>): number {
  const cellMetres = cell * metresPerUnit
  const width = Math.max(0.05, Math.cos(((lat / 1e6) * Math.PI) / 180))
  const reach = reachMetres / cellMetres
  const rows = Math.floor(reach)
  let metres = 0
  let cells = 0
  for (let row = -rows; row <= rows; row += 1) {
    const wide = Math.floor(Math.sqrt(reach * reach - row * row) / width)
    cells += 2 * wide + 1
    for (let column = -wide; column <= wide; column += 1)
      metres += lengths.get(key + row * columns + column) ?? 0
  }
  const squareKm = (cells * cellMetres * cellMetres * width) / 1e6
  return Math.min(most, Math.round((metres / 1_000 / squareKm) * partsPerKm))
}
