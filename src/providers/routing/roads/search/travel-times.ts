import { timeOf, costOf, type RoadGraph } from '../graph'
import { unreached, type Search, type Seed } from './search'
import type { Snapped } from './snap'

/** Longer drives count as unreachable, because no one is sent on them. */
export const longestDrive = 180 * 600

/** Minutes from one place to each other one; Infinity if there is no route within the longest drive. */
export function travelTimes(
  graph: RoadGraph,
  search: Search,
  from: Snapped | null,
  to: readonly (Snapped | null)[],
): Float64Array {
  const minutes = new Float64Array(to.length).fill(Infinity)
  if (from === null) return minutes
  const waiting = new Set(
    to.flatMap((target) => (target === null ? [] : arcsOf(graph, target).map(({ arc }) => arc))),
  )
  search.run(seedsOf(graph, from), longestDrive, (cost) => {
    for (const arc of waiting) if (search.costTo(arc) <= cost) waiting.delete(arc)
    return waiting.size === 0
  })
  for (const [at, target] of to.entries())
    if (target !== null) minutes[at] = minutesTo(graph, search, from, target)
  return minutes
}

function minutesTo(graph: RoadGraph, search: Search, from: Snapped, target: Snapped): number {
  let best = Infinity
  for (const { arc, share } of arcsOf(graph, target)) {
    const length = timeOf(graph, arc)
    const reached = search.timeTo(arc)
    if (reached !== unreached) best = Math.min(best, reached - (1 - share) * length)
    // On the same road, the driver just continues.
    const start = arcsOf(graph, from).find((one) => one.arc === arc)
    if (start !== undefined && start.share <= share) best = Math.min(best, (share - start.share) * length)
  }
  return best > longestDrive ? Infinity : best / 600
}

/** The directions from which a place can be reached, each with the position along it. */
export function arcsOf(
  { edgeAlong, edgeAgainst }: RoadGraph,
  { edge, share }: Snapped,
): { arc: number; share: number }[] {
  const [along, against] = [edgeAlong[edge]!, edgeAgainst[edge]!]
  return [
    ...(along === -1 ? [] : [{ arc: along, share }]),
    ...(against === -1 ? [] : [{ arc: against, share: 1 - share }]),
  ]
}

/** A drive can start in each direction the road is open to. */
export function seedsOf(graph: RoadGraph, { edge, share }: Snapped): Seed[] {
  const seed = (arc: number, left: number): Seed[] =>
    arc === -1 ? [] : [{ arc, time: timeOf(graph, arc) * left, cost: costOf(graph, arc) * left }]
  return [...seed(graph.edgeAlong[edge]!, 1 - share), ...seed(graph.edgeAgainst[edge]!, share)]
}
