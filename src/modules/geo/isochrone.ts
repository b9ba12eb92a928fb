import type { Deps } from '../../deps'
import type { Contour, ContourCollection } from '../../providers/routing'
import type { IsochroneRequest } from './model'

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
