import { minute, second, type Clock } from '../../../lib/clock'
import { upstream, upstreamTimeout } from '../../../lib/errors'
import { describeError, type Log } from '../../../lib/log'
import { within } from '../../../lib/time-limit'
import type { Geocoder, GeocoderHealth, Place, SearchOptions } from '../types'
import { openGazetteer, type OpenGazetteer } from './file'

export interface GazetteerTools {
  clock: Clock
  log: Log
  /** How long a question waits for a gazetteer that is being built. */
  patienceMs?: number
}

/** After a failure to build, the next try is not before this. */
const retryAfter = minute

/** Towns of the world and US ZIP codes, on this box: no network, no key, no street. */
export class GazetteerGeocoder implements Geocoder {
  readonly name = 'gazetteer'
  #opening: Promise<OpenGazetteer> | null = null
  #open: OpenGazetteer | null = null
  #failedAt = -Infinity
  #closed = false

  constructor(
    private readonly path: string,
    private readonly tools: GazetteerTools,
  ) {}

  async search(query: string, options?: SearchOptions): Promise<Place[]> {
    const gazetteer = this.#open ?? (await this.#withPatience(this.#ready()))
    return gazetteer.search.search(query, options)
  }

  async health(): Promise<GeocoderHealth> {
    if (this.#open) return { status: 'demo' }
    if (this.#failedAt > -Infinity) return { status: 'down', detail: 'The gazetteer could not be built' }
    return { status: 'demo', detail: 'The gazetteer is built when it is first needed' }
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
  }

  #ready(calledOff?: AbortSignal): Promise<OpenGazetteer> {
    const { clock } = this.tools
    const resting = this.#opening === null && clock.now() - this.#failedAt < retryAfter
    if (resting || this.#closed) return Promise.reject(upstream('The gazetteer'))
    this.#opening ??= this.#prepare(calledOff)
    return this.#opening
  }

  async #prepare(calledOff?: AbortSignal): Promise<OpenGazetteer> {
    const started = performance.now()
    try {
      const open = await openGazetteer(this.path, calledOff)
      if (this.#closed) open.close()
      this.#open = this.#closed ? null : open
      this.#failedAt = -Infinity
      this.tools.log.info('the gazetteer is ready', { ms: Math.round(performance.now() - started) })
      return open
    } catch (error) {
      this.#opening = null
      if (calledOff?.aborted) throw upstream('The gazetteer', error)
      this.#failedAt = this.tools.clock.now()
      this.tools.log.error('the gazetteer could not be built', describeError(error))
      throw upstream('The gazetteer', error)
    }
  }

  #withPatience(opening: Promise<OpenGazetteer>): Promise<OpenGazetteer> {
    return within(opening, this.tools.patienceMs ?? 15 * second, () => upstreamTimeout('The gazetteer'))
  }
}
