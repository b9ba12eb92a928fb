import { metresPerUnit, type Edges } from './edges'
import { mark, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

/** Cells of about 360 m; roads within two kilometres count. */
const cell = 3_277
const reachMetres = 2_000
const partsPerKm = 0.72
const most = 15

/** How dense the roads round each vertex are, in parts from 0 to 15: kilometres of road to the square kilometre. */
export function measureDensity(vertices: Vertices, edges: Edges, ways: Ways): Uint8Array {
  const lengths = sumByCell(vertices, edges, ways)
  const parts = new Map<number, number>()
  const density = new Uint8Array(vertices.count)
  let [last, known] = [-1, 0]
  for (let vertex = 0; vertex < vertices.count; vertex += 1) {
    const lat = vertices.lats[vertex]!
    const key = keyOf(lat, vertices.lngs[vertex]!)
    // Neighbours in the list are neighbours on the map, mostly of one cell.
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

/** Metres of street in each cell. Yards and field paths make no town. */
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
