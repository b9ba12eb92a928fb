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

export function bookedMessages(job: NewJob): Message[] {
  const messages = messageToCustomer(job, 'booked', 'booked', {
    name: job.customerName,
    type: job.type,
    address: job.address,
    preferredDate: job.preferredDate,
    preferredTime: job.preferredTime,
    total: job.totalCents,
  })
  return job.source === 'public'
    ? messages.map((message) => ({ ...message, publicly: 'own' as const }))
    : messages
}

/** `event` is the timeline entry this is about, so a visit that moves twice causes two messages. */
export function scheduledMessages(
  job: JobRow,
  event: number,
  visit: { timeZone: string; workerName: string | null; moved: boolean; kept: boolean },
): Message[] {
  return messageToCustomer(job, `event:${event}`, 'scheduled', {
    name: job.customerName,
    type: job.type,
    address: job.address,
    start: job.scheduledStart,
    end: job.scheduledEnd,
    ...visit,
  })
}

export function onTheWayMessages(job: JobRow, event: number, workerName: string | null): Message[] {
  const data = { name: job.customerName, type: job.type, address: job.address, workerName }
  return messageToCustomer(job, `event:${event}`, 'on-the-way', data, 'sms')
}

/** Sent when a visit is taken off the schedule, because the time we gave before no longer applies. */
export const unscheduledMessages = (job: JobRow, event: number): Message[] =>
  messageToCustomer(job, `event:${event}`, 'unscheduled', visitOf(job))

export const missedMessages = (job: JobRow, event: number): Message[] =>
  messageToCustomer(job, `event:${event}`, 'missed', visitOf(job))

const visitOf = ({ customerName, type, address }: JobRow) => ({ name: customerName, type, address })

export function repricedMessages(job: JobRow, event: number, beforeCents: number): Message[] {
  const { customerName: name, type, totalCents } = job
  return messageToCustomer(job, `event:${event}`, 'repriced', { name, type, beforeCents, totalCents })
}

export function refundedMessages(job: JobRow, refundId: string, refundCents: number): Message[] {
  const { customerName: name, type } = job
  return messageToCustomer(job, `refund:${refundId}`, 'refunded', { name, type, refundCents })
}

export function completedMessages(job: JobRow, event: number, isInvoiced: boolean): Message[] {
  return messageToCustomer(job, `event:${event}`, 'completed', {
    name: job.customerName,
    type: job.type,
    total: job.totalCents,
    invoiced: isInvoiced,
  })
}
