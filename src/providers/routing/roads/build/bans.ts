import { arcCount, arcWord, bansMark, endOf, vertexMark, type RoadArrays } from '../graph'
import type { Edges } from './edges'
import type { NodeIndex } from './node-index'
import type { Vertices } from './vertices'
import type { Restriction, Ways } from './ways'

type Marked = Pick<RoadArrays, 'firstArc' | 'arcs' | 'arcEdge' | 'arcTwin' | 'vertexMarks'>

/** Turns that are forbidden, as pairs of arcs; arcs and vertices they concern are marked. */
export function findBans(
  { ways, edges, vertices }: { ways: Ways; edges: Edges; vertices: Vertices },
  index: NodeIndex,
  graph: Marked,
): Pick<RoadArrays, 'bannedFrom' | 'bannedTo'> {
  const byVertex = new Map<number, Restriction[]>()
  for (const restriction of ways.restrictions) {
    const node = index.find(restriction.via)
    const vertex = node === -1 ? -1 : vertices.ofNode[node]!
    if (vertex !== -1) byVertex.set(vertex, [...(byVertex.get(vertex) ?? []), restriction])
  }
  const wayOf = (arc: number): number => {
    const edge = graph.arcEdge[arc]!
    return ways.ids[edges.way[edge < 0 ? ~edge : edge]!]!
  }
  const pairs: [number, number][] = []
  for (let arc = 0; byVertex.size > 0 && arc < arcCount(graph); arc += 1) {
    const vertex = endOf(graph, arc)
    const from = byVertex.get(vertex)?.filter((restriction) => restriction.from === wayOf(arc)) ?? []
    if (from.length === 0) continue
    for (let out = graph.firstArc[vertex]!; out < graph.firstArc[vertex + 1]!; out += 1)
      if (out !== graph.arcTwin[arc] && from.some((restriction) => forbids(restriction, wayOf(out))))
        pairs.push([arc, out])
  }
  for (const [arc] of pairs) {
    graph.arcs[arc * 4 + arcWord.traits]! |= bansMark << 16
    graph.vertexMarks[endOf(graph, arc)]! |= vertexMark.bans
  }
  return {
    bannedFrom: Uint32Array.from(pairs, ([from]) => from),
    bannedTo: Uint32Array.from(pairs, ([, to]) => to),
  }
}

const forbids = ({ to, only }: Restriction, way: number): boolean => (to === way) !== only
