import { z } from 'zod'
import { jobStatuses } from '../../../../db/schema/jobs'
import { localDate, idOf } from '../../../http/fields'

export const reportTypes = ['pnl', 'jobs', 'workers', 'revenue', 'coverage'] as const
export type ReportType = (typeof reportTypes)[number]

export const ReportQuery = z
  .object({
    type: z.enum(reportTypes).default('pnl'),
    franchise: idOf(200).optional().describe("A franchise's id; all of them when left out"),
    from: localDate.optional().describe("The first day, on the business's calendar; needs an HQ token"),
    to: localDate.optional().describe('The last day, itself included; needs an HQ token'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must not be before from',
    path: ['to'],
  })
export type ReportQuery = z.infer<typeof ReportQuery>

const amount = z.number().describe('Dollars')
const count = z.int().min(0)
const share = z.number().nullable().describe('0 to 1; null when there is nothing to divide')
const month = z
  .string()
  .regex(/^(?:\d{4}-\d{2}|other)$/)
  .describe('YYYY-MM; `other` for months of fewer than five jobs')

const profit = {
  payments: count,
  revenue: amount.describe('What customers paid, without tax'),
  refunds: amount.describe('What was given back of it, lost disputes included'),
  netRevenue: amount.describe('revenue − refunds'),
  franchiseShares: amount.describe("The franchises' part of the net revenue"),
  fees: amount.describe("The payment processor's"),
  hqNet: amount.describe('netRevenue − franchiseShares − fees'),
  tax: amount.describe('Collected for the state, refunds taken off'),
}
export const Pnl = z.object({
  ...profit,
  months: z.array(z.object({ month, ...profit })),
})

const statuses = Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<
  (typeof jobStatuses)[number],
  typeof count
>
export const JobsReport = z.object({
  total: count,
  byStatus: z.object(statuses),
  cancelRate: share,
  noShowRate: share,
  leadTimeDays: z.number().nullable().describe('From booking to visit on average; null without visits'),
  byType: z.array(
    z.object({
      type: z.string().describe('A service; `other` for every label that is none'),
      jobs: count,
      completed: count,
      cancelled: count,
      cancelRate: share,
    }),
  ),
  months: z.array(
    z.object({
      month: month.describe('Of booking'),
      jobs: count,
      completed: count,
      cancelled: count,
      noShow: count,
    }),
  ),
})

const effort = {
  visits: count.describe('Planned for the time, except those cancelled'),
  completed: count,
  noShows: count,
  busyHours: z.number().describe('Of completed visits, as planned'),
  availableHours: z
    .number()
    .describe("By the active workers' weekly hours since each was added, without time off"),
  utilisation: share.describe('busyHours by availableHours'),
  jobsPerWorkerDay: z.number().nullable().describe('Completed visits by days on which workers worked'),
  onTimeShare: share.describe('Of visits begun: not more than 15 minutes late'),
}
export const WorkersReport = z.object({
  workers: count.describe('Active now'),
  ...effort,
  months: z.array(z.object({ month: month.describe('Of the visit'), ...effort })),
})

const income = {
  payments: count,
  revenue: amount.describe('What customers paid, without tax'),
  refunds: amount,
  netRevenue: amount.describe('revenue − refunds'),
  averageTicket: amount.nullable().describe('revenue by payments'),
}
export const RevenueReport = z.object({
  ...income,
  months: z.array(z.object({ month, ...income })),
  franchises: z.array(
    z.object({
      franchiseId: z.string().nullable().describe("Null is headquarters' own, `other` those of few jobs"),
      ...income,
    }),
  ),
  types: z.array(z.object({ type: z.string().describe('A service; `other` for the rest'), ...income })),
})

const places = {
  inside: count.describe('Served by a franchise'),
  outside: count.describe('Outside every service area'),
  unplaced: count.describe('Not found on the map'),
  escalations: count.describe('Jobs that headquarters was asked about, since nobody could be sent'),
}
export const CoverageReport = z.object({
  ...places,
  outsideShare: share,
  areas: z
    .array(z.object({ area: z.string().describe('The first three digits of the ZIP code'), ...places }))
    .describe('Where most jobs are outside first; areas of fewer than five jobs are in elsewhere'),
  elsewhere: z.object(places),
})

const reportOf = <T extends ReportType, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    franchise: z.string().describe('`all` without a filter'),
    generatedAt: z.iso.datetime(),
    data,
  })

export const Report = z.discriminatedUnion('type', [
  reportOf('pnl', Pnl),
  reportOf('jobs', JobsReport),
  reportOf('workers', WorkersReport),
  reportOf('revenue', RevenueReport),
  reportOf('coverage', CoverageReport),
])
