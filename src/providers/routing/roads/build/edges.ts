import { Growing } from './growing'
import type { Places } from './places'
import type { Vertices } from './vertices'

/** The roads between vertices, side by side. */
export interface Edges {
  count: number
  from: Uint32Array
  to: Uint32Array
  metres: Float32Array
  way: Uint32Array
  firstBend: Uint32Array
  bends: Int32Array
}

export const metresPerUnit = (6_371_008.8 * Math.PI) / 180 / 1e6

/** Metres between two places, exact enough for the length of a street. */
export function metresBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const width = Math.cos((((latA + latB) / 2e6) * Math.PI) / 180)
  const x = (lngB - lngA) * width
  const y = latB - latA
  return Math.sqrt(x * x + y * y) * metresPerUnit
}

/** Cuts the ways at the vertices. Nodes beside one that cannot be used are vertices too, so no piece is lost. */
export function cutEdges(
  firstRef: Uint32Array,
  nodes: Int32Array,
  { ofNode }: Vertices,
  { lats, lngs }: Places,
): Edges {
  const from = new Growing(Uint32Array)
  const to = new Growing(Uint32Array)
  const metres = new Growing(Float32Array)
  const wayOf = new Growing(Uint32Array)
  const firstBend = new Growing(Uint32Array)
  const bends = new Growing(Int32Array)
  firstBend.push(0)
  for (let way = 0; way + 1 < firstRef.length; way += 1) {
    let start = -1
    let length = 0
    for (let at = firstRef[way]!; at < firstRef[way + 1]!; at += 1) {
      const node = nodes[at]!
      const vertex = node < 0 ? -1 : ofNode[node]!
      if (start !== -1 && node >= 0) {
        const before = nodes[at - 1]!
        length += metresBetween(lats[before]!, lngs[before]!, lats[node]!, lngs[node]!)
        if (vertex === -1) {
          bends.push(lats[node]!)
          bends.push(lngs[node]!)
          continue
        }
        from.push(start)
        to.push(vertex)
        metres.push(length)
        wayOf.push(way)
        firstBend.push(bends.length / 2)
      }
      start = vertex
      length = 0
    }
  }
  return {
    count: from.length,
    from: from.finish(),
    to: to.finish(),
    metres: metres.finish(),
    way: wayOf.finish(),
    firstBend: firstBend.finish(),
    bends: bends.finish(),
  }
}
