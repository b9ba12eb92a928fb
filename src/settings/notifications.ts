import { z } from 'zod'
import { group } from './group'

/** Ways to reach a customer. `email_first` is a text only for customers without an email address. */
export const channelChoices = ['email_first', 'sms_first', 'email', 'sms', 'both', 'none'] as const
export type ChannelChoice = (typeof channelChoices)[number]

const any = z.enum(channelChoices)

/** The earliest reminder: two weeks. */
const longestLead = 14 * 24

/**
 * Which messages customers get, and how. A message without a field here is always sent. Bookings are confirmed by
 * email whatever is chosen, because the API promises it.
 */
export const notifications = group({
  title: 'Notifications',
  fields: {
    booked: z.enum(['email_first', 'both']),
    scheduled: any,
    reminder: any,
    onTheWay: any,
    unscheduled: any,
    missed: any,
    completed: any,
    followUp: z.enum(['email', 'none']),
    receipt: any,
    invoice: z.enum(['email_first', 'sms_first']),
    repriced: any,
    refunded: any,
    chargeFailed: z.enum(['email_first', 'sms_first', 'both']),
    /** How many hours before a visit its reminders are sent. */
    reminderHours: z
      .array(z.int().min(1).max(longestLead))
      .min(1)
      .max(3)
      .refine((hours) => new Set(hours).size === hours.length, 'must be different times'),
  },
  first: () => ({
    booked: 'email_first' as const,
    scheduled: 'email_first' as const,
    reminder: 'both' as const,
    onTheWay: 'sms_first' as const,
    unscheduled: 'email_first' as const,
    missed: 'email_first' as const,
    completed: 'email_first' as const,
    followUp: 'email' as const,
    receipt: 'email_first' as const,
    invoice: 'email_first' as const,
    repriced: 'email_first' as const,
    refunded: 'email_first' as const,
    chargeFailed: 'email_first' as const,
    reminderHours: [24],
  }),
  variables: {},
})
