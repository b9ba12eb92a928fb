import { z } from 'zod'
import { upstream } from '../../lib/errors'
import { realTimers, type Timers } from '../delivery'
import { askForJson, below } from '../upstream'
import type { Place, RemoteGeocoder, SearchOptions } from './types'

/** What differs between the servers. */
export interface Dialect<Answer> {
  name: RemoteGeocoder['name']
  path: string
  parameters(query: string, options: Required<SearchOptions>): Record<string, string>
  answer: z.ZodType<Answer>
  places(answer: Answer): Place[]
}

export interface RemoteTools {
  /** Says who we are, as the public servers ask for. */
  userAgent: string
  timeLimitMs: number
  turns: Turns
}

/** Puts our questions to a geocoding server in its own dialect. */
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

/** The queue is full; whoever comes now had better ask elsewhere. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Lets questions pass to a server, some of them after a wait. */
export interface Turns {
  /** Resolves when it is one's turn; throws at once when too many are waiting already. */
  take(): Promise<void>
}

/** A server of one's own takes what comes. */
export const noTurns: Turns = { take: async () => {} }

/** Servers run for everybody, whose rules allow one request a second. */
const publicServers = ['openstreetmap.org', 'komoot.io', 'maps.co']

const publicPaceMs = 1_000
const mostWaiting = 5

export function turnsFor(url: string, timers: Timers = realTimers): Turns {
  return isPublicServer(url) ? new SpacedTurns(publicPaceMs, mostWaiting, timers) : noTurns
}

function isPublicServer(url: string): boolean {
  const { hostname } = new URL(url)
  return publicServers.some((name) => hostname === name || hostname.endsWith(`.${name}`))
}

/** One question every `everyMs`, with at most `mostWaiting` in the queue behind the one whose turn it is. */
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

/** A list of points with properties, the form Photon and Pelias answer in. */
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
