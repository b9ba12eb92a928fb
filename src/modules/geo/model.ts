import { z } from 'zod'
import { latitude, longitude } from '../../http/fields'

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
