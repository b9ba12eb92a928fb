import { existsSync } from 'node:fs'
import type { Config } from '../../config'
import { day, second } from '../../lib/clock'
import { watchCalls, type Telemetry } from '../../telemetry/calls'
import { Lookups, serverKey, type LookupTools } from '../lookups'
import { createEstimate, paceOf } from './estimate'
import { roadRouting } from './roads'
import { mapFile } from './roads/file'
import type { Routing } from './types'
import { valhallaRouting } from './valhalla'
export { attribution } from './roads'
export { Recent } from './roads/recent'
export { type Contour, type ContourCollection, type ContourFeature, type Routing } from './types'

export interface RoutingTools extends LookupTools {
  config: Config
  telemetry?: Telemetry
  timeLimitMs?: number
}

const answers = { kind: 'isochrone', keepForMs: 7 * day, atMost: 300 }

export function createRouting(tools: RoutingTools): Routing {
  const { url } = tools.config.routing
  if (url === undefined) return embeddedRouting(tools.config)
  const engine = valhallaRouting({ url, timeLimitMs: tools.timeLimitMs ?? 20 * second })
  watchCalls(tools.telemetry, 'valhalla', engine, ['isochrone', 'matrix'])
  return cachedRouting(engine, serverKey(url), new Lookups(answers, tools))
}

/** Uses our own road graph if a map was imported, and an estimate otherwise. */
function embeddedRouting({ dataDir }: Config): Routing {
  const map = mapFile(dataDir)
  return existsSync(map) ? roadRouting({ map }) : createEstimate(paceOf(dataDir))
}

/** Caches areas by location, rounded to about ten meters. Travel times and routes aren't cached here. */
export function cachedRouting(engine: Routing, server: string, lookups: Lookups): Routing {
  return {
    source: engine.source,
    matrix: (from, to) => engine.matrix(from, to),
    ...(engine.route && { route: engine.route }),
    health: () => engine.health(),
    isochrone(from, contours) {
      const place = { lat: Number(from.lat.toFixed(4)), lng: Number(from.lng.toFixed(4)) }
      const wanted = contours.map(({ minutes, color }) => `${minutes}${color ? `#${color}` : ''}`)
      const key = [server, place.lat, place.lng, ...wanted].join('|')
      return lookups.get(key, () => engine.isochrone(place, contours))
    },
  }
}
