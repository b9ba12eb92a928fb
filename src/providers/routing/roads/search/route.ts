import { edgeOf, timeOf, type RoadGraph } from '../graph'
import { appendEdge } from '../streets/chains'
import { simplifyLine } from '../streets/lines'
import { unreached, type Search } from './search'
import type { Snapped } from './snap'
import { arcsOf, longestDrive, seedsOf } from './travel-times'

/** About ten meters, which a line on a map doesn't show. */
const tolerance = 100

/** The way from one place to another as lat, lng, lat, lng … as stored, or null if there is none. */
export function routeBetween(
  graph: RoadGraph,
  search: Search,
  from: Snapped | null,
  to: Snapped | null,
): number[] | null {
  if (from === null || to === null) return null
  const ends = arcsOf(graph, to)
  const waiting = new Set(ends.map(({ arc }) => arc))
  search.remember()
  search.run(seedsOf(graph, from), longestDrive, (cost) => {
    for (const arc of waiting) if (search.costTo(arc) <= cost) waiting.delete(arc)
    return waiting.size === 0
  })
  const straight = onSameRoad(graph, from, to)
  const best = ends
    .map(({ arc, share }) => ({ arc, share, time: search.timeTo(arc) - (1 - share) * timeOf(graph, arc) }))
    .filter(({ arc }) => search.timeTo(arc) !== unreached)
    .toSorted((a, b) => a.time - b.time)[0]
  if (straight !== null && (best === undefined || straight.time <= best.time)) return straight.points
  if (best === undefined) return null
  const start = arcsOf(graph, from)
  const arcs = search.arcsTo(best.arc)
  const points = arcs.flatMap((arc, at) => {
    const begins = at === 0 ? (start.find((one) => one.arc === arc)?.share ?? 0) : 0
    const ends = at === arcs.length - 1 ? best.share : 1
    return partOf(pointsOfArc(graph, arc), begins, ends)
  })
  return simplifyLine(points, tolerance)
}

function onSameRoad(graph: RoadGraph, from: Snapped, to: Snapped) {
  for (const { arc, share } of arcsOf(graph, to)) {
    const start = arcsOf(graph, from).find((one) => one.arc === arc)
    if (start !== undefined && start.share <= share)
      return {
        time: (share - start.share) * timeOf(graph, arc),
        points: partOf(pointsOfArc(graph, arc), start.share, share),
      }
  }
  return null
}

function pointsOfArc(graph: RoadGraph, arc: number): number[] {
  const points: number[] = []
  appendEdge(graph, points, edgeOf(graph, arc), graph.arcEdge[arc]! >= 0)
  return points
}

/** The part of a line between two shares of its length. */
function partOf(points: number[], from: number, to: number): number[] {
  if (from === 0 && to === 1) return points
  const width = Math.cos((points[0]! / 1e6 / 180) * Math.PI)
  const lengths: number[] = []
  for (let at = 2; at < points.length; at += 2)
    lengths.push(Math.hypot(points[at]! - points[at - 2]!, (points[at + 1]! - points[at - 1]!) * width))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const part: number[] = []
  let passed = 0
  for (const [at, length] of lengths.entries()) {
    const [begins, ends] = [
      Math.max(0, (from * whole - passed) / length),
      Math.min(1, (to * whole - passed) / length),
    ]
    passed += length
    if (length === 0 || begins > ends) continue
    const [lat, lng, toLat, toLng] = [0, 1, 2, 3].map((next) => points[at * 2 + next]!) as Four
    const on = (share: number) => [lat + share * (toLat - lat), lng + share * (toLng - lng)]
    if (part.length === 0) part.push(...on(begins))
    part.push(...on(ends))
  }
  return part
}

type Four = [number, number, number, number]
