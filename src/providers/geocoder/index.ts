import { join } from 'node:path'
import type { Config } from '../../config'
import { day, second, minute, type Clock } from '../../lib/clock'
import type { Point } from '../../lib/geo'
import { describeError, type Log } from '../../lib/log'
import type { Box } from '../../lib/tiles'
import { watchCalls, type Telemetry } from '../../telemetry/calls'
import { programVersion } from '../../version'
import { retryAfterMs } from '../delivery'
import { Lookups, serverKey, type LookupTools } from '../lookups'
import { UpstreamBusy } from '../upstream'
import { nominatim, pelias, photon } from './dialects'
import { GazetteerGeocoder } from './gazetteer'
import { isPublicServer, turnsFor, TooManyWaiting, type RemoteTools } from './remote'
import type { Geocoder, RemoteGeocoder, GeocoderHealth, Place, SearchOptions, Town, ZipPoint } from './types'
export { type Geocoder, type Place, type Precision, type SearchOptions, type ZipPoint } from './types'

export interface GeocoderTools extends LookupTools {
  config: Config
  log: Log
  telemetry?: Telemetry
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
  watchCalls(tools.telemetry, remote.name, remote)
  const cached = cachedGeocoder(remote, server, new Lookups(answers, tools))
  const geocoder = new FallbackGeocoder(cached, gazetteer, tools)
  tools.telemetry?.figures.breakers.set(remote.name, () => geocoder.restingFor())
  return geocoder
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

/** Whether it may be asked while somebody types: the company's own server, not one that the public shares. */
export const answersWhileTyping = ({ geocoder: { kind, url } }: Config): boolean =>
  kind !== undefined && url !== undefined && !isPublicServer(url)

/** After this many failures in a row, the server is paused and no search waits for it. */
const failuresToRest = 3
const restMs = 30 * second
const longestRestMs = 10 * minute

/** Uses the configured server, and the gazetteer when the server can't answer. */
export class FallbackGeocoder implements Geocoder {
  readonly name
  #failures = 0
  #restUntil = 0

  constructor(
    private readonly remote: RemoteGeocoder,
    private readonly gazetteer: Geocoder,
    private readonly tools: { clock: Clock; log: Log },
  ) {
    this.name = remote.name
  }

  async search(query: string, { near = [], limit = 5 }: SearchOptions = {}): Promise<Place[]> {
    const options = { near, limit }
    const found = await this.#ask(query, options)
    // An address that the server doesn't know may still name a town or a ZIP code.
    return found.length > 0 ? found : this.gazetteer.search(query, options)
  }

  locateZips(zips: readonly string[]): Promise<Map<string, Point>> {
    return this.gazetteer.locateZips(zips)
  }

  townsIn(box: Box, atMost: number): Promise<Town[]> {
    return this.gazetteer.townsIn(box, atMost)
  }

  zipsIn(box: Box): Promise<ZipPoint[]> {
    return this.gazetteer.zipsIn(box)
  }

  async health(): Promise<GeocoderHealth> {
    if (this.#failures === 0) return { status: 'up' }
    const { status } = await this.gazetteer.health()
    if (status === 'down')
      return { status: 'down', detail: `Neither ${this.name} nor the built-in gazetteer is working` }
    return {
      status: 'degraded',
      detail: `${this.name} isn't responding, so the built-in gazetteer is used instead`,
    }
  }

  /** Milliseconds until the server is asked again. */
  restingFor(): number {
    return Math.max(0, this.#restUntil - this.tools.clock.now())
  }

  warm(calledOff?: AbortSignal): Promise<void> {
    return this.gazetteer.warm(calledOff)
  }

  close(): void {
    this.gazetteer.close()
  }

  async #ask(query: string, options: Required<SearchOptions>): Promise<Place[]> {
    if (this.tools.clock.now() < this.#restUntil) return []
    try {
      const found = await this.remote.search(query, options)
      this.#failures = 0
      return found
    } catch (error) {
      this.#note(error)
      return []
    }
  }

  #note(error: unknown): void {
    // Our own queue is full, which isn't the server's failure.
    if (error instanceof TooManyWaiting) return
    const { clock, log } = this.tools
    const now = clock.now()
    this.#failures += 1
    const busy = error instanceof Error && error.cause instanceof UpstreamBusy ? error.cause : null
    if (busy) this.#restUntil = now + Math.min(retryAfterMs(busy.retryAfter, now) ?? restMs, longestRestMs)
    else if (this.#failures >= failuresToRest) this.#restUntil = now + restMs
    log.warn('geocoder failed', {
      geocoder: this.name,
      failures: this.#failures,
      ...describeError(error),
    })
  }
}

/** Caches a server's answers under a normalized search. */
export function cachedGeocoder(remote: RemoteGeocoder, server: string, lookups: Lookups): RemoteGeocoder {
  return {
    name: remote.name,
    search(query, options) {
      const { near, limit } = options
      const around = near[0] ? `${near[0].lat.toFixed(1)},${near[0].lng.toFixed(1)}` : ''
      const key = [server, limit, around, normalise(query)].join('|')
      return lookups.get(key, () => remote.search(query, options))
    },
  }
}

function normalise(query: string): string {
  return query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/ ?, ?/g, ',').trim()
}
