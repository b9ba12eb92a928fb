import { z } from 'zod'
import { jobStatuses } from '../../../../db/schema/jobs'
import { paymentMethods } from '../../../../db/schema/payments'
import { localDate, idOf } from '../../../http/fields'

export const reportTypes = ['pnl', 'jobs', 'workers', 'revenue', 'coverage'] as const
export type ReportType = (typeof reportTypes)[number]

export const ReportQuery = z
  .object({
    type: z.enum(reportTypes).default('pnl'),
    franchise: idOf(200).optional().describe('The id of a franchise; leave it out for all of them'),
    from: localDate
      .optional()
      .describe('The first day, in the time zone of the business. Needs an HQ token.'),
    to: localDate.optional().describe('The last day, inclusive. Needs an HQ token.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must not be before from',
    path: ['to'],
  })
export type ReportQuery = z.infer<typeof ReportQuery>

const amount = z.number().describe('Dollars')
const count = z.int().min(0)
/** Below zero where more payments were undone than came in. */
const received = z.int()
const share = z.number().nullable().describe('0 to 1; null if there is nothing to compare')
const month = z
  .string()
  .regex(/^(?:\d{4}-\d{2}|other)$/)
  .describe('YYYY-MM; `other` combines months with fewer than five jobs')

const profit = {
  payments: received,
  revenue: amount.describe('Payments by customers, before tax'),
  refunds: amount.describe('Refunds before tax, including lost disputes'),
  netRevenue: amount.describe('revenue − refunds'),
  franchiseShares: amount.describe("The franchises' share of net revenue"),
  fees: amount.describe('Fees of the payment processor'),
  hqNet: amount.describe('netRevenue − franchiseShares − fees'),
  tax: amount.describe('Sales tax collected, minus tax refunded'),
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
  leadTimeDays: z
    .number()
    .nullable()
    .describe('Average days from booking to visit; null if there are no visits'),
  byType: z.array(
    z.object({
      type: z.string().describe('A service; `other` combines unknown services and small groups'),
      jobs: count,
      completed: count,
      cancelled: count,
      cancelRate: share,
    }),
  ),
  months: z.array(
    z.object({
      month: month.describe('The month of booking'),
      jobs: count,
      completed: count,
      cancelled: count,
      noShow: count,
    }),
  ),
})

const effort = {
  visits: count.describe('Scheduled visits, without canceled ones'),
  completed: count,
  noShows: count.describe('Visits where the customer was not home'),
  busyHours: z.number().describe('Scheduled length of completed visits'),
  availableHours: z
    .number()
    .describe("The active workers' current weekly hours since each was added, minus time off"),
  utilisation: share.describe('busyHours ÷ availableHours'),
  jobsPerWorkerDay: z.number().nullable().describe('Completed visits per worker and working day'),
  onTimeShare: share.describe('Share of started visits that began at most 15 minutes late'),
}
export const WorkersReport = z.object({
  workers: count.describe('Workers active today'),
  ...effort,
  months: z.array(z.object({ month: month.describe('The month of the visit'), ...effort })),
})

const income = {
  payments: received,
  revenue: amount.describe('Payments by customers, before tax'),
  refunds: amount,
  netRevenue: amount.describe('revenue − refunds'),
  averageTicket: amount.nullable().describe('revenue ÷ payments'),
}
export const RevenueReport = z.object({
  ...income,
  methods: z
    .array(z.object({ method: z.enum(paymentMethods), payments: received, revenue: amount }))
    .describe('By the way it was paid, before tax and refunds; for HQ only'),
  months: z.array(z.object({ month, ...income })),
  franchises: z.array(
    z.object({
      franchiseId: z
        .string()
        .nullable()
        .describe('Null for HQ itself; `other` combines franchises with few jobs'),
      ...income,
    }),
  ),
  types: z.array(z.object({ type: z.string().describe('A service; `other` combines the rest'), ...income })),
})

const places = {
  inside: count.describe('Jobs inside the service area of a franchise'),
  outside: count.describe('Jobs outside every service area'),
  unplaced: count.describe('Jobs with an address that was not found'),
  escalations: count.describe('Jobs with a to-do for HQ because they could not be scheduled automatically'),
}
export const CoverageReport = z.object({
  ...places,
  outsideShare: share,
  areas: z
    .array(z.object({ area: z.string().describe('The first three digits of the ZIP code'), ...places }))
    .describe(
      'Areas with the most jobs outside come first; `elsewhere` combines areas with fewer than five jobs',
    ),
  elsewhere: z.object(places),
})

const reportOf = <T extends ReportType, D extends z.ZodType>(type: T, data: D) =>
  z
    .object({
      type: z.literal(type),
      franchise: z.string().describe('The id of the franchise, or `all`'),
      generatedAt: z.iso.datetime(),
      data,
    })
    .meta({ id: `ReportOf${type.charAt(0).toUpperCase()}${type.slice(1)}` })

export const Report = z.discriminatedUnion('type', [
  reportOf('pnl', Pnl),
  reportOf('jobs', JobsReport),
  reportOf('workers', WorkersReport),
  reportOf('revenue', RevenueReport),
  reportOf('coverage', CoverageReport),
])
