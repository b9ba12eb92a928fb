import { z } from 'zod'
import { group } from './group'

/** Limits on what strangers can see and hold. */
export const publicAccess = group({
  title: 'Public access',
  fields: {
    reports: z.boolean().describe('Whether reports can be read without an HQ token'),
    holdHours: z.int().min(0).max(8760).describe('How long an unconfirmed online booking keeps its window'),
    holdPercent: z
      .int()
      .min(0)
      .max(100)
      .describe("The share of a day's working time that unconfirmed bookings can keep"),
    release: z
      .boolean()
      .describe('Whether bookings that nobody pays or confirms in that time also lose their visit'),
    mostOpen: z
      .int()
      .min(1)
      .max(1000)
      .describe(
        'How many unconfirmed bookings one contact or address can have; a network four times as many',
      ),
  },
  first: ({ publicReports, unconfirmed }) => ({
    reports: publicReports,
    holdHours: unconfirmed.holdHours,
    holdPercent: unconfirmed.percent,
    release: true,
    mostOpen: 5,
  }),
  variables: {
    reports: 'PUBLIC_REPORTS',
    holdHours: 'UNCONFIRMED_HOLD_HOURS',
    holdPercent: 'UNCONFIRMED_SHARE',
  },
})
