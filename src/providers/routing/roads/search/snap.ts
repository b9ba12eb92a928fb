import type { Point } from '../../../../lib/geo'
import { metresPerUnit } from '../compile/edges'
import type { RoadGraph } from '../graph'

/** A place on a road: an edge, and the position along it from 0 to 1. */
export interface Snapped {
  edge: number
  share: number
  lat: number
  lng: number
  metres: number
}

/** A place farther than this from any road can't be a start. */
export const snapLimitMetres = 5_000

const turn = 360e6

/** The longitude as the map counts it, which can be beyond 180. */
export function onMap({ info }: RoadGraph, lng: number): number {
  const at = Math.round(lng * 1e6)
  const [, west, , east] = info.bounds
  const middle = ((west + east) / 2) * 1e6
  if (at - middle > turn / 2) return at - turn
  return middle - at > turn / 2 ? at + turn : at
}

/** The nearest place on a road in the main part of the map, or null if all are too far. */
export function snap(graph: RoadGraph, point: Point, limit = snapLimitMetres): Snapped | null {
  const { size, south, west, rows, columns } = graph.info.cells
  const [lat, lng] = [Math.round(point.lat * 1e6), onMap(graph, point.lng)]
  const width = Math.cos((point.lat * Math.PI) / 180)
  const [row, column] = [Math.floor((lat - south) / size), Math.floor((lng - west) / size)]
  const cellMetres = size * metresPerUnit * Math.max(0.01, Math.min(1, width))
  const rings = Math.ceil(limit / cellMetres) + 1
  let best: Snapped | null = null
  for (let ring = 0; ring <= rings; ring += 1) {
    // Everything in a farther ring is at least this far away.
    if (best !== null && best.metres <= (ring - 1) * cellMetres) break
    for (let y = row - ring; y <= row + ring; y += 1) {
      if (y < 0 || y >= rows) continue
      const step = Math.abs(y - row) === ring ? 1 : 2 * ring || 1
      for (let x = column - ring; x <= column + ring; x += step) {
        if (x < 0 || x >= columns) continue
        const cell = y * columns + x
        for (let at = graph.firstInCell[cell]!; at < graph.firstInCell[cell + 1]!; at += 1) {
          const found = nearestOn(graph, graph.cellEdges[at]!, lat, lng, width, best?.metres ?? limit)
          if (found !== null) best = found
        }
      }
    }
  }
  return best
}

/** The nearest place on one edge, if it is nearer than the best so far. */
function nearestOn(
  graph: RoadGraph,
  edge: number,
  lat: number,
  lng: number,
  width: number,
  nearerThan: number,
): Snapped | null {
  const { vertexLat, vertexLng, bends, firstBend } = graph
  let fromLat = vertexLat[graph.edgeFrom[edge]!]!
  let fromLng = vertexLng[graph.edgeFrom[edge]!]!
  const last = firstBend[edge + 1]!
  let [along, nearest, nearestAlong, nearestLat, nearestLng] = [0, nearerThan / metresPerUnit, -1, 0, 0]
  for (let bend = firstBend[edge]!; bend <= last; bend += 1) {
    const toLat = bend === last ? vertexLat[graph.edgeTo[edge]!]! : bends[bend * 2]!
    const toLng = bend === last ? vertexLng[graph.edgeTo[edge]!]! : bends[bend * 2 + 1]!
    const [dx, dy] = [(toLng - fromLng) * width, toLat - fromLat]
    const [px, py] = [(lng - fromLng) * width, lat - fromLat]
    const square = dx * dx + dy * dy
    const share = square === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / square))
    const distance = Math.hypot(px - share * dx, py - share * dy)
    const length = Math.sqrt(square)
    if (distance < nearest) {
      nearest = distance
      nearestAlong = along + share * length
      nearestLat = fromLat + share * dy
      nearestLng = fromLng + share * (toLng - fromLng)
    }
    along += length
    fromLat = toLat
    fromLng = toLng
  }
  if (nearestAlong === -1) return null
  const share = along === 0 ? 0 : nearestAlong / along
  return { edge, share, lat: nearestLat, lng: nearestLng, metres: nearest * metresPerUnit }
}
