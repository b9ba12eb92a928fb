import { z } from 'zod'
import {
  email,
  idOf,
  intervalMonths,
  intervalWeeks,
  isoDate,
  localDate,
  money,
  requiredId,
  textOf,
} from '../../http/fields'

const dated = isoDate.transform((text) => text.slice(0, 10))

/** A job template from another system. Each run that includes it creates its jobs up to the horizon. */
export const GivenJobTemplate = z.object({
  id: requiredId(200).describe('Only one job exists per job template and date, however often it is sent'),
  customerName: textOf(200),
  customerEmail: email.nullish(),
  customerPhone: z.string().max(50).nullish(),
  address: textOf(500),
  type: textOf(200).describe('The name of a service'),
  price: money,
  addOns: z.array(z.string().max(100)).max(100).default([]),
  notes: z.string().max(1000).nullish(),
  gutterLength: z.number().nullish(),
  stories: z.number().nullish(),
  preferredTime: z.string().max(30).nullish(),
  franchiseId: idOf(100).nullish(),
  intervalMonths,
  intervalWeeks: intervalWeeks.optional(),
  anchorDate: dated.describe('Sets the day of the month, or the weekday; in shorter months, the last day'),
  endDate: dated.nullish(),
  active: z.boolean().default(true),
})
export type GivenJobTemplate = z.infer<typeof GivenJobTemplate>

/** A job as this API returns it, or just enough fields to identify it. */
export const ExistingJob = z.object({
  templateId: idOf(200).nullish(),
  templatePeriod: dated.nullish(),
  period: dated.nullish().describe('As returned by this task, like `date`'),
  date: dated.nullish(),
  preferredDate: dated.nullish(),
  scheduledStart: isoDate.nullish(),
  customerEmail: z.string().max(200).nullish(),
  customerName: z.string().max(200).nullish(),
  type: z.string().max(200).nullish(),
})
export type ExistingJob = z.infer<typeof ExistingJob>

export const RecurringInput = z
  .object({
    templates: z.array(GivenJobTemplate).max(1_000).default([]).describe('In addition to the stored ones'),
    existingJobs: z
      .array(ExistingJob)
      .max(5_000)
      .default([])
      .describe('Jobs that already exist, by job template and date or by customer, service and date'),
  })
  .prefault({})
export type RecurringInput = z.infer<typeof RecurringInput>

export const RecurringRun = z.object({
  success: z.literal(true),
  generated: z.int(),
  skipped: z.int().describe('Dates that already have a job'),
  projectedRevenue: z.number().describe('The total price of the generated jobs'),
  invoicesCreated: z.int(),
  jobs: z.array(
    z.object({
      id: z.string(),
      templateId: z.string(),
      period: localDate.describe('The date from the job template'),
      date: localDate.describe('The working day of the visit'),
      type: z.string(),
      price: z.number(),
      franchiseId: z.string().nullable(),
    }),
  ),
  timestamp: z.iso.datetime(),
})
export type RecurringRun = z.infer<typeof RecurringRun>
export type GeneratedJob = RecurringRun['jobs'][number]

export const jobTemplateExample = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 189.5,
  intervalMonths: 6,
  anchorDate: '2026-04-30',
}

export const recurringExample = {
  templates: [{ id: 'rivera-spring', ...jobTemplateExample }],
  existingJobs: [{ templateId: 'rivera-spring', preferredDate: '2026-04-30' }],
}
