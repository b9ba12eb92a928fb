import { z } from 'zod'
import { latitude, longitude } from '../../http/admin-fields'
import { textOf } from '../../http/fields'

const accuracy = z.number().min(0).max(100_000)
const heading = z.number().min(0).max(360)
const speed = z.number().min(0).max(500)

export const LocationInput = z.object({
  workerId: textOf(100),
  lat: latitude,
  lng: longitude,
  accuracy: accuracy.optional(),
  heading: heading.optional(),
  speed: speed.optional(),
})
export type LocationInput = z.infer<typeof LocationInput>

/** From a worker's own phone: browsers give null for what they do not know. */
export const OwnLocation = z.object({
  lat: latitude,
  lng: longitude,
  accuracy: accuracy.nullish(),
  heading: heading.nullish(),
  speed: speed.nullish(),
})
export type OwnLocation = z.infer<typeof OwnLocation>

export const LocationStored = z.object({ ok: z.literal(true) })

/** The one place where the contract wants snake_case. */
export const Location = z.object({
  id: z.int(),
  worker_id: z.string(),
  worker_name: z.string().nullable().describe('Null for an id nobody knows'),
  franchise_id: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  accuracy: z.number().nullable(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  reliable: z.boolean(),
  recorded_at: z.iso.datetime(),
})
export type Location = z.infer<typeof Location>

export const LocationList = z.object({ locations: z.array(Location) })
