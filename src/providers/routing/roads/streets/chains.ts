import type { RoadGraph } from '../graph'

/** A street as one line, though crossings divide it into many edges. */
export interface Chain {
  kind: number
  label: number
  /** lat, lng, lat, lng … as stored. */
  points: number[]
}

/** Joins edges of the same kind and name where they meet. */
export function* chainsOf(graph: RoadGraph, edges: readonly number[]): Generator<Chain> {
  const { edgeKind, edgeLabel } = graph
  const groups = Map.groupBy(edges, (edge) => edgeLabel[edge]! * 256 + edgeKind[edge]!)
  for (const group of groups.values()) {
    const at = meetingAt(graph, group)
    const left = new Set(group)
    for (const edge of group) {
      if (!left.delete(edge)) continue
      const points = pointsOf(graph, edge)
      follow(graph, at, left, graph.edgeTo[edge]!, (next) => points.push(...next))
      const before: number[] = []
      follow(graph, at, left, graph.edgeFrom[edge]!, (next) => before.push(...next))
      yield { kind: edgeKind[edge]!, label: edgeLabel[edge]!, points: [...reversed(before), ...points] }
    }
  }
}

function meetingAt({ edgeFrom, edgeTo }: RoadGraph, group: readonly number[]): Map<number, number[]> {
  const at = new Map<number, number[]>()
  for (const edge of group)
    for (const vertex of [edgeFrom[edge]!, edgeTo[edge]!]) {
      const known = at.get(vertex)
      if (known) known.push(edge)
      else at.set(vertex, [edge])
    }
  return at
}

/** Walks from a vertex along edges that aren't used yet, and hands over their points without the first. */
function follow(
  graph: RoadGraph,
  at: ReadonlyMap<number, number[]>,
  left: Set<number>,
  start: number,
  take: (points: number[]) => void,
): void {
  let vertex = start
  for (;;) {
    const next = at.get(vertex)?.find((edge) => left.has(edge))
    if (next === undefined) return
    left.delete(next)
    const along = graph.edgeFrom[next] === vertex
    const points = pointsOf(graph, next)
    take((along ? points : reversed(points)).slice(2))
    vertex = along ? graph.edgeTo[next]! : graph.edgeFrom[next]!
  }
}

/** All points of an edge, from its start to its end. */
export function pointsOf(graph: RoadGraph, edge: number): number[] {
  const { vertexLat, vertexLng, edgeFrom, edgeTo, firstBend, bends } = graph
  const [from, to] = [edgeFrom[edge]!, edgeTo[edge]!]
  return [
    vertexLat[from]!,
    vertexLng[from]!,
    ...bends.subarray(firstBend[edge]! * 2, firstBend[edge + 1]! * 2),
    vertexLat[to]!,
    vertexLng[to]!,
  ]
}

export function reversed(points: readonly number[]): number[] {
  const turned: number[] = []
  for (let at = points.length - 2; at >= 0; at -= 2) turned.push(points[at]!, points[at + 1]!)
  return turned
}
