import { z } from 'zod'
import { pointsWith } from './geojson'
import { remoteGeocoder, type RemoteTools } from './remote'
import type { Precision, RemoteGeocoder } from './types'

const Answer = pointsWith({
  label: z.string(),
  layer: z.string().optional(),
  postalcode: z.string().optional(),
})

const precisionOf: Record<string, Precision> = {
  address: 'address',
  venue: 'address',
  street: 'street',
  intersection: 'street',
  postalcode: 'zip',
  neighbourhood: 'town',
  borough: 'town',
  locality: 'town',
  localadmin: 'town',
  county: 'county',
  macrocounty: 'county',
  region: 'region',
  macroregion: 'region',
  country: 'region',
}

export function pelias(url: string, tools: RemoteTools): RemoteGeocoder {
  return remoteGeocoder(
    // Hosted services give their address with the version of the interface, one's own server without.
    url.replace(/\/v1(?=$|\?)/, ''),
    {
      name: 'pelias',
      path: '/v1/search',
      parameters: (query, { limit, near: [base] }) => ({
        text: query,
        size: String(limit),
        ...(base ? { 'focus.point.lat': base.lat.toFixed(2), 'focus.point.lon': base.lng.toFixed(2) } : {}),
      }),
      answer: Answer,
      places: ({ features }) =>
        features.map(({ geometry, properties: { label, layer = '', postalcode } }) => ({
          lat: geometry.coordinates[1],
          lng: geometry.coordinates[0],
          label,
          precision: precisionOf[layer] ?? 'address',
          ...(postalcode ? { zip: postalcode } : {}),
        })),
    },
    tools,
  )
}
