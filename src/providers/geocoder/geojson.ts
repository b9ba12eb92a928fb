import { z } from 'zod'

/** A list of points with properties, the form Photon and Pelias answer in. */
export function pointsWith<T extends z.ZodRawShape>(properties: T) {
  return z.looseObject({
    features: z.array(
      z.looseObject({
        geometry: z.looseObject({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
        properties: z.looseObject(properties),
      }),
    ),
  })
}
