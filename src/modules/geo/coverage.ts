import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import type { Position } from '../../lib/geo'
import type { ContourFeature, Contour, ContourCollection } from '../../providers/routing'
import type { Coverage, CoverageRequest, IsochroneRequest } from './model'

/** Bands that people draw on maps; those below the longest drive, at most three, and the longest itself. */
const usualBands = [5, 10, 15, 30, 45, 60, 90, 120, 150]
const bandsBelow = 3

/** The areas that are reached within each band, as outlines for a map. */
export async function coverageOf(deps: Deps, request: CoverageRequest): Promise<Coverage> {
  const { lat, lng, maxDrive } = request
  const contours = request.contours.length > 0 ? request.contours : bandsUpTo(maxDrive)
  const { routing } = deps.providers
  const { features } = await routing.isochrone(
    { lat, lng },
    contours.map((minutes) => ({ minutes })),
  )
  return {
    polygons: features.flatMap((feature) =>
      outlinesOf(feature).map((coords) => ({ minutes: feature.properties.contour, coords })),
    ),
    source: routing.source,
    generatedAt: isoTime(deps.clock.now()),
    requestedMinutes: Math.max(...contours),
    actualMinutes: Math.max(
      ...features.map(({ properties }) => properties.completeMinutes ?? properties.contour),
    ),
  }
}

export function bandsUpTo(maxDrive: number): number[] {
  return [...usualBands.filter((minutes) => minutes < maxDrive).slice(-bandsBelow), maxDrive]
}

/** Exterior rings alone: holes are streets one does not get to, not places one does not serve. */
function outlinesOf({ geometry }: ContourFeature): [number, number][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map(([exterior = []]) =>
    exterior.map(([lng, lat]: Position): [number, number] => [lat, lng]),
  )
}

/** What the routing engine answers, handed on as it is. */
export function isochroneOf({ providers }: Deps, request: IsochroneRequest): Promise<ContourCollection> {
  const { lat, lng, time, contours = [{ time, color: '' }] } = request
  return providers.routing.isochrone({ lat, lng }, contours.map(asContour))
}

/** Engines take hexadecimal digits without a sign; of any other colour they choose one themselves. */
function asContour({ time, color }: { time: number; color: string }): Contour {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return { minutes: time }
  return { minutes: time, colour: digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&') }
}
