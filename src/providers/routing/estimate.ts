import { circleRings } from '../../lib/geo-rings'
import { unitVectors, vectorDistance, type Point, type Position } from '../../lib/geo'
import { metresWithin, minutesFor } from './pace'
import type { Contour, ContourFeature, Routing } from './types'

/** So many pairs are measured before others get their turn: a few milliseconds. */
const pairsPerTurn = 50_000

/** Drive times from straight distances alone: no map and no network, and never called more than an estimate. */
export const estimateRouting: Routing = {
  source: 'estimate',
  health: async () => ({ status: 'demo' }),

  async isochrone(from, contours) {
    const largestFirst = distinct(contours).toSorted((a, b) => b.minutes - a.minutes)
    const features = largestFirst.flatMap((contour, at) => {
      const colour = `#${contour.colour ?? usualColour(at, largestFirst.length)}`
      const rings = circleRings(from, metresWithin(contour.minutes))
      return rings.map((ring) => feature(contour.minutes, colour, ring.map(rounded)))
    })
    return { type: 'FeatureCollection', features }
  },

  async matrix(from, to) {
    const [starts, ends] = [unitVectors(from), unitVectors(to)]
    const rows: Float64Array[] = []
    let sinceTurn = 0
    for (let i = 0; i < from.length; i += 1) {
      const row = new Float64Array(to.length)
      for (let j = 0; j < to.length; j += 1) row[j] = minutesFor(vectorDistance(starts, i, ends, j))
      rows.push(row)
      sinceTurn += to.length
      if (sinceTurn < pairsPerTurn) continue
      sinceTurn = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    return rows
  },
}

/** The time an estimated drive between two points takes. */
export function estimateMinutes(from: Point, to: Point): number {
  return minutesFor(vectorDistance(unitVectors([from]), 0, unitVectors([to]), 0))
}

function distinct(contours: readonly Contour[]): Contour[] {
  return contours.filter(({ minutes }, at) => contours.findIndex((other) => other.minutes === minutes) === at)
}

function feature(minutes: number, colour: string, ring: Position[]): ContourFeature {
  return {
    type: 'Feature',
    properties: {
      color: colour,
      contour: minutes,
      fill: colour,
      'fill-opacity': 0.33,
      fillColor: colour,
      fillOpacity: 0.33,
      metric: 'time',
      opacity: 0.33,
    },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

/** A tenth of a metre is finer than any estimate. */
const rounded = ([lng, lat]: Position): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]

/** Muted colours from red by yellow to green, evenly apart. */
function usualColour(at: number, count: number): string {
  const hue = (150 * at) / count
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12
    const value = 0.5 - 0.25 * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return channel(0) + channel(8) + channel(4)
}
