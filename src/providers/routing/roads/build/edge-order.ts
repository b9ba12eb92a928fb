import type { Edges } from './edges'

/**
 * The edges in the order of the vertices they begin at. Vertices that are close have close numbers, so what
 * is near on the map is then near in the file, and a search or a drawing of it finds it in the cache.
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
