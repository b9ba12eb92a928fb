import type { Lookups } from '../lookups'
import type { Routing } from './types'

/** Keeps the areas an engine answered with, by place to about ten metres. Travel times are asked for anew. */
export function cachedRouting(engine: Routing, server: string, lookups: Lookups): Routing {
  return {
    source: engine.source,
    matrix: (from, to) => engine.matrix(from, to),
    health: () => engine.health(),
    isochrone(from, contours) {
      const place = { lat: Number(from.lat.toFixed(4)), lng: Number(from.lng.toFixed(4)) }
      const wanted = contours.map(({ minutes, colour }) => `${minutes}${colour ? `#${colour}` : ''}`)
      const key = [server, place.lat, place.lng, ...wanted].join('|')
      return lookups.get(key, () => engine.isochrone(place, contours))
    },
  }
}
