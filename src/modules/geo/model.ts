import { z } from 'zod'
import { latitude, longitude } from '../../http/fields'
import { deepestTile } from '../../lib/tiles'

const minutes = z.number().min(1).max(180)
const mostContours = 10

export const GeocodeQuery = z.object({
  q: z
    .string()
    .min(1)
    .max(500)
    .meta({ examples: ['Springfield, IL'] }),
})

export const GeocodeResults = z.object({
  results: z.array(z.object({ lat: z.number(), lng: z.number(), label: z.string() })).max(5),
})

export const ZipsInput = z.object({
  zips: z.array(z.string().regex(/^\d{5}$/, 'must be a 5-digit ZIP code')).max(10_000),
})

export const ZipPlaces = z.object({
  known: z.array(z.object({ zip: z.string(), lat: z.number(), lng: z.number() })),
  unknown: z.array(z.string()).describe('Five digits that are not an existing ZIP code'),
})
export type ZipPlaces = z.infer<typeof ZipPlaces>

const Start = z.object({
  lat: latitude.meta({ examples: [39.8017] }),
  lng: longitude.meta({ examples: [-89.6437] }),
})

export const CoverageRequest = Start.extend({
  maxDrive: minutes.default(60),
  contours: z
    .array(minutes)
    .max(mostContours)
    .default([])
    .meta({ examples: [[15, 30, 60]] }),
})
export type CoverageRequest = z.infer<typeof CoverageRequest>

export const Coverage = z.object({
  polygons: z.array(
    z.object({
      minutes: z.number(),
      coords: z.array(z.tuple([z.number(), z.number()])).describe('A closed outline of [lat, lng] pairs'),
    }),
  ),
  source: z
    .string()
    .describe('valhalla, osm or estimate. osm is our own map data, © OpenStreetMap contributors, ODbL'),
  generatedAt: z.iso.datetime(),
  requestedMinutes: z.number(),
  actualMinutes: z
    .number()
    .describe('Less than requested where the routing engine has a lower limit or its map ends'),
})
export type Coverage = z.infer<typeof Coverage>

export const IsochroneRequest = Start.extend({
  time: minutes.default(60),
  contours: z
    .array(z.object({ time: minutes, color: z.string().max(20) }))
    .min(1)
    .max(mostContours)
    .optional()
    .meta({ examples: [[{ time: 15, color: '1f6f54' }]] }),
})
export type IsochroneRequest = z.infer<typeof IsochroneRequest>

export const Isochrone = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.looseObject({
      type: z.literal('Feature'),
      properties: z.looseObject({ contour: z.number() }),
      geometry: z.looseObject({ type: z.string(), coordinates: z.array(z.unknown()) }),
    }),
  ),
})

const coordinate = z.coerce.number().int().min(0).max(65_535)

export const TileQuery = z.object({
  z: z.coerce.number().int().min(0).max(deepestTile),
  x: coordinate,
  y: coordinate,
})

const MapPlace = z.tuple([z.number(), z.number(), z.string(), z.number()])
export type MapPlace = z.infer<typeof MapPlace>

export const MapTile = z.object({
  streets: z
    .array(z.array(z.number()))
    .describe(
      'The rank from 0 (highway) to 7, the number of the name or -1, the first x and y, then the steps',
    ),
  names: z.array(z.string()),
  attribution: z.string().nullable().describe('Must be shown wherever the streets are shown'),
  towns: z.array(MapPlace).describe('x, y, name and population, the largest first'),
  zips: z
    .array(z.object({ zip: z.string(), at: z.tuple([z.number(), z.number()]), corners: z.array(z.number()) }))
    .describe('Approximate areas, where no map was imported'),
  highways: z
    .array(z.object({ name: z.string(), line: z.array(z.number()) }))
    .describe('Approximate lines: the first x and y, then the steps. Only where no map was imported'),
})
export type MapTile = z.infer<typeof MapTile>

const place = z.tuple([latitude, longitude])

export const MapLinesRequest = z.object({
  lines: z
    .array(z.array(place).min(2).max(40))
    .max(60)
    .meta({
      examples: [
        [
          [
            [39.7392, -104.9903],
            [39.7508, -104.9966],
          ],
        ],
      ],
    }),
})
export type MapLinesRequest = z.infer<typeof MapLinesRequest>

export const MapLines = z.object({
  lines: z
    .array(z.array(z.tuple([z.number(), z.number()])))
    .describe('[lat, lng] pairs, in the order of the request'),
})
export type MapLines = z.infer<typeof MapLines>
