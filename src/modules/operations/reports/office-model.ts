import { z } from 'zod'
import { idOf, localDate } from '../../../http/fields'

const amount = z.number().describe('Dollars')
const count = z.int()
const share = z.number().nullable().describe('0 to 1; null if there is nothing to compare')

/** These reports read single jobs and entries, so they cover at most this many days. */
export const mostDays = 366

export const DaysQuery = z
  .object({
    franchiseId: idOf(100).optional(),
    from: localDate.describe('The first day, by the calendar of the business'),
    to: localDate.describe('The last day, inclusive'),
  })
  .refine(({ from, to }) => from <= to, { message: 'must not be before from', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 86_400_000, {
    message: `must be at most ${mostDays} days after from`,
    path: ['to'],
  })
export type DaysQuery = z.infer<typeof DaysQuery>

const period = { from: z.iso.date(), to: z.iso.date() }

export const DailyRevenue = z.object({
  ...period,
  days: z
    .array(
      z.object({
        date: z.iso.date(),
        payments: count,
        netRevenue: amount.describe('Payments minus refunds, before tax'),
        hqNet: amount.describe('What HQ keeps after shares and fees'),
      }),
    )
    .describe('Days without any movement are left out'),
})
export type DailyRevenue = z.infer<typeof DailyRevenue>

export const TechnicianReport = z.object({
  ...period,
  technicians: z.array(
    z.object({
      workerId: z.string(),
      name: z.string(),
      franchiseId: z.string().nullable(),
      visits: count.describe('Scheduled visits, without canceled ones'),
      completed: count,
      noShows: count.describe('Visits where the customer was not home'),
      busyHours: z.number().describe('Scheduled length of completed visits'),
      onTimeShare: share.describe('Share of started visits that began at most 15 minutes late'),
      jobValue: amount.describe('Price of completed jobs after discounts, before tax'),
    }),
  ),
})
export type TechnicianReport = z.infer<typeof TechnicianReport>

const taxed = {
  sales: amount.describe('Payments minus refunds, before tax'),
  tax: amount.describe('Sales tax collected, minus tax refunded'),
}
export const TaxReport = z.object({
  ...period,
  ...taxed,
  rates: z.array(
    z.object({
      taxPercent: z.number().describe("The job's tax rate"),
      franchiseId: z.string().nullable().describe('Null for HQ itself'),
      ...taxed,
    }),
  ),
})
export type TaxReport = z.infer<typeof TaxReport>
