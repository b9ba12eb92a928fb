import type { MapInfo, RoadArrays } from '../graph'
import type { Edges } from './edges'
import type { Vertices } from './vertices'

type Index = Pick<RoadArrays, 'firstInCell' | 'cellEdges'> & { cells: MapInfo['cells'] }

const smallestCell = 4_000
const cellsPerEdge = 2

/** Which edges touch which cell, for edges between vertices of the main part: what a place can be snapped to. */
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

/** Each cell that the box of a piece of the edge touches, once for each run of pieces in it. */
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
