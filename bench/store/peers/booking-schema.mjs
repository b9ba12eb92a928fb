// The booking's rules in zod, for the peers that use it.
import { z } from 'zod'

const optionalText = (max) => z.string().max(max).nullish()

export const bookingSchema = z.object({
  customerName: z.string().min(1).max(200),
  customerEmail: z.email().max(200).optional(),
  customerPhone: z
    .string()
    .max(50)
    .regex(/^[\d\s-]*$/)
    .optional(),
  address: z.string().max(500),
  type: z.string().max(200),
  price: z.number().min(0).max(99_999),
  preferredDate: z
    .string()
    .max(30)
    .refine((date) => !Number.isNaN(Date.parse(date)))
    .nullish(),
  preferredTime: optionalText(30),
  addOns: z.array(z.string().max(100)).default([]),
  franchiseId: optionalText(100),
  notes: optionalText(1000),
  paymentId: optionalText(200),
  paymentStatus: optionalText(50),
  gutterLength: z.number().nullish(),
  stories: z.number().nullish(),
})
