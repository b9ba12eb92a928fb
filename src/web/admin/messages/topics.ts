import { plain } from '../shared/words'

const topics: Record<string, string> = {
  'verify-code': 'Sign-in code',
  'staff-code': 'Sign-in code for staff',
  'staff-invitation': 'Invitation for staff',
  'work-link': 'Sign-in link for a technician',
  booked: 'Booking confirmation',
  scheduled: 'Visit scheduled',
  'on-the-way': 'Technician on the way',
  unscheduled: 'Visit to be rescheduled',
  'new-time': 'Offer of another time',
  missed: 'Missed visit',
  completed: 'Job completed',
  cancelled: 'Job canceled',
  receipt: 'Receipt',
  repriced: 'Price change',
  refunded: 'Refund',
  invoice: 'Invoice',
  'charge-failed': 'Payment failed',
  plan: 'Maintenance plan',
  'onboarding-welcome': 'Franchise welcome',
  'onboarding-setup': 'Franchise setup',
  'onboarding-first-job': 'Franchise first job',
  'follow-up': 'Follow-up after a job',
  campaign: 'Campaign',
  test: 'Test message',
}

/** The subject of a message template, in words. */
export const topicOf = (template: string): string => topics[template] ?? plain(template)
