import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { unitVectors, vectorDistance, type Point } from '../../lib/geo'
import { circleRings, colourOf, contourFeature, largestContoursFirst } from './contours'
import type { Routing } from './types'

/** A stretch of a drive, by the straight distance it covers. */
export interface Stretch {
  /** It ends this many metres from the start. */
  until: number
  /** Straight metres: a bending road makes them fewer. */
  metresPerMinute: number
}

/** How straight distances and times of drives go together. */
export interface Pace {
  /** About how long a drive between two points takes that lie so many metres apart. */
  minutesFor(metres: number): number
  /** About how far from the start, in a straight line, one is after so many minutes. */
  metresWithin(minutes: number): number
}

const stretch = (until: number, kmPerHour: number, circuity: number): Stretch => ({
  until,
  metresPerMinute: (kmPerHour * 1000) / 60 / circuity,
})

/**
 * A drive begins on streets, goes on along main roads and, if it is long, on highways, and roads bend
 * less the farther one goes. The figures are judgement, not fitted to any map: hence an estimate.
 */
export const usualStretches: readonly Stretch[] = [
  stretch(2_000, 32, 1.42),
  stretch(8_000, 46, 1.38),
  stretch(30_000, 68, 1.3),
  stretch(80_000, 86, 1.24),
  stretch(Infinity, 98, 1.2),
]

interface Leg {
  fromMetres: number
  fromMinutes: number
  metresPerMinute: number
}

export function createPace(stretches: readonly Stretch[]): Pace {
  const legs = stretches.reduce<Leg[]>((done, { metresPerMinute }, at) => {
    const before = done.at(-1)
    const fromMetres = stretches[at - 1]?.until ?? 0
    const fromMinutes = before
      ? before.fromMinutes + (fromMetres - before.fromMetres) / before.metresPerMinute
      : 0
    return [...done, { fromMetres, fromMinutes, metresPerMinute }]
  }, [])
  const [first] = legs
  if (!first) throw new Error('A pace needs at least one segment')
  return {
    minutesFor(metres) {
      for (let at = legs.length - 1; at > 0; at -= 1) {
        const leg = legs[at]
        if (leg && leg.fromMetres <= metres)
          return leg.fromMinutes + (metres - leg.fromMetres) / leg.metresPerMinute
      }
      return metres / first.metresPerMinute
    },
    metresWithin(minutes) {
      const leg = legs.findLast(({ fromMinutes }) => fromMinutes <= minutes) ?? first
      return leg.fromMetres + (minutes - leg.fromMinutes) * leg.metresPerMinute
    },
  }
}

export const usualPace = createPace(usualStretches)
export const { minutesFor, metresWithin } = usualPace

const pathIn = (dataDir: string): string => join(dataDir, 'pace.json')

/** The last stretch has no end, which JSON has no number for. */
const Stored = z.object({
  stretches: z
    .array(z.object({ until: z.number().positive().nullable(), metresPerMinute: z.number().positive() }))
    .min(1),
})

/** Keeps what a map taught about its region: it serves estimates when the map is gone. */
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

/** The pace fitted to the region, or the usual one where no map was ever imported. */
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
