import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { unitVectors, vectorDistance, type Point } from '../../lib/geo'
import { circleRings, colorOf, contourFeature, largestContoursFirst } from './contours'
import { createPace, minutesFor, usualPace, type Pace, type Stretch } from './pace'
import type { Routing } from './types'

const pathIn = (dataDir: string): string => join(dataDir, 'pace.json')

/** The last segment has no end, and JSON can't express infinity. */
const Stored = z.object({
  stretches: z
    .array(z.object({ until: z.number().positive().nullable(), metresPerMinute: z.number().positive() }))
    .min(1),
})

/** Stores the pace measured on a map, so estimates can use it after the map is removed. */
export function keepPace(dataDir: string, stretches: readonly Stretch[]): void {
  const stored: z.infer<typeof Stored> = {
    stretches: stretches.map(({ until, metresPerMinute }) => ({
      until: Number.isFinite(until) ? until : null,
      metresPerMinute,
    })),
  }
  const partial = `${pathIn(dataDir)}.part`
  writeFileSync(partial, `${JSON.stringify(stored)}\n`)
  renameSync(partial, pathIn(dataDir))
}

/** The pace measured in this region, or the default if no map was ever imported. */
export function paceOf(dataDir: string): Pace {
  const path = pathIn(dataDir)
  if (!existsSync(path)) return usualPace
  const stored = Stored.safeParse(parse(readFileSync(path, 'utf8'))).data
  if (stored === undefined) return usualPace
  return createPace(
    stored.stretches.map(({ until, ...stretch }) => ({ until: until ?? Infinity, ...stretch })),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Pairs to calculate before other work gets a turn, which takes a few milliseconds. */
const pairsPerTurn = 50_000

/**
 * Estimates drive times from straight-line distances, without a map or a network. They are always labeled as
 * estimates.
 */
export function createEstimate(pace: Pace): Routing {
  return {
    source: 'estimate',
    health: async () => ({ status: 'demo' }),

    async isochrone(from, contours) {
      const largestFirst = largestContoursFirst(contours)
      const features = largestFirst.flatMap((contour, at) => {
        const color = colorOf(contour, at, largestFirst.length)
        const rings = circleRings(from, pace.metresWithin(contour.minutes))
        return rings.map((ring) => contourFeature({ minutes: contour.minutes, color }, ring))
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

export function estimateMinutes(from: Point, to: Point): number {
  return minutesFor(vectorDistance(unitVectors([from]), 0, unitVectors([to]), 0))
}
