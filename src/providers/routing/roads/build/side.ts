import type { Edges } from './edges'
import { mark } from './road'
import type { Vertices } from './vertices'
import type { Ways } from './ways'

/** Where one drives on the left, roundabouts run clockwise: the map itself tells which side it is. */
export function drivesOnLeft(ways: Ways, edges: Edges, { lats, lngs }: Vertices): boolean {
  const areas = new Map<number, number>()
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    if ((ways.marks[way]! & mark.roundabout) === 0) continue
    const corners: [number, number][] = [[lats[edges.from[edge]!]!, lngs[edges.from[edge]!]!]]
    for (let bend = edges.firstBend[edge]!; bend < edges.firstBend[edge + 1]!; bend += 1)
      corners.push([edges.bends[bend * 2]!, edges.bends[bend * 2 + 1]!])
    corners.push([lats[edges.to[edge]!]!, lngs[edges.to[edge]!]!])
    areas.set(way, (areas.get(way) ?? 0) + sweep(corners))
  }
  let clockwise = 0
  for (const area of areas.values()) clockwise += area < 0 ? 1 : -1
  return clockwise > 0
}

/** Twice the area swept as seen from the first corner; positive counter-clockwise. */
function sweep(corners: [number, number][]): number {
  const [lat0, lng0] = corners[0]!
  let area = 0
  for (let at = 1; at < corners.length; at += 1) {
    const [y1, x1] = corners[at - 1]!
    const [y2, x2] = corners[at]!
    area += (x1 - lng0) * (y2 - lat0) - (x2 - lng0) * (y1 - lat0)
  }
  return area
}
