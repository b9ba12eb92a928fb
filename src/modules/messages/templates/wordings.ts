import { isOfferedWindow } from '../../../lib/arrival-windows'
import { day, hour } from '../../../lib/clock'
import type { Channel } from '../outbox'
import type { PlaceholderName } from './placeholders'

/** A text that the office can word itself. A template whose text depends on the case has one for each. */
export interface Wording {
  title: string
  /** When it is sent. */
  occasion: string
  group: 'Visits' | 'Money' | 'Cards and plans' | 'Signing in'
  /** By default, all that the template has. */
  channels?: Channel[]
  /** True if this is the text for a message with this data; the first that fits counts. */
  fits?(data: Record<string, unknown>): boolean
  /** Placeholders that a text message can't do without. In an email a button or a block shows them. */
  required?: PlaceholderName[]
  /** Data for the preview, with the time of a visit. */
  sample(start: number): Record<string, unknown>
}

const person = { name: 'Jordan Blake', type: 'Gutter cleaning' }
const job = { ...person, address: '48 Juniper Ln, Boulder, CO 80302' }
const visit = (start: number) => ({
  ...job,
  start,
  end: start + 2 * hour,
  timeZone: 'UTC',
  workerName: 'Sofia Reyes',
})
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const booking = (start: number) => ({
  ...job,
  total: 18_900,
  preferredDate: dateOf(start),
  preferredTime: '12:00-14:00',
})
const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 }
const plan = (start: number) => ({
  ...job,
  totalCents: 18_900,
  taxCents: 0,
  intervalMonths: 3,
  nextDate: dateOf(start),
})
const link = 'https://example.com/x7Kq'

