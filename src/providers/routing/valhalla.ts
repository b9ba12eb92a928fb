import { z } from 'zod'
import { upstream } from '../../lib/errors'
import type { Point } from '../../lib/geo'
import { askForJson, below, type UpstreamAnswer } from '../upstream'
import {
  engineInWords,
  type Contour,
  type ContourCollection,
  type ContourFeature,
  type Routing,
} from './types'
import { valhallaMatrix } from './valhalla-matrix'
import { valhallaRoutes } from './valhalla-route'

export interface ValhallaOptions {
  url: string
  timeLimitMs: number
}

const who = engineInWords

/** Valhalla's default limits. */
const usualLimits: Limits = { contours: 4, minutes: Infinity }

/** Outlines have tens of thousands of positions, and a loop checks them much faster than a schema. */
const isPosition = (value: unknown): boolean =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1])
const listOf = (isItem: (item: unknown) => boolean, least: number) => (value: unknown) =>
  Array.isArray(value) && value.length >= least && value.every(isItem)
const isPolygon = listOf(listOf(isPosition, 4), 1)
const isMultiPolygon = listOf(isPolygon, 1)

const Feature = z.looseObject({
  type: z.literal('Feature'),
  properties: z.looseObject({ contour: z.number() }),
  geometry: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('Polygon'), coordinates: z.custom(isPolygon) }),
    z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.custom(isMultiPolygon) }),
  ]),
})
const Collection = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(Feature).min(1) })
const Fault = z.looseObject({ error_code: z.number(), error: z.string() })

/** A Valhalla server, within its own limits. */
export function valhallaRouting({ url, timeLimitMs }: ValhallaOptions): Routing {
  return {
    source: 'valhalla',
    isochrone: (from, contours) => askForAll(url, from, contours, AbortSignal.timeout(timeLimitMs)),
    matrix: (from, to) => valhallaMatrix(url, from, to, AbortSignal.timeout(timeLimitMs)),
    route: valhallaRoutes(url, timeLimitMs),
    async health() {
      const started = performance.now()
      try {
        const signal = AbortSignal.timeout(Math.min(timeLimitMs, 2_000))
        const { status } = await askForJson({ who, url: below(url, '/status'), signal })
        return { status: status === 200 ? 'up' : 'down', latencyMs: performance.now() - started }
      } catch {
        return { status: 'down' }
      }
    },
  }
}

/** Repeats the request within each limit the engine reports, until it reports no new one. */
async function askForAll(
  url: string,
  from: Point,
  contours: readonly Contour[],
  signal: AbortSignal,
  limits = usualLimits,
): Promise<ContourCollection> {
  const requests = inRequests(within(contours, limits), limits)
  const answers = await Promise.all(requests.map((request) => askOnce(url, from, request, signal)))
  const narrower = answers.map(({ body }) => narrowedBy(body, limits)).find((found) => found !== null)
  if (narrower) return askForAll(url, from, contours, signal, narrower)
  return merge(answers.map(read))
}

function askOnce(
  url: string,
  from: Point,
  contours: Contour[],
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const body = {
    locations: [{ lat: from.lat, lon: from.lng }],
    costing: 'auto',
    contours: contours.map(({ minutes, color }) => ({
      time: minutes,
      ...(color ? { color } : {}),
    })),
    polygons: true,
  }
  return askForJson({ who, url: below(url, '/isochrone'), body, signal })
}

/** Errors 151 and 152 name the longest time and the largest number of contours. */
function narrowedBy(body: unknown, limits: Limits): Limits | null {
  const fault = Fault.safeParse(body).data
  const limit = Number(fault?.error.match(/\d{1,9}(?:\.\d{1,9})?/g)?.at(-1))
  if (!(limit >= 1)) return null
  if (fault?.error_code === 151 && limit < limits.minutes) return { ...limits, minutes: limit }
  return fault?.error_code === 152 && limit < limits.contours
    ? { ...limits, contours: Math.floor(limit) }
    : null
}

/** Returns the answer itself, not the schema's copy of it. */
function read({ status, body }: UpstreamAnswer): ContourCollection {
  if (status === 200 && Collection.safeParse(body).success) return body as ContourCollection
  const code = Fault.safeParse(body).data?.error_code
  throw upstream(
    who,
    new Error(`Valhalla answered ${status}${code === undefined ? ' in another form' : `, error ${code}`}`),
  )
}

/** Every answer contains the largest contour, which counts once. */
function merge(answers: ContourCollection[]): ContourCollection {
  const [first, ...others] = answers as [ContourCollection, ...ContourCollection[]]
  if (others.length === 0) return first
  const seen = new Set<number>()
  const features = answers.flatMap((answer) => {
    const fresh = answer.features.filter(({ properties }) => !seen.has(properties.contour))
    for (const { properties } of fresh) seen.add(properties.contour)
    return fresh
  })
  return {
    ...first,
    features: largestFirst(features, (feature: ContourFeature) => feature.properties.contour),
  }
}

/** The engine's limits per request. */
export interface Limits {
  contours: number
  minutes: number
}

export function largestFirst<T>(items: readonly T[], sizeOf: (item: T) => number): T[] {
  return items.toSorted((a, b) => sizeOf(b) - sizeOf(a))
}

/** Reduces contours to the longest time, without duplicates. */
export function within(contours: readonly Contour[], { minutes: most }: Limits): Contour[] {
  const cut = contours.map((contour) => ({ ...contour, minutes: Math.min(contour.minutes, most) }))
  const sorted = largestFirst(cut, ({ minutes }) => minutes)
  return sorted.filter(({ minutes }, at) => minutes !== sorted[at - 1]?.minutes)
}

/**
 * Spreads contours over requests. The engine's grid depends on the largest contour of a request, so every
 * request contains the largest one. Otherwise contours of two requests could cross.
 */
export function inRequests(contours: readonly Contour[], { contours: most }: Limits): Contour[][] {
  const [largest, ...rest] = contours
  if (largest === undefined) return []
  if (contours.length <= most || most < 2)
    return most < 2 ? contours.map((contour) => [contour]) : [[...contours]]
  const requests: Contour[][] = []
  for (let at = 0; at < rest.length; at += most - 1)
    requests.push([largest, ...rest.slice(at, at + most - 1)])
  return requests
}
