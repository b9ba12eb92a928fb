import { circleRings } from '../../lib/geo-rings'
import { unitVectors, vectorDistance, type Point } from '../../lib/geo'
import { colourOf, contourFeature, largestContoursFirst } from './contour-feature'
import { minutesFor, usualPace, type Pace } from './pace'
import type { Routing } from './types'

/** So many pairs are measured before others get their turn: a few milliseconds. */
const pairsPerTurn = 50_000

/** Drive times from straight distances alone: no map and no network, and never called more than an estimate. */
export function createEstimate(pace: Pace): Routing {
  return {
    source: 'estimate',
    health: async () => ({ status: 'demo' }),

    async isochrone(from, contours) {
      const largestFirst = largestContoursFirst(contours)
      const features = largestFirst.flatMap((contour, at) => {
        const colour = colourOf(contour, at, largestFirst.length)
        const rings = circleRings(from, pace.metresWithin(contour.minutes))
        return rings.map((ring) => contourFeature({ minutes: contour.minutes, colour }, ring))
      })
      return { type: 'FeatureCollection', features }
    },

    async matrix(from, to) {
      const [starts, ends] = [unitVectors(from), unitVectors(to)]
      const rows: Float64Array[] = []
      let sinceTurn = 0
      for (let i = 0; i < from.length; i += 1) {
        const row = new Float64Array(to.length)
        for (let j = 0; j < to.length; j += 1) row[j] = pace.minutesFor(vectorDistance(starts, i, ends, j))
        rows.push(row)
        sinceTurn += to.length
        if (sinceTurn < pairsPerTurn) continue
        sinceTurn = 0
        await new Promise((resolve) => setImmediate(resolve))
      }
      return rows
    },
  }
}

export const estimateRouting: Routing = createEstimate(usualPace)

/** The time an estimated drive between two points takes. */
export function estimateMinutes(from: Point, to: Point): number {
  return minutesFor(vectorDistance(unitVectors([from]), 0, unitVectors([to]), 0))
}
