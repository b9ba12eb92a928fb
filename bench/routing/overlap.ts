import type { Position } from '../../src/lib/geo'
import type { ContourCollection } from '../../src/providers/routing/types'

/** The outer ring of a contour. */
export function ringOf({ features }: ContourCollection, minutes: number): Position[] {
  const geometry = features.find(({ properties }) => properties.contour === minutes)?.geometry
  if (geometry === undefined) return []
  return (geometry.type === 'Polygon' ? geometry.coordinates[0] : geometry.coordinates[0]?.[0]) ?? []
}

const samples = 300

/** The area two rings share as a fraction of the area either covers, sampled on a fine grid over both. */
export function overlapOf(a: readonly Position[], b: readonly Position[]): number {
  const all = [...a, ...b]
  const [west, east] = extent(all.map(([lng]) => lng))
  const [south, north] = extent(all.map(([, lat]) => lat))
  let [both, either] = [0, 0]
  for (let row = 0; row < samples; row += 1) {
    const lat = south + ((north - south) * (row + 0.5)) / samples
    const [inA, inB] = [crossings(a, lat), crossings(b, lat)]
    for (let column = 0; column < samples; column += 1) {
      const lng = west + ((east - west) * (column + 0.5)) / samples
      const [isInA, isInB] = [isBetween(inA, lng), isBetween(inB, lng)]
      if (isInA && isInB) both += 1
      if (isInA || isInB) either += 1
    }
  }
  return either === 0 ? 0 : both / either
}

/** Longitudes at which a ring crosses a parallel, from west to east. */
function crossings(ring: readonly Position[], lat: number): number[] {
  const found: number[] = []
  for (let at = 1; at < ring.length; at += 1) {
    const [x1, y1] = ring[at - 1]!
    const [x2, y2] = ring[at]!
    if (y1 > lat !== y2 > lat) found.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
  }
  return found.toSorted((p, q) => p - q)
}

const isBetween = (sorted: number[], lng: number): boolean =>
  sorted.filter((crossing) => crossing < lng).length % 2 === 1

function extent(values: number[]): [lowest: number, highest: number] {
  return [
    values.reduce((p, q) => Math.min(p, q), Infinity),
    values.reduce((p, q) => Math.max(p, q), -Infinity),
  ]
}
