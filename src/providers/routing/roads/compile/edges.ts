import { Growing } from './arrays'
import type { Places } from './nodes'
import type { Vertices } from './vertices'

/** The roads between vertices, in parallel arrays. */
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

/** Meters between two points, accurate enough for the length of a street. */
export function metresBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const width = Math.cos((((latA + latB) / 2e6) * Math.PI) / 180)
  const x = (lngB - lngA) * width
  const y = latB - latA
  return Math.sqrt(x * x + y * y) * metresPerUnit
}

/** Splits ways at vertices. Nodes next to an unusable one are vertices too, so no part of a way is lost. */
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

/**
 * Sorts edges by the vertex they start at. Vertices close on the map have close numbers, so neighboring roads
 * end up close in the file and in the cache.
 */
export function inVertexOrder(edges: Edges, vertexCount: number): Edges {
  const order = orderByStart(edges, vertexCount)
  const firstBend = new Uint32Array(edges.count + 1)
  const bends = new Int32Array(edges.bends.length)
  for (let at = 0; at < edges.count; at += 1) {
    const edge = order[at]!
    const from = edges.firstBend[edge]! * 2
    const to = edges.firstBend[edge + 1]! * 2
    for (let i = from, next = firstBend[at]! * 2; i < to; i += 1, next += 1) bends[next] = edges.bends[i]!
    firstBend[at + 1] = firstBend[at]! + (to - from) / 2
  }
  return {
    count: edges.count,
    from: order.map((edge) => edges.from[edge]!),
    to: order.map((edge) => edges.to[edge]!),
    metres: Float32Array.from(order, (edge) => edges.metres[edge]!),
    way: order.map((edge) => edges.way[edge]!),
    firstBend,
    bends,
  }
}

function orderByStart({ count, from }: Edges, vertexCount: number): Uint32Array {
  const next = new Uint32Array(vertexCount + 1)
  for (let edge = 0; edge < count; edge += 1) next[from[edge]! + 1]! += 1
  for (let vertex = 0; vertex < vertexCount; vertex += 1) next[vertex + 1]! += next[vertex]!
  const order = new Uint32Array(count)
  for (let edge = 0; edge < count; edge += 1) order[next[from[edge]!]!++] = edge
  return order
}

/**
 * A road's direction is measured over its first meters, because the first bend may only be the curb of a
 * junction.
 */
const lookAheadMetres = 25

/** The directions in which edges leave their ends, in 1/256 of a circle clockwise from north. */
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

/** A tenth of a degree is finer than the 256 parts of the circle. */
const widths = Float64Array.from({ length: 1_801 }, (_, at) => Math.cos(((at / 10 - 90) * Math.PI) / 180))

function bearing(fromLat: number, fromLng: number, lat: number, lng: number): number {
  const width = widths[Math.round(fromLat / 1e5) + 900]!
  const angle = Math.atan2((lng - fromLng) * width, lat - fromLat)
  return Math.round((angle / (2 * Math.PI)) * 256) & 255
}
