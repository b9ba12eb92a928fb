import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { within } from '../../../lib/background'
import { minute, second, type Clock } from '../../../lib/clock'
import { upstream, upstreamTimeout } from '../../../lib/errors'
import { describeError, type Log } from '../../../lib/log'
import type { Geocoder, GeocoderHealth, Place, SearchOptions } from '../types'
import { GazetteerSearch } from './search'
import { draftOf, gazetteerEdition } from './sources'

export interface GazetteerTools {
  clock: Clock
  log: Log
  /** How long a search waits while the gazetteer is being built. */
  patienceMs?: number
}

/** The delay before building is tried again after a failure. */
const retryAfter = minute

/** Towns of the world and US ZIP codes, without a network or a key. It knows no streets. */
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
    if (this.#failedAt > -Infinity)
      return { status: 'down', detail: "The built-in gazetteer couldn't be built" }
    return { status: 'demo', detail: 'The built-in gazetteer will be built when it is first needed' }
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
      this.tools.log.info('gazetteer ready', { ms: Math.round(performance.now() - started) })
      return open
    } catch (error) {
      this.#opening = null
      if (calledOff?.aborted) throw upstream('The gazetteer', error)
      this.#failedAt = this.tools.clock.now()
      this.tools.log.error("couldn't build the gazetteer", describeError(error))
      throw upstream('The gazetteer', error)
    }
  }

  #withPatience(opening: Promise<OpenGazetteer>): Promise<OpenGazetteer> {
    return within(opening, this.tools.patienceMs ?? 15 * second, () => upstreamTimeout('The gazetteer'))
  }
}

export interface OpenGazetteer {
  search: GazetteerSearch
  close(): void
}

/** Opens the gazetteer, and builds it first if there is none of this edition. */
export async function openGazetteer(path: string, calledOff?: AbortSignal): Promise<OpenGazetteer> {
  const ready = openExisting(path)
  if (ready) return ready
  mkdirSync(dirname(path), { recursive: true })
  await buildInWorker(path, calledOff)
  const built = openExisting(path)
  if (!built) throw new Error("the gazetteer was built but can't be opened")
  return built
}

/** Returns null if the file is missing, damaged or of another edition; building it fixes all three. */
function openExisting(path: string): OpenGazetteer | null {
  if (!existsSync(path)) return null
  const db = new Database(path, { readonly: true })
  try {
    const row = db.query<{ edition: string }, []>('SELECT edition FROM edition').get()
    if (row?.edition === gazetteerEdition())
      return { search: new GazetteerSearch(db), close: () => db.close() }
  } catch {
    // Handled below like any other unusable file.
  }
  db.close()
  return null
}

type Answer = { built: true } | { failure: string }

/**
 * Building takes seconds of CPU time, so it runs in a worker and never delays a request. When the service
 * stops, the build is aborted and the next start builds it again.
 */
async function buildInWorker(path: string, calledOff?: AbortSignal): Promise<void> {
  calledOff?.throwIfAborted()
  const { promise: built, resolve, reject } = Promise.withResolvers<void>()
  const draft = draftOf(path)
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url).href)
  const stop = () => reject(calledOff?.reason)
  worker.addEventListener('message', (event: MessageEvent<Answer>) => {
    if ('built' in event.data) resolve()
    else reject(new Error(event.data.failure))
  })
  worker.addEventListener('error', (event) => reject(new Error(event.message)))
  calledOff?.addEventListener('abort', stop)
  worker.postMessage({ path, draft }, [])
  try {
    await built
  } finally {
    calledOff?.removeEventListener('abort', stop)
    worker.terminate()
    rmSync(draft, { force: true })
  }
}
