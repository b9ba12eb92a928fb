import { join } from 'node:path'
import type { Config } from '../../config'
import { day, second } from '../../lib/clock'
import type { Log } from '../../lib/log'
import { programVersion } from '../../version'
import { Lookups, serverKey, type LookupTools } from '../lookups'
import { cachedGeocoder } from './cached'
import { FallbackGeocoder } from './fallback'
import { GazetteerGeocoder } from './gazetteer'
import { nominatim } from './nominatim'
import { pelias } from './pelias'
import { photon } from './photon'
import type { RemoteTools } from './remote'
import { turnsFor } from './turns'
import type { Geocoder, RemoteGeocoder } from './types'

export type { Geocoder, Place, Precision, SearchOptions } from './types'

export interface GeocoderTools extends LookupTools {
  config: Config
  log: Log
  timeLimitMs?: number
}

const dialects = { nominatim, photon, pelias }
const answers = { kind: 'geocode', keepForMs: 30 * day, atMost: 20_000 }

export function createGeocoder(tools: GeocoderTools): Geocoder {
  const { config } = tools
  const gazetteer = new GazetteerGeocoder(join(config.dataDir, 'gazetteer.db'), tools)
  const remote = createRemote(tools)
  if (!remote) return gazetteer
  const server = serverKey(config.geocoder.url ?? '')
  return new FallbackGeocoder(cachedGeocoder(remote, server, new Lookups(answers, tools)), gazetteer, tools)
}

function createRemote({ config, timeLimitMs = 5 * second }: GeocoderTools): RemoteGeocoder | null {
  const { kind, url } = config.geocoder
  if (kind === undefined || url === undefined) return null
  const tools: RemoteTools = {
    userAgent: `Truckroll/${programVersion} (+${config.publicUrl})`,
    timeLimitMs,
    turns: turnsFor(url),
  }
  return dialects[kind](url, tools)
}
