import { z } from 'zod'
import { jobStatuses } from '../../../../db/schema/jobs'
import { idOf, textOf } from '../../../http/fields'
import { Todo } from '../../office'

/** In the order of the page. */
export const todayGroups = [
  'visits',
  'jobs',
  'replies',
  'plans',
  'money',
  'payouts',
  'messages',
  'system',
  'other',
] as const
export type TodayGroup = (typeof todayGroups)[number]

export const TodayQuery = z.object({ franchiseId: idOf(100).optional() })
export type TodayQuery = z.infer<typeof TodayQuery>

export const TodayJob = z.object({
  id: z.string(),
  customerName: z.string(),
  type: z.string(),
  status: z.enum(jobStatuses),
  scheduledStart: z.iso.datetime().nullable(),
  preferredDate: z.string().nullable(),
  franchiseId: z.string().nullable(),
})

export const TodayLine = z.object({
  key: z.string().describe('Names the line when you snooze it'),
  group: z.enum(todayGroups),
  kind: z.string().describe('The kind of the to-do, or what is wrong, such as `visit.late`'),
  title: z.string(),
  detail: z.string().nullable(),
  since: z.iso.datetime(),
  urgent: z.boolean(),
  fix: z
    .object({ label: z.string(), page: z.string() })
    .nullable()
    .describe('The console page that fixes it, such as `/admin?tab=today&job=…&do=schedule`'),
  job: TodayJob.nullable(),
  todo: Todo.nullable().describe('The to-do behind the line. Mark that done instead of the line.'),
  snoozed: z
    .object({ until: z.iso.datetime().nullable().describe('Null if it was marked done'), by: z.string() })
    .nullable(),
})
export type TodayLine = z.infer<typeof TodayLine>

const amount = z.number()

export const TodayMoney = z.object({
  week: z.object({
    earned: amount.describe('Payments minus refunds since Monday, before tax'),
    before: amount.describe('The same up to this moment of last week'),
  }),
  day: z.object({
    earned: amount,
    before: amount.describe('The same up to this time of day, a week ago'),
  }),
  trend: z.array(amount).describe('The last 14 days, oldest first'),
  open: z.object({ balance: amount, overdue: amount, invoices: z.int() }),
})
export type TodayMoney = z.infer<typeof TodayMoney>

export const Today = z.object({
  at: z.iso.datetime(),
  lines: z.array(TodayLine).describe('The most urgent first within each group'),
  more: z
    .array(z.enum(todayGroups))
    .describe('Groups that have more lines than these; their lists have all of them'),
  money: TodayMoney.nullable().describe('Null for callers who may not see reports'),
})
export type Today = z.infer<typeof Today>

export const SnoozeInput = z.object({
  key: textOf(300),
  until: z
    .enum(['tomorrow', 'next-week', 'done', 'now'])
    .describe('`done` hides the line for good, `now` brings it back'),
  franchiseId: idOf(100).nullable().optional(),
})
export type SnoozeInput = z.infer<typeof SnoozeInput>

export const Snoozed = z.object({ key: z.string(), until: z.iso.datetime().nullable() })
export type Snoozed = z.infer<typeof Snoozed>
