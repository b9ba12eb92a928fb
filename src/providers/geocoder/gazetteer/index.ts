import type { Database } from 'bun:sqlite'
import { within } from '../../../lib/background'
import { minute, second, type Clock } from '../../../lib/clock'
import { upstream, upstreamTimeout } from '../../../lib/errors'
import type { Point } from '../../../lib/geo'
import { describeError, type Log } from '../../../lib/log'
import type { Box } from '../../../lib/tiles'
import type { Geocoder, GeocoderHealth, Place, SearchOptions, Town, ZipPoint } from '../types'
import { PlacesAround } from './around'
import { openGazetteer } from './file'
import { GazetteerSearch, position } from './search'

export interface GazetteerTools {
  clock: Clock
  log: Log
  /** How long a search waits while the gazetteer is being unpacked. */
  patienceMs?: number
}

/** More than a franchise's customers have, and a few hundred kilobytes. */
const maxCenters = 5_000
/** The delay before unpacking is tried again after a failure. */
const retryAfter = minute

/** Towns of the world and US ZIP codes, without a network or a key. It knows no streets. */
export class GazetteerGeocoder implements Geocoder {
  readonly name = 'gazetteer'
  #opening: Promise<Database> | null = null
  #open: Database | null = null
  /** Takes a few megabytes, so the first search loads it. */
  #search: GazetteerSearch | null = null
  #around: PlacesAround | null = null
  #failedAt = -Infinity
  #closed = false
  /** The ZIP codes asked for so far: a look into the file costs more than most of a booking's other steps. */
  readonly #centers = new Map<string, Point | null>()

  constructor(
    private readonly path: string,
    private readonly tools: GazetteerTools,
  ) {}

  async search(query: string, options?: SearchOptions): Promise<Place[]> {
    const db = await this.#opened()
    this.#search ??= new GazetteerSearch(db)
    return this.#search.search(query, options)
  }

  async locateZips(zips: readonly string[]): Promise<Map<string, Point>> {
    const db = await this.#opened()
    const found = new Map<string, Point>()
    for (const zip of zips) {
      let center = this.#centers.get(zip)
      if (center === undefined) {
        const row = db.query<Point, [number]>('SELECT lat, lng FROM zip WHERE zip = ?').get(Number(zip))
        center = row && position(row)
        if (this.#centers.size >= maxCenters) this.#centers.clear()
        this.#centers.set(zip, center)
      }
      if (center) found.set(zip, center)
    }
    return found
  }

  async townsIn(box: Box, atMost: number): Promise<Town[]> {
    return (await this.#placesAround()).towns(box, atMost)
  }

  async zipsIn(box: Box): Promise<ZipPoint[]> {
    return (await this.#placesAround()).zips(box)
  }

  async health(): Promise<GeocoderHealth> {
    if (this.#open) return { status: 'demo' }
    if (this.#failedAt > -Infinity)
      return { status: 'down', detail: "The built-in gazetteer couldn't be unpacked" }
    return { status: 'demo', detail: 'The built-in gazetteer will be unpacked when it is first needed' }
  }

  async warm(calledOff?: AbortSignal): Promise<void> {
    try {
      await this.#ready(calledOff)
    } catch (error) {
      if (!calledOff?.aborted) throw error
    }
  }

  close(): void {
    this.#closed = true
    this.#open?.close()
    this.#open = null
    this.#search = null
    this.#around = null
  }

  async #placesAround(): Promise<PlacesAround> {
    const db = await this.#opened()
    return (this.#around ??= new PlacesAround(db))
  }

  async #opened(): Promise<Database> {
    return this.#open ?? (await this.#withPatience(this.#ready()))
  }

  #ready(calledOff?: AbortSignal): Promise<Database> {
    const { clock } = this.tools
    const resting = this.#opening === null && clock.now() - this.#failedAt < retryAfter
    if (resting || this.#closed) return Promise.reject(upstream('The gazetteer'))
    this.#opening ??= this.#prepare(calledOff)
    return this.#opening
  }

  async #prepare(calledOff?: AbortSignal): Promise<Database> {
    const started = performance.now()
    try {
      const open = await openGazetteer(this.path, calledOff)
      if (this.#closed) open.close()
      this.#open = this.#closed ? null : open
      this.#failedAt = -Infinity
      this.tools.log.info('gazetteer ready', { ms: Math.round(performance.now() - started) })
      return open
    } catch (error) {
      this.#opening = null
      if (calledOff?.aborted) throw upstream('The gazetteer', error)
      this.#failedAt = this.tools.clock.now()
      this.tools.log.error("couldn't unpack the gazetteer", describeError(error))
      throw upstream('The gazetteer', error)
    }
  }

  #withPatience(opening: Promise<Database>): Promise<Database> {
    return within(opening, this.tools.patienceMs ?? 15 * second, () => upstreamTimeout('The gazetteer'))
  }
}
