import type { Message } from '../messages'
import type { JobRow, NewJob } from './rows'

type Recipient = Pick<JobRow, 'id' | 'customerEmail' | 'customerPhone' | 'franchiseId'>

interface Contact {
  channel: 'email' | 'sms'
  recipient: string
}

/** Email or SMS, in the preferred order, and never both for the same news. */
export function contactFor(
  { customerEmail, customerPhone }: Pick<JobRow, 'customerEmail' | 'customerPhone'>,
  preferred: Contact['channel'] = 'email',
): Contact | null {
  const byEmail = customerEmail === null ? null : { channel: 'email' as const, recipient: customerEmail }
  const bySms = customerPhone === null ? null : { channel: 'sms' as const, recipient: customerPhone }
  return preferred === 'email' ? (byEmail ?? bySms) : (bySms ?? byEmail)
}

function messageToCustomer(
  job: Recipient,
  about: string,
  template: string,
  data: Record<string, unknown>,
  preferred?: Contact['channel'],
): Message[] {
  const way = contactFor(job, preferred)
  if (way === null) return []
  const key = `job:${job.id}:${about}:${way.channel}`
  return [{ about: key, ...way, template, data, franchiseId: job.franchiseId, jobId: job.id }]
}

const jobOf = ({ customerName, type, address }: NewJob) => ({ name: customerName, type, address })

/** The amounts that an email explains the total with. */
export const pricesOf = (job: NewJob) => ({
  priceCents: job.priceCents,
  discountCents: job.discountCents,
  creditCents: job.referralCreditCents,
  taxCents: job.taxCents,
  taxBasisPoints: job.taxBasisPoints,
  totalCents: job.totalCents,
  promoCode: job.promoCode,
})

export function bookedMessages(job: NewJob): Message[] {
  const messages = messageToCustomer(job, 'booked', 'booked', {
    ...jobOf(job),
    preferredDate: job.preferredDate,
    preferredTime: job.preferredTime,
    total: job.totalCents,
    prices: pricesOf(job),
  })
  return job.source === 'public'
    ? messages.map((message) => ({ ...message, publicly: 'own' as const }))
    : messages
}

interface Visit {
  timeZone: string
  workerName: string | null
}

const visitOf = (job: JobRow) => ({
  ...jobOf(job),
  start: job.scheduledStart,
  end: job.scheduledEnd,
  preferredDate: job.preferredDate,
  preferredTime: job.preferredTime,
  prices: pricesOf(job),
})

/** `event` is the timeline entry this is about, so a visit that moves twice causes two messages. */
export function scheduledMessages(
  job: JobRow,
  event: number,
  visit: Visit & { moved: boolean; kept: boolean; formerWorkerName: string | null },
): Message[] {
  return messageToCustomer(job, `event:${event}`, 'scheduled', { ...visitOf(job), ...visit })
}

/** `start` in the key makes it one reminder for each time the visit was given. */
export const reminderMessages = (job: JobRow, visit: Visit): Message[] =>
  messageToCustomer(job, `reminder:${job.scheduledStart}`, 'reminder', { ...visitOf(job), ...visit })

export const onTheWayMessages = (job: JobRow, event: number, workerName: string | null): Message[] =>
  messageToCustomer(job, `event:${event}`, 'on-the-way', { ...jobOf(job), workerName }, 'sms')

/** Sent when a visit is taken off the schedule, because the time we gave before no longer applies. */
export const unscheduledMessages = (job: JobRow, event: number): Message[] =>
  messageToCustomer(job, `event:${event}`, 'unscheduled', jobOf(job))

export const missedMessages = (job: JobRow, event: number): Message[] =>
  messageToCustomer(job, `event:${event}`, 'missed', jobOf(job))

export function repricedMessages(job: JobRow, event: number, beforeCents: number): Message[] {
  const { customerName: name, type, totalCents } = job
  return messageToCustomer(job, `event:${event}`, 'repriced', { name, type, beforeCents, totalCents })
}

/** `byHand`: we gave it back ourselves, so it doesn't take days to arrive. */
export function refundedMessages(
  job: JobRow,
  { id, cents: refundCents, byHand }: { id: string; cents: number; byHand: boolean },
): Message[] {
  const { customerName: name, type } = job
  return messageToCustomer(job, `refund:${id}`, 'refunded', { name, type, refundCents, byHand })
}

export function completedMessages(job: JobRow, event: number, isInvoiced: boolean): Message[] {
  return messageToCustomer(job, `event:${event}`, 'completed', {
    ...jobOf(job),
    total: job.totalCents,
    prices: pricesOf(job),
    invoiced: isInvoiced,
  })
}
