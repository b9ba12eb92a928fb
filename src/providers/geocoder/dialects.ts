import { z } from 'zod'
import { remoteGeocoder, pointsWith, type RemoteTools } from './remote'
import type { Precision, RemoteGeocoder } from './types'

const Address = z.looseObject({
  house_number: z.string().optional(),
  road: z.string().optional(),
  postcode: z.string().optional(),
})

const NominatimAnswer = z.array(
  z.looseObject({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    display_name: z.string(),
    /** The kind of place: house, road, postcode, city … */
    addresstype: z.string().optional(),
    address: Address.optional(),
  }),
)

const nominatimPrecision: Record<string, Precision> = {
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
      answer: NominatimAnswer,
      places: (found) =>
        found.map(({ lat, lon, display_name, addresstype = '', address = {} }) => ({
          lat,
          lng: lon,
          label: display_name,
          precision: address.house_number ? 'address' : (nominatimPrecision[addresstype] ?? 'address'),
          ...(address.postcode ? { zip: address.postcode } : {}),
        })),
    },
    tools,
  )
}

const PeliasAnswer = pointsWith({
  label: z.string(),
  layer: z.string().optional(),
  postalcode: z.string().optional(),
})

const peliasPrecision: Record<string, Precision> = {
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
    // Hosted services include the API version in their address; self-hosted servers don't.
    url.replace(/\/v1(?=$|\?)/, ''),
    {
      name: 'pelias',
      path: '/v1/search',
      parameters: (query, { limit, near: [base] }) => ({
        text: query,
        size: String(limit),
        ...(base ? { 'focus.point.lat': base.lat.toFixed(2), 'focus.point.lon': base.lng.toFixed(2) } : {}),
      }),
      answer: PeliasAnswer,
      places: ({ features }) =>
        features.map(({ geometry, properties: { label, layer = '', postalcode } }) => ({
          lat: geometry.coordinates[1],
          lng: geometry.coordinates[0],
          label,
          precision: peliasPrecision[layer] ?? 'address',
          ...(postalcode ? { zip: postalcode } : {}),
        })),
    },
    tools,
  )
}

const optionalText = z.string().optional()
const photonProperties = {
  type: optionalText,
  name: optionalText,
  housenumber: optionalText,
  street: optionalText,
  postcode: optionalText,
  city: optionalText,
  state: optionalText,
  country: optionalText,
}
const PhotonAnswer = pointsWith(photonProperties)
type PhotonProperties = z.infer<typeof PhotonAnswer>['features'][number]['properties']

const photonPrecision: Record<string, Precision> = {
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
      answer: PhotonAnswer,
      places: ({ features }) =>
        features.map(({ geometry, properties: found }) => ({
          lat: geometry.coordinates[1],
          lng: geometry.coordinates[0],
          label: labelOf(found),
          precision: photonPrecision[found.type ?? ''] ?? 'address',
          ...(found.postcode ? { zip: found.postcode } : {}),
        })),
    },
    tools,
  )
}

/** Photon returns the parts of an address and leaves joining them to us. */
function labelOf({ name, housenumber, street, postcode, city, state, country }: PhotonProperties): string {
  const door = [housenumber, street].filter(Boolean).join(' ')
  const region = [state, postcode].filter(Boolean).join(' ')
  const parts = [name, door, city, region, country].filter((part) => part !== undefined && part !== '')
  return parts.filter((part, at) => part !== parts[at - 1]).join(', ')
}
