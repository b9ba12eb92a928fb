import { z } from 'zod'
import { group } from './group'

/** What strangers can see and hold. */
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
  },
  first: ({ publicReports, unconfirmed }) => ({
    reports: publicReports,
    holdHours: unconfirmed.holdHours,
    holdPercent: unconfirmed.percent,
  }),
  variables: {
    reports: 'PUBLIC_REPORTS',
    holdHours: 'UNCONFIRMED_HOLD_HOURS',
    holdPercent: 'UNCONFIRMED_SHARE',
  },
})
