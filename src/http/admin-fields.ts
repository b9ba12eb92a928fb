import { z } from 'zod'
import { basisPointsFromPercent } from '../lib/percent'
import { emailOf, textOf } from './fields'

export { phone } from './fields'
export const email = emailOf(200)

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6f54')

export const percentUpTo = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((percent) => basisPointsFromPercent(percent) !== null, 'must have at most two decimals')

/** A moment on the wire, in milliseconds inside. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

export const skills = z
  .array(textOf(100))
  .max(50)
  .transform((names) => [...new Set(names.map((name) => name.trim()))])

export const searchText = z.string().trim().min(1).max(200)

/** A latitude without a longitude is no place: both are given, or neither. */
export const together = (lat: string, lng: string) =>
  z.refine(
    (value: unknown) => {
      const given = (value ?? {}) as Record<string, unknown>
      return kindOf(given[lat]) === kindOf(given[lng])
    },
    // Zod leaves such checks out once a field has failed, yet every fault is to be named at once.
    { message: `must come together with ${lat}`, path: [lng], when: () => true },
  )

const kindOf = (value: unknown) => (value === undefined || value === null ? value : 'set')
