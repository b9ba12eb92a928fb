import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import type { Position } from '../../lib/geo'
import type { ContourFeature, Contour, ContourCollection } from '../../providers/routing'
import type { Coverage, CoverageRequest, IsochroneRequest } from './model'

/** Drive times people usually draw. We use up to three of them, plus the longest drive asked for. */
const usualBands = [5, 10, 15, 30, 45, 60, 90, 120, 150]
const bandsBelow = 3

/** Outlines the area within each drive time, for a map. */
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

/** Leaves out holes: they are places no road leads to, not places the business doesn't serve. */
function outlinesOf({ geometry }: ContourFeature): [number, number][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map(([exterior = []]) =>
    exterior.map(([lng, lat]: Position): [number, number] => [lat, lng]),
  )
}

/** Passes on the routing engine's answer unchanged. */
export function isochroneOf({ providers }: Deps, request: IsochroneRequest): Promise<ContourCollection> {
  const { lat, lng, time, contours = [{ time, color: '' }] } = request
  return providers.routing.isochrone({ lat, lng }, contours.map(asContour))
}

/** Engines accept hex colors without the `#`, and choose their own color for anything else. */
function asContour({ time, color }: { time: number; color: string }): Contour {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return { minutes: time }
  return { minutes: time, color: digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&') }
}
