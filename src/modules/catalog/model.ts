import { z } from 'zod'
import { itemKinds } from '../../../db/schema/records'
import { skills, money, textOf, moment, searchText, idOf, requiredId, queryFlag } from '../../http/fields'
import { pageQuery } from '../../http/listing'

/** Lists of add-ons are separated by commas. */
const extraName = textOf(100).refine((name) => !name.includes(','), "can't have a comma")

const spanish = 'For technicians and reports in Spanish, which show the label without it'

const item = {
  label: textOf(200),
  kind: z.enum(itemKinds).describe('A yes or no, a number, a text or a photo'),
  required: z.boolean().describe("Technicians can't finish the visit without it"),
}

const serviceFields = {
  label: textOf(200),
  baseMinutes: z
    .int()
    .min(1)
    .max(1440)
    .nullable()
    .describe('Required before visits can be scheduled automatically'),
  minutesPerFootStory: z.number().min(0).max(60).describe('Added per foot of gutter and story'),
  bufferMinutes: z.int().min(0).max(480),
  skills,
  technicians: z
    .literal([1, 2])
    .describe('How many technicians a visit needs at once; the lead has the skills'),
  listPrice: money
    .nullable()
    .describe('The base of the price; without it, you name a price after the booking'),
  footPrice: money.describe('Added per foot of gutter'),
  storyPrice: money.describe('Added for each story above the first'),
  windowPrice: money.describe('Added per window'),
  minimumPrice: money.describe('The least a visit costs'),
  extras: z
    .array(z.object({ label: extraName, price: money, minutes: z.int().min(0).max(480) }))
    .max(30)
    .refine(
      (extras) => new Set(extras.map(({ label }) => label.toLowerCase())).size === extras.length,
      'must have different names',
    )
    .describe('What customers can add, each with its price and time'),
  byQuote: z.boolean().describe('Customers request a quote instead of booking at a price'),
  checklist: z
    .array(
      z.object({
        id: requiredId(100).optional().describe('Of an item that the service has; without one, it is new'),
        ...item,
        labelEs: textOf(200).nullable().optional().describe(`${spanish}; left out, it stays as it is`),
      }),
    )
    .max(50)
    .describe('What technicians answer on the visit'),
  asksSignature: z.boolean().describe('Technicians ask the customer to sign for the work'),
  active: z.boolean(),
}

export const ServiceInput = z.object({
  ...serviceFields,
  baseMinutes: serviceFields.baseMinutes.default(null),
  minutesPerFootStory: serviceFields.minutesPerFootStory.default(0),
  bufferMinutes: serviceFields.bufferMinutes.default(0),
  skills: serviceFields.skills.default([]),
  technicians: serviceFields.technicians.default(1),
  listPrice: serviceFields.listPrice.default(null),
  footPrice: serviceFields.footPrice.default(0),
  storyPrice: serviceFields.storyPrice.default(0),
  windowPrice: serviceFields.windowPrice.default(0),
  minimumPrice: serviceFields.minimumPrice.default(0),
  extras: serviceFields.extras.default([]),
  byQuote: serviceFields.byQuote.default(false),
  checklist: serviceFields.checklist.default([]),
  asksSignature: serviceFields.asksSignature.default(false),
  active: serviceFields.active.default(true),
})
export type ServiceInput = z.infer<typeof ServiceInput>

export const ServiceChange = z.object(serviceFields).partial()
export type ServiceChange = z.infer<typeof ServiceChange>

export const ServiceQuery = z.object({ ...pageQuery, active: queryFlag.optional() })
export type ServiceQuery = z.infer<typeof ServiceQuery>

export const Service = z.object({
  id: z.string(),
  ...serviceFields,
  skills: z.array(z.string()),
  checklist: z.array(z.object({ id: z.string(), ...item, labelEs: z.string().nullable().describe(spanish) })),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Service = z.infer<typeof Service>

const promoCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,49}$/, 'must be 3 to 50 letters, digits, dashes or underscores')
  // The pattern callers see also allows spaces around the code and lowercase letters, which we normalize.
  .meta({ pattern: String.raw`^\s*[A-Za-z0-9][A-Za-z0-9_-]{2,49}\s*$` })

const promoFields = {
  value: z
    .number()
    .positive()
    .max(99_999)
    .meta({ multipleOf: 0.01, description: 'A percentage for `percent`, dollars for `amount`' }),
  franchiseId: requiredId(100).nullable().describe('Limits the code to jobs of this franchise'),
  validFrom: moment.nullable(),
  validUntil: moment.nullable(),
  maxUses: z.int().min(1).max(1_000_000).nullable(),
  active: z.boolean(),
}

export const PromoInput = z.object({
  code: promoCode,
  kind: z.enum(['percent', 'amount']),
  ...promoFields,
  franchiseId: promoFields.franchiseId.default(null),
  validFrom: promoFields.validFrom.default(null),
  validUntil: promoFields.validUntil.default(null),
  maxUses: promoFields.maxUses.default(null),
  active: promoFields.active.default(true),
})
export type PromoInput = z.infer<typeof PromoInput>

/** Code and kind can't change: customers already have the code, and jobs were priced by its kind. */
export const PromoChange = z.object(promoFields).partial()
export type PromoChange = z.infer<typeof PromoChange>

export const PromoQuery = z.object({
  ...pageQuery,
  active: queryFlag.optional(),
  franchiseId: idOf(100).optional(),
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
