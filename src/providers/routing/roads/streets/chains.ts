import type { RoadGraph } from '../graph'

/** A street as one line, though crossings divide it into many edges. */
export interface Chain {
  kind: number
  label: number
  /** lat, lng, lat, lng … as stored. */
  points: number[]
}

/** Joins edges of the same kind and name where they meet. */
export class Chains {
  /** The last end of an edge at each vertex, or -1: twice the edge's place in the list, and one more for its far end. */
  readonly #lastEnd: Int32Array

  constructor(private readonly graph: RoadGraph) {
    this.#lastEnd = new Int32Array(graph.vertexLat.length).fill(-1)
  }

  *of(edges: Uint32Array): Generator<Chain> {
    const { edgeFrom, edgeTo, edgeKind, edgeLabel } = this.graph
    const endBefore = this.#link(edges)
    const isUsed = new Uint8Array(edges.length)
    /** The ends at which a street is entered from a vertex on, in the order of driving. */
    const follow = (from: number, like: number): number[] => {
      const ends: number[] = []
      for (let vertex = from, end = this.#lastEnd[vertex]!; end !== -1;) {
        const edge = edges[end >> 1]!
        if (
          isUsed[end >> 1] === 1 ||
          edgeLabel[edge] !== edgeLabel[like] ||
          edgeKind[edge] !== edgeKind[like]
        ) {
          end = endBefore[end]!
          continue
        }
        isUsed[end >> 1] = 1
        ends.push(end)
        vertex = end % 2 === 0 ? edgeTo[edge]! : edgeFrom[edge]!
        end = this.#lastEnd[vertex]!
      }
      return ends
    }
    try {
      for (let at = 0; at < edges.length; at += 1) {
        if (isUsed[at] === 1) continue
        isUsed[at] = 1
        const edge = edges[at]!
        const after = follow(edgeTo[edge]!, edge)
        const before = follow(edgeFrom[edge]!, edge)
        const points: number[] = []
        for (let i = before.length - 1; i >= 0; i -= 1)
          appendEdge(this.graph, points, edges[before[i]! >> 1]!, before[i]! % 2 === 1)
        appendEdge(this.graph, points, edge, true)
        for (const end of after) appendEdge(this.graph, points, edges[end >> 1]!, end % 2 === 0)
        yield { kind: edgeKind[edge]!, label: edgeLabel[edge]!, points }
      }
    } finally {
      for (const edge of edges) this.#lastEnd[edgeFrom[edge]!] = this.#lastEnd[edgeTo[edge]!] = -1
    }
  }

  /** Lists the ends at each vertex: from the last one to the one before it, and so on. */
  #link(edges: Uint32Array): Int32Array {
    const { edgeFrom, edgeTo } = this.graph
    const endBefore = new Int32Array(edges.length * 2)
    for (let end = 0; end < endBefore.length; end += 1) {
      const vertex = (end % 2 === 0 ? edgeFrom : edgeTo)[edges[end >> 1]!]!
      endBefore[end] = this.#lastEnd[vertex]!
      this.#lastEnd[vertex] = end
    }
    return endBefore
  }
}

/** Adds an edge to the end of a line, which already has its first point unless it's empty. */
export function appendEdge(graph: RoadGraph, points: number[], edge: number, along: boolean): void {
  const { vertexLat, vertexLng, edgeFrom, edgeTo, firstBend, bends } = graph
  const start = along ? edgeFrom[edge]! : edgeTo[edge]!
  const end = along ? edgeTo[edge]! : edgeFrom[edge]!
  if (points.length === 0) points.push(vertexLat[start]!, vertexLng[start]!)
  const [first, last] = [firstBend[edge]!, firstBend[edge + 1]! - 1]
  for (let step = 0; step <= last - first; step += 1) {
    const bend = along ? first + step : last - step
    points.push(bends[bend * 2]!, bends[bend * 2 + 1]!)
  }
  points.push(vertexLat[end]!, vertexLng[end]!)
}
