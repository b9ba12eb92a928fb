import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { depositDue, shownPolicy } from '../../lib/booking-rules'
import { promisedSlot } from '../../lib/promised-time'
import { waysFor, type Contact, type Message } from '../messages'
import type { JobRow, NewJob } from './rows'

type Settings = Pick<Deps['settings'], 'notifications' | 'publicAccess'>
type Recipient = Pick<JobRow, 'id' | 'customerEmail' | 'customerPhone' | 'franchiseId'>
type Notice = Parameters<typeof waysFor>[1]

function messagesToCustomer(
  settings: Settings,
  job: Recipient,
  { about, notice, template = notice }: { about: string; notice: Notice; template?: string },
  data: Record<string, unknown>,
): Message[] {
  return waysFor(settings, notice, job).map((way) => ({
    about: `job:${job.id}:${about}:${way.channel}`,
    ...way,
    template,
    data,
    franchiseId: job.franchiseId,
    jobId: job.id,
  }))
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

/** Nothing where the booking has no terms to name. */
function termsOf(job: NewJob, now: number) {
  const [policy, depositCents] = [shownPolicy(job, now), depositDue(job)]
  if (!policy && depositCents === 0) return null
  return { policy, depositCents, restCents: job.totalCents - depositCents }
}

const bookedData = (job: NewJob) => ({
  ...jobOf(job),
  preferredDate: job.preferredDate,
  preferredTime: job.preferredTime,
  total: job.totalCents,
  prices: pricesOf(job),
  terms: termsOf({ ...job, scheduledStart: null }, job.createdAt),
})

export function bookedMessages(settings: Settings, job: NewJob): Message[] {
  const data = { ...bookedData(job), confirmBy: confirmBy(settings, job) }
  const messages = messagesToCustomer(settings, job, { about: 'booked', notice: 'booked' }, data)
  return job.source === 'public'
    ? messages.map((message) => ({ ...message, publicly: 'own' as const }))
    : messages
}

/** The moment until which a booking keeps its window without being paid or confirmed; null if it needs neither. */
function confirmBy({ publicAccess }: Settings, job: NewJob): number | null {
  const isFree = job.source === 'public' && job.confirmedAt === null && job.paidCents === 0
  return isFree && publicAccess.release ? job.createdAt + publicAccess.holdHours * hour : null
}

/** `event` is the timeline entry of the lapse. */
export const lapsedMessages = (settings: Settings, job: JobRow, event: number): Message[] =>
  messagesToCustomer(
    settings,
    job,
    { about: `event:${event}`, notice: 'booked' },
    { ...bookedData(job), confirmBy: job.lapsedAt, lapsed: true },
  ).map((message) => ({ ...message, publicly: 'own' as const }))

/** `event` is the timeline entry of the customer's own change. */
export const movedMessages = (settings: Settings, job: JobRow, event: number): Message[] =>
  messagesToCustomer(
    settings,
    job,
    { about: `event:${event}`, notice: 'scheduled', template: 'booked' },
    { ...bookedData(job), moved: true },
  )

interface Visit {
  timeZone: string
  workerName: string | null
}

function visitOf(job: JobRow, timeZone: string) {
  const promised = promisedSlot(job, timeZone)
  return {
    ...jobOf(job),
    start: job.scheduledStart,
    end: job.scheduledEnd,
    preferredDate: promised?.date ?? job.preferredDate,
    preferredTime: promised?.window ?? job.preferredTime,
    prices: pricesOf(job),
  }
}

/** `event` is the timeline entry this is about, so a visit that moves twice causes two messages. */
export function scheduledMessages(
  settings: Settings,
  job: JobRow,
  event: number,
  visit: Visit & {
    moved: boolean
    kept: boolean
    formerWorkerName: string | null
    hoursFollow: boolean
  },
): Message[] {
  const about = `event:${event}`
  const data = { ...visitOf(job, visit.timeZone), terms: termsOf(job, job.updatedAt), ...visit }
  return messagesToCustomer(settings, job, { about, notice: 'scheduled' }, data)
}

/** `about` names the visit's time and the reminder, so that each goes out once. */
export const reminderMessages = (
  settings: Settings,
  job: JobRow,
  about: string,
  visit: Visit & { confirmed: boolean },
): Message[] =>
  messagesToCustomer(
    settings,
    job,
    { about, notice: 'reminder' },
    { ...visitOf(job, visit.timeZone), ...visit },
  )

export const onTheWayMessages = (
  settings: Settings,
  job: JobRow,
  event: number,
  workerName: string | null,
): Message[] =>
  messagesToCustomer(
    settings,
    job,
    { about: `event:${event}`, notice: 'onTheWay', template: 'on-the-way' },
    { ...jobOf(job), workerName },
  )

/** Sent when a visit is taken off the schedule, because the time we gave before no longer applies. */
export const unscheduledMessages = (settings: Settings, job: JobRow, event: number): Message[] =>
  messagesToCustomer(settings, job, { about: `event:${event}`, notice: 'unscheduled' }, jobOf(job))

/** An offer of another arrival window, or the question for one. */
export const newTimeMessage = (job: JobRow, way: Contact, { date, window }: Offer): Message => ({
  about: `job:${job.id}:new-time:${date ?? 'any'}:${window ?? 'any'}:${way.channel}`,
  ...way,
  template: 'new-time',
  data: { ...jobOf(job), offeredDate: date ?? null, offeredWindow: window ?? null },
  franchiseId: job.franchiseId,
  jobId: job.id,
})

interface Offer {
  date?: string | undefined
  window?: string | undefined
}

export const missedMessages = (settings: Settings, job: JobRow, event: number): Message[] =>
  messagesToCustomer(settings, job, { about: `event:${event}`, notice: 'missed' }, jobOf(job))

export function repricedMessages(
  settings: Settings,
  job: JobRow,
  event: number,
  beforeCents: number,
): Message[] {
  const { customerName: name, type, totalCents } = job
  const data = { name, type, beforeCents, totalCents }
  return messagesToCustomer(settings, job, { about: `event:${event}`, notice: 'repriced' }, data)
}

/** `byHand`: we gave it back ourselves, so it doesn't take days to arrive. */
export function refundedMessages(
  settings: Settings,
  job: JobRow,
  { id, cents: refundCents, byHand }: { id: string; cents: number; byHand: boolean },
): Message[] {
  const { customerName: name, type } = job
  const data = { name, type, refundCents, byHand }
  return messagesToCustomer(settings, job, { about: `refund:${id}`, notice: 'refunded' }, data)
}

export function completedMessages(
  settings: Settings,
  job: JobRow,
  event: number,
  isInvoiced: boolean,
): Message[] {
  return messagesToCustomer(
    settings,
    job,
    { about: `event:${event}`, notice: 'completed' },
    {
      ...jobOf(job),
      total: job.totalCents,
      prices: pricesOf(job),
      invoiced: isInvoiced,
    },
  )
}
