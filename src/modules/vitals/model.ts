import { z } from 'zod'

export const VitalsStatus = z.object({
  status: z.literal('ok'),
  timestamp: z.iso.datetime(),
  version: z.string(),
})

export const Measurement = z
  .object({
    metric: z.string().max(100).default('unknown'),
    value: z.number().default(0),
    page: z.string().max(500).default('/'),
    id: z.string().max(200).nullable().default(null),
  })
  // All fields are optional, so no body at all is a measurement too.
  .prefault({})
export type Measurement = z.infer<typeof Measurement>

export const Received = z.object({ received: z.literal(true) })
