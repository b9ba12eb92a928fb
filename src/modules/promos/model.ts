import { z } from 'zod'
import { moment, searchText } from '../../http/admin-fields'
import { pageQuery } from '../../http/listing'

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,49}$/, 'must be 3 to 50 letters, digits, dashes or underscores')

const fields = {
  value: z.number().positive().max(99_999).describe('A percentage for `percent`, an amount for `amount`'),
  franchiseId: z.string().min(1).max(100).nullable().describe('Only for jobs of this franchise'),
  validFrom: moment.nullable(),
  validUntil: moment.nullable(),
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  active: z.boolean(),
}

export const PromoInput = z.object({
  code,
  kind: z.enum(['percent', 'amount']),
  ...fields,
  franchiseId: fields.franchiseId.default(null),
  validFrom: fields.validFrom.default(null),
  validUntil: fields.validUntil.default(null),
  maxUses: fields.maxUses.default(null),
  active: fields.active.default(true),
})
export type PromoInput = z.infer<typeof PromoInput>

/** Code and kind stay: people have the one in their hands, and jobs were priced by the other. */
export const PromoChange = z.object(fields).partial()
export type PromoChange = z.infer<typeof PromoChange>

export const PromoQuery = z.object({
  ...pageQuery,
  active: z.stringbool().optional(),
  franchiseId: z.string().max(100).optional(),
  q: searchText.optional().describe('Part of the code'),
})
export type PromoQuery = z.infer<typeof PromoQuery>

export const Promo = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  value: z.number(),
  franchiseId: z.string().nullable(),
  validFrom: z.iso.datetime().nullable(),
  validUntil: z.iso.datetime().nullable(),
  maxUses: z.int().nullable(),
  uses: z.int(),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Promo = z.infer<typeof Promo>
