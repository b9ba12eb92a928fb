import type { z } from 'zod'
import { upstream } from '../../lib/errors'
import { askForJson, below } from '../upstream-json'
import type { Turns } from './turns'
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
