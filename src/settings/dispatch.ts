import { z } from 'zod'
import { group } from './group'

/** How dispatch may move visits. A franchise may have its own way. */
export const visitMoves = {
  moves: z
    .enum(['window', 'never'])
    .describe('Whether dispatch may move a visit inside the arrival window its customer was promised'),
  freezeHours: z
    .int()
    .min(-12)
    .max(72)
    .describe(
      'How many hours before the day of a visit it is fixed; 6 is 6 PM the evening before, -7 is 7 AM that day. Once the day of its technician has started, a visit stays in any case',
    ),
  keepsTechnician: z.boolean().describe('Whether a moved visit keeps its technician'),
  acceptsPlans: z
    .boolean()
    .describe(
      'Whether better plans, and covers for technicians who are out or late, are applied without a click',
    ),
  gathersOpenDays: z
    .boolean()
    .describe('Whether bookings that leave the day open wait for the last run of the day, at 6 PM'),
}

export const dispatch = group({
  title: 'Dispatch',
  fields: {
    ...visitMoves,
    betterPlanMinutes: z
      .int()
      .min(1)
      .max(600)
      .describe('The least driving, in minutes, that a better plan must save to be offered'),
    betterPlanPercent: z
      .int()
      .min(0)
      .max(50)
      .describe('The least share of all driving that it must save; the larger of the two counts'),
  },
  first: () => ({
    moves: 'window' as const,
    freezeHours: 6,
    keepsTechnician: false,
    acceptsPlans: false,
    gathersOpenDays: false,
    betterPlanMinutes: 15,
    betterPlanPercent: 3,
  }),
  variables: {},
})
