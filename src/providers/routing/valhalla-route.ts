import { z } from 'zod'
import { upstream } from '../../lib/errors'
import type { Point } from '../../lib/geo'
import { askForJson, below } from '../upstream'
import { Recent } from './roads/recent'
import { simplifyLine } from './roads/streets/lines'
import { engineInWords as who, type LatLng } from './types'

const atOnce = 4
const routesKept = 2_000
/** A line on a map isn't worth a long wait. */
const longestWaitMs = 5_000
/** A map asks for many lines at once, and an engine that just failed isn't asked for each of them. */
const pauseMs = 30_000
/** Bends smaller than this can't be seen, in millionths of a degree. */
const tolerance = 20

const Answer = z.looseObject({
  trip: z.looseObject({ legs: z.array(z.looseObject({ shape: z.string() })).min(1) }),
})
/** Valhalla refuses a question with a code of its own if there is no road or no way. */
const Fault = z.looseObject({ error_code: z.number() })

/** The ways between places, a few at a time. Recent ones are kept. */
export function valhallaRoutes(
  url: string,
  timeLimitMs: number,
): (from: Point, to: Point) => Promise<LatLng[] | null> {
  const known = new Recent<string, Promise<LatLng[] | null>>(routesKept)
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve())
  let next = 0
  let pausedUntil = -Infinity

  const ask = async (from: Point, to: Point): Promise<LatLng[] | null> => {
    if (performance.now() < pausedUntil) throw upstream(who)
    try {
      return await askForRoute(url, from, to, AbortSignal.timeout(Math.min(timeLimitMs, longestWaitMs)))
    } catch (error) {
      pausedUntil = performance.now() + pauseMs
      throw error
    }
  }

  return (from, to) => {
    const key = [from.lat, from.lng, to.lat, to.lng].map((degrees) => degrees.toFixed(5)).join('|')
    return known.get(key, () => {
      next = (next + 1) % atOnce
      const route = (lanes[next] ?? Promise.resolve()).then(() => ask(from, to))
      // A failure isn't remembered.
      lanes[next] = route.catch(() => known.drop(key))
      return route
    })
  }
}

async function askForRoute(
  url: string,
  from: Point,
  to: Point,
  signal: AbortSignal,
): Promise<LatLng[] | null> {
  const locations = [from, to].map(({ lat, lng }) => ({ lat, lon: lng }))
  const body = { locations, costing: 'auto', directions_type: 'none' }
  const answer = await askForJson({ who, url: below(url, '/route'), body, signal })
  const trip = answer.status === 200 ? Answer.safeParse(answer.body).data?.trip : undefined
  if (trip) return trip.legs.flatMap(({ shape }) => decodeShape(shape))
  if (answer.status === 400 && Fault.safeParse(answer.body).success) return null
  throw upstream(who, new Error(`Valhalla answered ${answer.status} to a route`))
}

/** Reads an encoded polyline with six decimals, which has the first place and then the steps to each next. */
function decodeShape(shape: string): LatLng[] {
  const points: number[] = []
  let [lat, lng] = [0, 0]
  for (const [at, step] of stepsIn(shape).entries())
    if (at % 2 === 0) lat += step
    else points.push(lat, (lng += step))
  const simple = simplifyLine(points, tolerance)
  return simple.flatMap((value, at) => (at % 2 === 0 ? [[value / 1e6, (simple[at + 1] ?? 0) / 1e6]] : []))
}

/** Numbers in groups of five bits, the lowest first. The sixth bit says that more follow, and the lowest is the sign. */
function stepsIn(shape: string): number[] {
  const steps: number[] = []
  let [value, weight] = [0, 1]
  for (let at = 0; at < shape.length; at += 1) {
    const bits = shape.charCodeAt(at) - 63
    value += (bits & 31) * weight
    weight *= 32
    if (bits >= 32) continue
    steps.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2)
    ;[value, weight] = [0, 1]
  }
  return steps
}
