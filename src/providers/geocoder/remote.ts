import { z } from 'zod'
import { upstream } from '../../lib/errors'
import { realTimers, type Timers } from '../delivery'
import { askForJson, below } from '../upstream'
import type { Place, RemoteGeocoder, SearchOptions } from './types'

/** The differences between the servers. */
export interface Dialect<Answer> {
  name: RemoteGeocoder['name']
  path: string
  parameters(query: string, options: Required<SearchOptions>): Record<string, string>
  answer: z.ZodType<Answer>
  places(answer: Answer): Place[]
}

export interface RemoteTools {
  /** Identifies us, as public servers require. */
  userAgent: string
  timeLimitMs: number
  turns: Turns
}

/** Sends searches to a geocoding server in its own format. */
export function remoteGeocoder<Answer>(
  url: string,
  dialect: Dialect<Answer>,
  tools: RemoteTools,
): RemoteGeocoder {
  return {
    name: dialect.name,
    async search(query, options) {
      await tools.turns.take()
      const { status, body } = await askForJson({
        who: 'The geocoder',
        url: below(url, dialect.path, dialect.parameters(query, options)),
        headers: { 'user-agent': tools.userAgent, 'accept-language': 'en' },
        signal: AbortSignal.timeout(tools.timeLimitMs),
      })
      if (status !== 200) throw upstream('The geocoder', new Error(`${dialect.name} answered ${status}`))
      const read = dialect.answer.safeParse(body)
      if (!read.success) throw upstream('The geocoder', new Error(`${dialect.name} answered in another form`))
      return dialect.places(read.data).filter(isOnEarth).slice(0, options.limit)
    },
  }
}

const isOnEarth = ({ lat, lng }: Place): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

/** The queue is full, so the caller should ask elsewhere. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Paces searches to a server. */
export interface Turns {
  /** Resolves when it is the caller's turn, or throws at once if too many are waiting. */
  take(): Promise<void>
}

/** A self-hosted server needs no pacing. */
export const noTurns: Turns = { take: async () => {} }

/** Public servers, whose rules allow one request per second. */
const publicServers = ['openstreetmap.org', 'komoot.io', 'maps.co']

const publicPaceMs = 1_000
const mostWaiting = 5

export function turnsFor(url: string, timers: Timers = realTimers): Turns {
  return isPublicServer(url) ? new SpacedTurns(publicPaceMs, mostWaiting, timers) : noTurns
}

export function isPublicServer(url: string): boolean {
  const { hostname } = new URL(url)
  return publicServers.some((name) => hostname === name || hostname.endsWith(`.${name}`))
}

/** One search every `everyMs`, with at most `mostWaiting` in the queue. */
export class SpacedTurns implements Turns {
  #nextAt = 0

  constructor(
    private readonly everyMs: number,
    private readonly mostWaiting: number,
    private readonly timers: Timers = realTimers,
  ) {}

  async take(): Promise<void> {
    const now = this.timers.now()
    const at = Math.max(now, this.#nextAt)
    if (at - now > this.mostWaiting * this.everyMs) throw new TooManyWaiting('too many requests are waiting')
    this.#nextAt = at + this.everyMs
    if (at > now) await this.timers.wait(at - now)
  }
}

/** A list of points with properties, the format of Photon and Pelias. */
export function pointsWith<T extends z.ZodRawShape>(properties: T) {
  return z.looseObject({
    features: z.array(
      z.looseObject({
        geometry: z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
        properties: z.looseObject(properties),
      }),
    ),
  })
}
