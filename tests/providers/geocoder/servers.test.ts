import { afterEach, describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/lib/errors'
import { nominatim, pelias, photon } from '../../../src/providers/geocoder/dialects'
import { noTurns } from '../../../src/providers/geocoder/remote'
import { UpstreamBusy } from '../../../src/providers/upstream'
import { failureOf } from '../../support/failure'
import {
  badReplies,
  hang,
  stall,
  startDroppingServer,
  startMapServer,
  type MapServer,
  type Reply,
} from '../map-server'

const options = { near: [{ lat: 39.8, lng: -89.64 }], limit: 5 }
const tools = { userAgent: 'Truckroll/1.2.3 (+https://acme.example)', timeLimitMs: 60_000, turns: noTurns }
const adapters = { nominatim, photon, pelias }
const kinds = Object.keys(adapters) as (keyof typeof adapters)[]

let stop: (() => unknown) | undefined
afterEach(() => stop?.())

function start(reply: Reply): MapServer {
  const server = startMapServer(reply)
  stop = () => server.stop()
  return server
}

const feature = (lng: number, lat: number, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties,
})

describe('Nominatim', () => {
  test('is called politely, and its places are converted to ours', async () => {
    const server = start(() =>
      Response.json([
        {
          lat: '39.7990',
          lon: '-89.6440',
          display_name: '12, Main Street, Springfield, Illinois, 62701, United States',
          addresstype: 'building',
          address: { house_number: '12', road: 'Main Street', postcode: '62701' },
        },
        {
          lat: '39.7',
          lon: '-89.6',
          display_name: 'Springfield, Illinois',
          addresstype: 'city',
          address: {},
        },
        { lat: '39.7', lon: '-89.6', display_name: '62701', addresstype: 'postcode' },
      ]),
    )
    const places = await nominatim(server.url, tools).search('12 Main St, Springfield', options)
    expect(places[0]).toEqual({
      lat: 39.799,
      lng: -89.644,
      label: '12, Main Street, Springfield, Illinois, 62701, United States',
      precision: 'address',
      zip: '62701',
    })
    expect(places.map(({ precision }) => precision)).toEqual(['address', 'town', 'zip'])
    const [asked] = server.requests
    expect(asked?.path).toBe('/search')
    expect(asked?.query.get('q')).toBe('12 Main St, Springfield')
    expect(asked?.query.get('limit')).toBe('5')
    expect(asked?.headers.get('user-agent')).toBe('Truckroll/1.2.3 (+https://acme.example)')
  })
})

describe('Photon', () => {
  test('is asked near the business, and its parts become a label', async () => {
    const address = {
      type: 'house',
      housenumber: '12',
      street: 'Main Street',
      city: 'Springfield',
      state: 'Illinois',
      postcode: '62701',
      country: 'United States',
    }
    const town = { type: 'city', name: 'Springfield', state: 'Illinois', country: 'United States' }
    const server = start(() =>
      Response.json({
        type: 'FeatureCollection',
        features: [feature(-89.644, 39.799, address), feature(-89.6, 39.8, town)],
      }),
    )
    const places = await photon(server.url, tools).search('12 Main St', options)
    expect(places).toEqual([
      {
        lat: 39.799,
        lng: -89.644,
        label: '12 Main Street, Springfield, Illinois 62701, United States',
        precision: 'address',
        zip: '62701',
      },
      { lat: 39.8, lng: -89.6, label: 'Springfield, Illinois, United States', precision: 'town' },
    ])
    expect(server.requests[0]?.path).toBe('/api')
    expect(server.requests[0]?.query.get('lat')).toBe('39.80')
    expect(server.requests[0]?.query.get('lon')).toBe('-89.64')
  })
})

describe('Pelias', () => {
  test('is called at its own path, with the key in its address', async () => {
    const properties = {
      label: '12 Main Street, Springfield, IL, USA',
      layer: 'address',
      postalcode: '62701',
    }
    const server = start(() => Response.json({ features: [feature(-89.644, 39.799, properties)] }))
    for (const url of [server.url, `${server.url}/v1?api_key=sesame`]) {
      expect(await pelias(url, tools).search('12 Main St', options)).toEqual([
        { lat: 39.799, lng: -89.644, label: properties.label, precision: 'address', zip: '62701' },
      ])
    }
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/search', '/v1/search'])
    expect(server.requests[1]?.query.get('api_key')).toBe('sesame')
    expect(server.requests[1]?.query.get('focus.point.lat')).toBe('39.80')
  })
})

describe.each(kinds)('a %s server', (kind) => {
  const ask = (url: string, timeLimitMs = 60_000) =>
    adapters[kind](url, { ...tools, timeLimitMs }).search('Springfield', options)

  test('that knows nothing gives no results', async () => {
    const server = start(() => Response.json(kind === 'nominatim' ? [] : { features: [] }))
    expect(await ask(server.url)).toEqual([])
  })

  test.each(Object.entries(badReplies))('that answers with %s has failed', async (name, reply) => {
    const failure = await failureOf(ask(start(reply).url), Refusal)
    expect(failure.reason).toBe('upstream')
    if (name === 'too many requests') expect((failure.cause as UpstreamBusy).retryAfter).toBe('7')
  })

  test.each([
    ['never answers', hang],
    ['stops halfway', stall],
  ])('that %s is abandoned', async (_name, reply) => {
    expect((await failureOf(ask(start(reply).url, 30), Refusal)).reason).toBe('upstream-timeout')
  })

  test('that drops the connection has failed', async () => {
    const server = startDroppingServer()
    stop = () => server.stop()
    expect((await failureOf(ask(server.url), Refusal)).reason).toBe('upstream')
  })

  test('returns no place outside the Earth and no more than requested', async () => {
    const lats = [95, 1, 2, 3, 4, 5, 6]
    const server = start(() =>
      Response.json(
        kind === 'nominatim'
          ? lats.map((lat) => ({ lat: String(lat), lon: '1', display_name: 'x' }))
          : { features: lats.map((lat) => feature(1, lat, { label: 'x', name: 'x' })) },
      ),
    )
    expect((await ask(server.url)).map(({ lat }) => lat)).toEqual([1, 2, 3, 4, 5])
  })
})
