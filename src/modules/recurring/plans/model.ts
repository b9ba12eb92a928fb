import { z } from 'zod'
import {
  idOf,
  intervalMonths,
  intervalWeeks,
  localDate,
  money,
  plainPhone,
  textOf,
} from '../../../http/fields'
import { pageQuery } from '../../../http/listing'
import { namedEmails } from '../../customers'

export const PlanInput = z.object({
  ...namedEmails,
  name: textOf(200).optional(),
  phone: plainPhone.optional(),
  serviceType: textOf(200),
  address: textOf(500),
  intervalMonths,
  intervalWeeks: intervalWeeks.optional(),
  preferredStart: localDate.nullish(),
  gutterLength: z.number().nullish(),
  stories: z.number().nullish(),
  notes: z.string().max(1000).nullish(),
})
export type PlanInput = z.infer<typeof PlanInput>

const PlanOffer = z.object({
  price: z.number(),
  total: z.number().describe('The price per visit with tax'),
  intervalMonths,
  intervalWeeks,
  start: localDate.nullable().describe('The first visit, if HQ or the customer chose one'),
  offeredAt: z.iso.datetime(),
})

const PlanConsent = z.object({
  text: z.string().describe('The words the customer agreed to'),
  name: z.string(),
  at: z.iso.datetime(),
  from: z.enum(['account', 'link', 'phone']),
  takenBy: z.string().nullable().describe('The person at HQ who took a phone call'),
})

export const Plan = z.object({
  id: z.string(),
  status: z
    .enum(['requested', 'offered', 'active', 'paused', 'ended'])
    .describe('`offered` until the customer accepts the price'),
  serviceType: z.string(),
  address: z.string(),
  intervalMonths,
  intervalWeeks,
  preferredStart: localDate.nullable(),
  price: z.number().nullable().describe('Null until HQ sets it; offered until the customer accepts it'),
  offer: PlanOffer.nullable().describe('Terms that the customer has not accepted yet'),
  consent: PlanConsent.nullable().describe('Null for plans that began before customers were asked'),
  gutterLength: z.number().nullable(),
  stories: z.number().nullable(),
  notes: z.string().nullable(),
  templateId: z.string().nullable(),
  total: z.number().nullable().optional().describe('The price per visit with tax; only in the account'),
  nextDate: localDate.nullable().optional().describe('The date of the next visit; only in the account'),
  offerPath: z.string().nullable().optional().describe('The page to accept the offer; only in the account'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Plan = z.infer<typeof Plan>

export const PlanRequested = z.object({ plan: Plan, message: z.string() })

export const PlanEnded = z.object({ plan: Plan, message: z.string() })

export const AdminPlan = Plan.extend({
  customerId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string().nullable(),
})
export type AdminPlan = z.infer<typeof AdminPlan>

export const PlanQuery = z.object({
  ...pageQuery,
  status: Plan.shape.status.optional(),
  customerId: idOf(100).optional(),
  franchiseId: idOf(100).optional().describe('Only plans that have started there'),
})
export type PlanQuery = z.infer<typeof PlanQuery>

export const PlanChange = z
  .object({
    price: money.describe(
      'A first or a higher price is offered to the customer and counts once they accept it; a lower one counts at once',
    ),
    status: z.enum(['active', 'paused', 'ended']),
    intervalMonths: intervalMonths.describe('Without `intervalWeeks`, the plan is in months from then on'),
    intervalWeeks,
    start: localDate.describe(
      'The first visit, or the next one of a plan that has started; not in the past. Defaults to the preferred start if that is ahead, otherwise to a week after the customer accepts',
    ),
    offerAgain: z
      .literal(true)
      .describe('Send the open offer again, at most once a minute; the customer has 30 days from then'),
    phoneConsent: z
      .object({
        name: textOf(200).describe('The person who agreed'),
        at: z.iso.datetime().optional().describe('When they agreed; now if left out'),
      })
      .describe(
        'The customer agreed on the phone to these terms, or to the open offer, so they count at once',
      ),
  })
  .partial()
export type PlanChange = z.infer<typeof PlanChange>
