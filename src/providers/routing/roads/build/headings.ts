import { metresBetween, type Edges } from './edges'
import type { Vertices } from './vertices'

/** A road's direction is seen over its first metres: the very first bend may be the kerb of a junction. */
const lookAheadMetres = 25

/** The directions in which edges leave their ends, in 256 parts of a circle clockwise from north. */
export interface Headings {
  atStart: Uint8Array
  atEnd: Uint8Array
}

export function measureHeadings(edges: Edges, vertices: Vertices): Headings {
  const atStart = new Uint8Array(edges.count)
  const atEnd = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge += 1) {
    atStart[edge] = heading(edges, vertices, edge, true)
    atEnd[edge] = heading(edges, vertices, edge, false)
  }
  return { atStart, atEnd }
}

function heading(edges: Edges, { lats, lngs }: Vertices, edge: number, along: boolean): number {
  const start = along ? edges.from[edge]! : edges.to[edge]!
  const end = along ? edges.to[edge]! : edges.from[edge]!
  const first = edges.firstBend[edge]!
  const last = edges.firstBend[edge + 1]!
  const fromLat = lats[start]!
  const fromLng = lngs[start]!
  for (let step = 0; step < last - first; step += 1) {
    const bend = along ? first + step : last - 1 - step
    const lat = edges.bends[bend * 2]!
    const lng = edges.bends[bend * 2 + 1]!
    if (metresBetween(fromLat, fromLng, lat, lng) >= lookAheadMetres)
      return bearing(fromLat, fromLng, lat, lng)
  }
  return bearing(fromLat, fromLng, lats[end]!, lngs[end]!)
}

/** To a tenth of a degree: a part of the circle is more than that. */
const widths = Float64Array.from({ length: 1_801 }, (_, at) => Math.cos(((at / 10 - 90) * Math.PI) / 180))

function bearing(fromLat: number, fromLng: number, lat: number, lng: number): number {
  const width = widths[Math.round(fromLat / 1e5) + 900]!
  const angle = Math.atan2((lng - fromLng) * width, lat - fromLat)
  return Math.round((angle / (2 * Math.PI)) * 256) & 255
}