/** By the template's name, and after a dot the case. */
export const wordings: Readonly<Record<string, Wording>> = {
  'booked.moved': {
    title: 'New time chosen',
    occasion: 'When a customer chooses another time online.',
    group: 'Visits',
    fits: ({ moved }) => moved === true,
    sample: (start) => ({ ...booking(start), moved: true }),
  },
  'booked.lapsed': {
    title: 'Booking not confirmed',
    occasion: 'When nobody paid or confirmed an online booking in time.',
    group: 'Visits',
    fits: ({ lapsed }) => lapsed === true,
    sample: (start) => ({ ...booking(start), lapsed: true }),
  },
  'booked.request': {
    title: 'Booking without an arrival window',
    occasion: 'Right after a customer books without choosing an arrival window.',
    group: 'Visits',
    fits: ({ preferredDate = null, preferredTime = null }) =>
      !isOfferedWindow({ preferredDate, preferredTime } as Parameters<typeof isOfferedWindow>[0]),
    sample: () => ({ ...job, total: 18_900 }),
  },
  booked: {
    title: 'Booking received',
    occasion: 'Right after a customer books an arrival window.',
    group: 'Visits',
    sample: booking,
  },
  'scheduled.kept': {
    title: 'New technician',
    occasion: 'When another technician takes a visit and its time stays.',
    group: 'Visits',
    fits: ({ kept }) => kept === true,
    sample: (start) => ({ ...visit(start), kept: true, formerWorkerName: 'Marcus Webb' }),
  },
  'scheduled.moved': {
    title: 'New time',
    occasion: 'When a confirmed visit moves.',
    group: 'Visits',
    fits: ({ moved }) => moved === true,
    sample: (start) => ({ ...visit(start), moved: true }),
  },
  scheduled: {
    title: 'Visit confirmed',
    occasion: 'When a visit is scheduled.',
    group: 'Visits',
    sample: visit,
  },
  reminder: {
    title: 'Reminder',
    occasion: 'Before the visit, at the times you choose.',
    group: 'Visits',
    sample: visit,
  },
  'on-the-way': {
    title: 'On the way',
    occasion: 'When the technician heads out.',
    group: 'Visits',
    sample: () => ({ ...job, workerName: 'Sofia Reyes' }),
  },
  unscheduled: {
    title: 'Visit taken off the schedule',
    occasion: 'When you take a visit off the schedule.',
    group: 'Visits',
    sample: () => job,
  },
  'new-time.offered': {
    title: 'New time offered',
    occasion: 'When you offer a customer a new time.',
    group: 'Visits',
    fits: ({ offeredDate }) => typeof offeredDate === 'string',
    required: ['offered_time'],
    sample: (start) => ({ ...job, offeredDate: dateOf(start), offeredWindow: '08:00-10:00' }),
  },
  'new-time': {
    title: 'Request for a new time',
    occasion: 'When you ask a customer for a new time.',
    group: 'Visits',
    sample: () => job,
  },
  missed: {
    title: 'Customer not home',
    occasion: 'When nobody answered the door.',
    group: 'Visits',
    sample: () => job,
  },
  completed: {
    title: 'Job completed',
    occasion: 'When the technician completes the job.',
    group: 'Visits',
    sample: () => ({ ...job, total: 18_900 }),
  },
  'cancelled.refund': {
    title: 'Booking canceled, with a refund',
    occasion: 'When a paid booking is canceled.',
    group: 'Visits',
    fits: ({ refundCents }) => Boolean(refundCents),
    sample: () => ({ ...job, refundCents: 18_900 }),
  },
  cancelled: {
    title: 'Booking canceled',
    occasion: 'When a booking is canceled.',
    group: 'Visits',
    sample: () => job,
  },
  'follow-up': {
    title: 'Rating request',
    occasion: 'At 9 AM on the day after the job is completed.',
    group: 'Visits',
    channels: ['email'],
    sample: () => person,
  },
  receipt: {
    title: 'Receipt',
    occasion: 'When a payment arrives.',
    group: 'Money',
    sample: (start) => ({ ...person, amountCents: 18_900, paidAt: start }),
  },
  'invoice.paid': {
    title: 'Paid invoice',
    occasion: 'When you send an invoice that is already paid.',
    group: 'Money',
    fits: ({ paid }) => paid === true,
    sample: () => ({ ...person, number: 'INV-2031-0042', totalCents: 18_900, paid: true, url: link }),
  },
  invoice: {
    title: 'Invoice',
    occasion: 'When an invoice is sent.',
    group: 'Money',
    sample: (start) => ({
      ...person,
      number: 'INV-2031-0042',
      totalCents: 18_900,
      dueDate: dateOf(start + 14 * day),
      url: link,
    }),
  },
  repriced: {
    title: 'Price changed',
    occasion: 'When you change the price of a job.',
    group: 'Money',
    sample: () => ({ ...person, beforeCents: 15_500, totalCents: 18_900 }),
  },
  'refunded.by-hand': {
    title: 'Refund by hand',
    occasion: 'When you record that you gave back money yourself, such as cash.',
    group: 'Money',
    fits: ({ byHand }) => byHand === true,
    sample: () => ({ ...person, refundCents: 18_900, byHand: true }),
  },
  refunded: {
    title: 'Refund',
    occasion: 'When you refund a card payment.',
    group: 'Money',
    sample: () => ({ ...person, refundCents: 18_900 }),
  },
  'charge-failed.last': {
    title: 'Card declined, last attempt',
    occasion: 'When the last automatic charge of a card fails.',
    group: 'Money',
    fits: ({ nextTry }) => !nextTry,
    sample: () => ({ ...person, amountCents: 18_900, url: link }),
  },
  'charge-failed': {
    title: 'Card declined',
    occasion: 'When an automatic charge of a card fails and we try again.',
    group: 'Money',
    sample: (start) => ({ ...person, amountCents: 18_900, nextTry: start, timeZone: 'UTC', url: link }),
  },
  'card-request': {
    title: 'Request to save a card',
    occasion: 'When you ask a customer to save a card.',
    group: 'Cards and plans',
    required: ['link'],
    sample: () => ({ ...person, url: link }),
  },
  'card-saved': {
    title: 'Card saved',
    occasion: 'When a customer saves a card.',
    group: 'Cards and plans',
    sample: () => ({ ...person, ...card }),
  },
  'plan.offered': {
    title: 'Maintenance plan offered',
    occasion: 'When you set or raise the price of a plan, and the customer has to accept it.',
    group: 'Cards and plans',
    channels: ['email'],
    fits: ({ stage }) => stage === 'offered',
    sample: (start) => ({ ...plan(start), stage: 'offered', url: link }),
  },
  'plan.ended': {
    title: 'Maintenance plan ended',
    occasion: 'When you or the customer ends a plan.',
    group: 'Cards and plans',
    channels: ['email'],
    fits: ({ stage }) => stage === 'ended',
    sample: (start) => ({ ...plan(start), stage: 'ended' }),
  },
  'plan.changed': {
    title: 'Maintenance plan changed',
    occasion: 'When the price or the dates of a plan change.',
    group: 'Cards and plans',
    channels: ['email'],
    fits: ({ changed }) => changed === true,
    sample: (start) => ({ ...plan(start), changed: true }),
  },
  plan: {
    title: 'Maintenance plan',
    occasion: 'When a maintenance plan begins.',
    group: 'Cards and plans',
    channels: ['email'],
    sample: plan,
  },
  'verify-code': {
    title: 'Sign-in code',
    occasion: 'When a customer signs in.',
    group: 'Signing in',
    channels: ['email'],
    sample: () => ({ code: '402913' }),
  },
  'work-link': {
    title: "Technician's link",
    occasion: 'When you send a technician the link to their visits.',
    group: 'Signing in',
    required: ['link'],
    sample: () => ({ name: 'Sofia Reyes', link, until: null, timeZone: 'UTC' }),
  },
}

export const templateOf = (key: string): string => key.replace(/\..*/, '')

/** The text that a message uses, by its key; undefined for messages that the office can't word. */
export const wordingFor = (template: string, data: unknown): string | undefined =>
  Object.entries(wordings).find(
    ([key, { fits }]) => templateOf(key) === template && (fits?.(data as Record<string, unknown>) ?? true),
  )?.[0]
