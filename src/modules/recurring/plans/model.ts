import { z } from 'zod'
import { localDate, money, plainPhone, textOf, idOf } from '../../../http/fields'
import { pageQuery } from '../../../http/listing'
import { namedEmails } from '../../customers'

const months = z.int().min(1).max(24)

export const PlanInput = z.object({
  ...namedEmails,
  name: textOf(200).optional(),
  phone: plainPhone.optional(),
  serviceType: textOf(200),
  address: textOf(500),
  intervalMonths: months,
  preferredStart: localDate.nullish(),
  gutterLength: z.number().nullish(),
  stories: z.number().nullish(),
  notes: z.string().max(1000).nullish(),
})
export type PlanInput = z.infer<typeof PlanInput>

export const Plan = z.object({
  id: z.string(),
  status: z.enum(['requested', 'active', 'paused', 'ended']),
  serviceType: z.string(),
  address: z.string(),
  intervalMonths: months,
  preferredStart: localDate.nullable(),
  price: z.number().nullable().describe('Null until HQ sets it'),
  gutterLength: z.number().nullable(),
  stories: z.number().nullable(),
  notes: z.string().nullable(),
  templateId: z.string().nullable(),
  total: z.number().nullable().optional().describe('The price per visit with tax; only in the account'),
  nextDate: localDate.nullable().optional().describe('The date of the next visit; only in the account'),
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
    price: money.describe('Setting it for the first time starts the plan'),
    status: z.enum(['active', 'paused', 'ended']),
    intervalMonths: months,
    start: localDate.describe(
      'The first visit, or the next one of a plan that has started; not in the past. Defaults to the preferred start if that is ahead, otherwise to a week from now',
    ),
  })
  .partial()
export type PlanChange = z.infer<typeof PlanChange>
