import { costOf, timeOf, type RoadGraph } from '../graph'
import type { Seed } from './search'
import type { Snapped } from './snap'

/** One may set off in each direction the road is open to. */
export function seedsOf(graph: RoadGraph, { edge, share }: Snapped): Seed[] {
  const seed = (arc: number, left: number): Seed[] =>
    arc === -1 ? [] : [{ arc, time: timeOf(graph, arc) * left, cost: costOf(graph, arc) * left }]
  return [...seed(graph.edgeAlong[edge]!, 1 - share), ...seed(graph.edgeAgainst[edge]!, share)]
}
