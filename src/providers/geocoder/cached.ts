import type { Lookups } from '../lookups'
import type { RemoteGeocoder } from './types'

/** Keeps what a server answered under the question in one spelling. */
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
