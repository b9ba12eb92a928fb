import { z } from 'zod'
import { pointsWith } from './geojson'
import { remoteGeocoder, type RemoteTools } from './remote'
import type { Precision, RemoteGeocoder } from './types'

const name = z.string().optional()
const properties = {
  type: name,
  name,
  housenumber: name,
  street: name,
  postcode: name,
  city: name,
  state: name,
  country: name,
}
const Answer = pointsWith(properties)
type Properties = z.infer<typeof Answer>['features'][number]['properties']

const precisionOf: Record<string, Precision> = {
  house: 'address',
  street: 'street',
  locality: 'town',
  district: 'town',
  city: 'town',
  county: 'county',
  state: 'region',
  country: 'region',
}

export function photon(url: string, tools: RemoteTools): RemoteGeocoder {
  return remoteGeocoder(
    url,
    {
      name: 'photon',
      path: '/api',
      parameters: (query, { limit, near: [base] }) => ({
        q: query,
        limit: String(limit),
        lang: 'en',
        ...(base ? { lat: base.lat.toFixed(2), lon: base.lng.toFixed(2) } : {}),
      }),
      answer: Answer,
      places: ({ features }) =>
        features.map(({ geometry, properties: found }) => ({
          lat: geometry.coordinates[1],
          lng: geometry.coordinates[0],
          label: labelOf(found),
          precision: precisionOf[found.type ?? ''] ?? 'address',
          ...(found.postcode ? { zip: found.postcode } : {}),
        })),
    },
    tools,
  )
}

/** Photon leaves putting the parts together to its callers. */
function labelOf({ name, housenumber, street, postcode, city, state, country }: Properties): string {
  const door = [housenumber, street].filter(Boolean).join(' ')
  const region = [state, postcode].filter(Boolean).join(' ')
  const parts = [name, door, city, region, country].filter((part) => part !== undefined && part !== '')
  return parts.filter((part, at) => part !== parts[at - 1]).join(', ')
}
