import { z } from 'zod'
import { textOf } from '../../http/fields'

/** A service as somebody who wants to book sees it. */
export const OfferedService = z.object({
  id: z.string(),
  label: z.string(),
  price: z.number().nullable().describe('Without tax; null where it is agreed on later'),
  minutes: z.int().nullable().describe('How long a visit takes at least'),
  dependsOnSize: z.boolean().describe('Whether gutter length and stories make the visit longer'),
})
export type OfferedService = z.infer<typeof OfferedService>

export const OfferedServices = z.object({ services: z.array(OfferedService) })

export const AreaQuery = z.object({ address: textOf(500) })

export const AreaAnswer = z.object({
  area: z
    .enum(['served', 'outside', 'unknown'])
    .describe('`unknown` when the address was not found: a ZIP code helps'),
  franchise: z
    .object({ id: z.string(), name: z.string(), timeZone: z.string(), taxPercent: z.number() })
    .nullable(),
})
export type AreaAnswer = z.infer<typeof AreaAnswer>
