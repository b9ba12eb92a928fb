import { z } from 'zod'
import {
  email,
  intervalMonths,
  intervalWeeks,
  phone,
  searchText,
  localDate,
  money,
  textOf,
  idOf,
  requiredId,
  queryFlag,
} from '../../../http/fields'
import { pageQuery, sortQuery, sortsNewest } from '../../../http/listing'

const fields = {
  customerId: requiredId(100).nullable().describe('Defaults to the customer with this email, else phone'),
  customerName: textOf(200),
  customerEmail: email.nullable(),
  customerPhone: phone.nullable(),
  address: textOf(500),
  type: textOf(200).describe('The name of a service'),
  price: money,
  addOns: z.array(z.string().max(100)).max(100),
  notes: z.string().max(1000).nullable(),
  gutterLength: z.number().nullable(),
  stories: z.number().nullable(),
  preferredTime: z.string().max(30).nullable(),
  franchiseId: requiredId(100).nullable(),
  intervalMonths,
  intervalWeeks,
  anchorDate: localDate.describe(
    'Sets the day of the month, or the weekday; in shorter months, the last day',
  ),
  endDate: localDate.nullable().describe('The last day for visits'),
  active: z.boolean().describe('False pauses it; visits during a pause are skipped'),
}

export const JobTemplateInput = z.object({
  ...fields,
  customerId: fields.customerId.default(null),
  customerEmail: fields.customerEmail.default(null),
  customerPhone: fields.customerPhone.default(null),
  addOns: fields.addOns.default([]),
  notes: fields.notes.default(null),
  gutterLength: fields.gutterLength.default(null),
  stories: fields.stories.default(null),
  preferredTime: fields.preferredTime.default(null),
  franchiseId: fields.franchiseId.default(null),
  intervalWeeks: fields.intervalWeeks.default(null),
  endDate: fields.endDate.default(null),
  active: fields.active.default(true),
})
export type JobTemplateInput = z.infer<typeof JobTemplateInput>

export const JobTemplateChange = z.object(fields).partial()
export type JobTemplateChange = z.infer<typeof JobTemplateChange>

export const JobTemplateQuery = z.object({
  ...pageQuery,
  active: queryFlag.optional(),
  franchiseId: idOf(100).optional(),
  customerId: idOf(100).optional(),
  q: searchText.optional().describe("Part of the customer's name, email or address"),
  ...sortQuery(['created', 'next'], sortsNewest),
})
export type JobTemplateQuery = z.infer<typeof JobTemplateQuery>

export const JobTemplate = z.object({
  id: z.string(),
  ...fields,
  state: z.enum(['active', 'paused', 'ended']),
  nextDate: localDate.describe('The first date without a job yet'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type JobTemplate = z.infer<typeof JobTemplate>

export const JobTemplateWithDates = JobTemplate.extend({
  upcoming: z.array(localDate).describe('The next 12 dates; empty while paused or after the end'),
})
export type JobTemplateWithDates = z.infer<typeof JobTemplateWithDates>
