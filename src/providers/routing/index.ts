import { existsSync } from 'node:fs'
import type { Config } from '../../config'
import { day, second } from '../../lib/clock'
import { Lookups, serverKey, type LookupTools } from '../lookups'
import { cachedRouting } from './cached'
import { createEstimate } from './estimate'
import { paceOf } from './fitted-pace'
import { roadRouting } from './roads'
import { mapFile } from './roads/file'
import type { Routing } from './types'
import { valhallaRouting } from './valhalla'

export type { Contour, ContourCollection, ContourFeature, Routing } from './types'

export interface RoutingTools extends LookupTools {
  config: Config
  timeLimitMs?: number
}

const answers = { kind: 'isochrone', keepForMs: 7 * day, atMost: 300 }

export function createRouting(tools: RoutingTools): Routing {
  const { url } = tools.config.routing
  if (url === undefined) return embeddedRouting(tools.config)
  const engine = valhallaRouting({ url, timeLimitMs: tools.timeLimitMs ?? 20 * second })
  return cachedRouting(engine, serverKey(url), new Lookups(answers, tools))
}

/** Our own road graph once a map was imported; an estimate until then. */
function embeddedRouting({ dataDir }: Config): Routing {
  const map = mapFile(dataDir)
  return existsSync(map) ? roadRouting({ map }) : createEstimate(paceOf(dataDir))
}
