import { z } from 'zod'
import { remoteGeocoder, type RemoteTools } from './remote'
import type { Precision, RemoteGeocoder } from './types'

const Address = z.looseObject({
  house_number: z.string().optional(),
  road: z.string().optional(),
  postcode: z.string().optional(),
})

const Answer = z.array(
  z.looseObject({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    display_name: z.string(),
    /** What it is: house, road, postcode, city … */
    addresstype: z.string().optional(),
    address: Address.optional(),
  }),
)

const precisionOf: Record<string, Precision> = {
  road: 'street',
  postcode: 'zip',
  county: 'county',
  state_district: 'county',
  state: 'region',
  region: 'region',
  province: 'region',
  country: 'region',
  city: 'town',
  town: 'town',
  village: 'town',
  hamlet: 'town',
  municipality: 'town',
  borough: 'town',
  suburb: 'town',
  quarter: 'town',
  neighbourhood: 'town',
}

export function nominatim(url: string, tools: RemoteTools): RemoteGeocoder {
  return remoteGeocoder(
    url,
    {
      name: 'nominatim',
      path: '/search',
      parameters: (query, { limit }) => ({
        q: query,
        format: 'jsonv2',
        addressdetails: '1',
        limit: String(limit),
      }),
      answer: Answer,
      places: (found) =>
        found.map(({ lat, lon, display_name, addresstype = '', address = {} }) => ({
          lat,
          lng: lon,
          label: display_name,
          precision: address.house_number ? 'address' : (precisionOf[addresstype] ?? 'address'),
          ...(address.postcode ? { zip: address.postcode } : {}),
        })),
    },
    tools,
  )
}
