import type { Message } from '../messages/queue'
import type { NewJob } from './insert'
import type { JobRow } from './present'

type Told = Pick<JobRow, 'id' | 'customerEmail' | 'customerPhone' | 'franchiseId'>

interface Way {
  channel: 'email' | 'sms'
  recipient: string
}

/** By e-mail where there is one, else by SMS, or the other way round; nobody is told twice of one thing. */
export function wayTo(
  { customerEmail, customerPhone }: Pick<JobRow, 'customerEmail' | 'customerPhone'>,
  preferred: Way['channel'] = 'email',
): Way | null {
  const byEmail = customerEmail === null ? null : { channel: 'email' as const, recipient: customerEmail }
  const bySms = customerPhone === null ? null : { channel: 'sms' as const, recipient: customerPhone }
  return preferred === 'email' ? (byEmail ?? bySms) : (bySms ?? byEmail)
}

function toCustomer(
  job: Told,
  about: string,
  template: string,
  data: Record<string, unknown>,
  preferred?: Way['channel'],
): Message[] {
  const way = wayTo(job, preferred)
  if (way === null) return []
  const key = `job:${job.id}:${about}:${way.channel}`
  return [{ about: key, ...way, template, data, franchiseId: job.franchiseId, jobId: job.id }]
}

export function tellBooked(job: NewJob): Message[] {
  return toCustomer(job, 'booked', 'booked', {
    name: job.customerName,
    type: job.type,
    address: job.address,
    preferredDate: job.preferredDate,
    preferredTime: job.preferredTime,
    total: job.totalCents,
    jobId: job.id,
  })
}

/** `event` is the line of the timeline this is about: a visit moved twice is told twice. */
export function tellScheduled(
  job: JobRow,
  event: number,
  visit: { timeZone: string; workerName: string | null; moved: boolean; kept: boolean },
): Message[] {
  return toCustomer(job, `event:${event}`, 'scheduled', {
    name: job.customerName,
    type: job.type,
    address: job.address,
    start: job.scheduledStart,
    end: job.scheduledEnd,
    ...visit,
  })
}

export function tellOnTheWay(job: JobRow, event: number, workerName: string | null): Message[] {
  const data = { name: job.customerName, type: job.type, address: job.address, workerName }
  return toCustomer(job, `event:${event}`, 'on-the-way', data, 'sms')
}

/** Taken off the plan: the time that was told before does not hold any more. */
export const tellUnscheduled = (job: JobRow, event: number): Message[] =>
  toCustomer(job, `event:${event}`, 'unscheduled', visitOf(job))

export const tellMissed = (job: JobRow, event: number): Message[] =>
  toCustomer(job, `event:${event}`, 'missed', visitOf(job))

const visitOf = ({ customerName, type, address }: JobRow) => ({ name: customerName, type, address })

export function tellRepriced(job: JobRow, event: number, beforeCents: number): Message[] {
  const { customerName: name, type, totalCents } = job
  return toCustomer(job, `event:${event}`, 'repriced', { name, type, beforeCents, totalCents })
}

export function tellRefunded(job: JobRow, refundId: string, refundCents: number): Message[] {
  const { customerName: name, type } = job
  return toCustomer(job, `refund:${refundId}`, 'refunded', { name, type, refundCents })
}

export function tellCompleted(job: JobRow, event: number, isInvoiced: boolean): Message[] {
  return toCustomer(job, `event:${event}`, 'completed', {
    name: job.customerName,
    type: job.type,
    total: job.totalCents,
    jobId: job.id,
    invoiced: isInvoiced,
  })
}
