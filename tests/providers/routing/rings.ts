import type { Point, Position } from '../../../src/lib/geo'

/** Whether a ring that crosses no edge of the map contains a point, on the flat map. */
export function holds(ring: readonly Position[], { lat, lng }: Point): boolean {
  let inside = false
  for (let at = 1; at < ring.length; at += 1) {
    const [x1, y1] = ring[at - 1]!
    const [x2, y2] = ring[at]!
    if (y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}

/** Positive for a ring that runs counter-clockwise. */
export function signedArea(ring: readonly Position[]): number {
  let area = 0
  for (let at = 1; at < ring.length; at += 1)
    area += ring[at - 1]![0] * ring[at]![1] - ring[at]![0] * ring[at - 1]![1]
  return area / 2
}
