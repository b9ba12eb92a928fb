import { z } from 'zod'
import { jobStatuses, paymentStates, placeStates } from '../../../db/schema/jobs'
import {
  emailOf,
  isoDate,
  localDate,
  money,
  plainPhone,
  textOf,
  email,
  latitude,
  longitude,
  moment,
  phone,
  together,
  idOf,
} from '../../http/fields'
import { pageQuery, sortQuery, sortsNewest } from '../../http/listing'
import { offeredWindows } from '../../lib/arrival-windows'

/** Fields the public may send. Server fields such as `id` or `status` are ignored. */
export const JobInput = z.object({
  customerName: textOf(200),
  customerEmail: emailOf(200).optional(),
  customerPhone: plainPhone.optional(),
  address: textOf(500),
  type: textOf(200).describe('The name of a service'),
  price: money,
  preferredDate: isoDate.nullish(),
  preferredTime: z.string().max(30).nullish().describe('Preferred arrival window, such as morning or 9-11'),
  addOns: z.array(textOf(100)).max(100).default([]),
  franchiseId: idOf(100).nullish(),
  notes: z.string().max(1000).nullish(),
  paymentId: z
    .string()
    .max(200)
    .nullish()
    .describe('Not trusted: money moves only when the processor confirms it'),
  paymentStatus: z.string().max(50).nullish(),
  gutterLength: z.number().nullish(),
  stories: z.number().nullish(),
})
export type JobInput = z.infer<typeof JobInput>

export const jobInputExample = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  customerPhone: '303-555-0142',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 189.5,
  preferredDate: '2026-03-09',
  preferredTime: 'morning',
  addOns: ['Downspout flush'],
  gutterLength: 160,
  stories: 2,
}

const time = z.iso.datetime()
const technicians = z.literal([1, 2])

export const ChainedJob = z.object({
  jobId: z.string(),
  service: z.string(),
  status: z.enum(jobStatuses),
  start: time.nullable(),
  end: time.nullable(),
  gapMinutes: z.int().describe('The least time between the end of the first and the start of the second'),
})
export type ChainedJob = z.infer<typeof ChainedJob>

/** The stored row: camelCase, money in dollars, times as ISO strings. */
export const Job = z.object({
  id: z.uuid(),
  reference: z.string().describe('For people, such as TR-7K2Q9; grants no access'),
  status: z.enum(jobStatuses),
  source: z.enum(['public', 'hq', 'recurring', 'demo', 'import']),
  customerId: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  address: z.string(),
  type: z.string(),
  price: z.number(),
  discount: z.number(),
  referralCredit: z.number(),
  taxPercent: z.number(),
  tax: z.number(),
  total: z.number().describe('price − discount − referralCredit + tax'),
  paid: z.number().describe('Received toward the total, before refunds'),
  balance: z.number().describe('Still due: total − paid, and nothing for a job that was canceled or missed'),
  promoCode: z.string().nullable(),
  paymentState: z
    .enum(paymentStates)
    .describe('Confirmed by the processor or recorded by HQ; `unpaid` while something is due'),
  paymentId: z.string().nullable(),
  paymentStatus: z.string().nullable().describe('As sent with the booking'),
  catalogPrice: z
    .number()
    .nullable()
    .describe(
      'The catalog price, if the customer booked below it and HQ has not decided yet; until then the job is not scheduled',
    ),
  confirmedAt: time
    .nullable()
    .describe(
      'When the customer or HQ confirmed a public booking; until then it holds its arrival window for a limited time',
    ),
  lapsedAt: time
    .nullable()
    .describe('When a public booking gave its arrival window back, because nobody confirmed it in time'),
  preferredDate: isoDate.nullable(),
  preferredTime: z.string().nullable(),
  addOns: z.array(z.string()),
  notes: z.string().nullable(),
  gutterLength: z.number().nullable(),
  stories: z.number().nullable(),
  franchiseId: z.string().nullable(),
  workerId: z.string().nullable(),
  secondWorkerId: z
    .string()
    .nullable()
    .optional()
    .describe('For HQ: the second technician of a visit for two; `workerId` is the lead'),
  technicians: technicians.optional().describe('For HQ: how many technicians the visit needs at once'),
  after: ChainedJob.nullable().optional().describe('For HQ: the job that has to be done before this one'),
  followers: z.array(ChainedJob).optional().describe('For HQ: the jobs that come after this one'),
  scheduledStart: time.nullable(),
  scheduledEnd: time.nullable(),
  busyUntil: time.nullable(),
  toldStart: time
    .nullable()
    .describe(
      'The arrival window that a customer who chose none was told. It counts while the visit begins in it',
    ),
  toldEnd: time.nullable(),
  priority: z.int(),
  locked: z.boolean(),
  held: z.boolean(),
  placeState: z.enum(placeStates),
  placeLabel: z.string().nullable(),
  zip: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  templateId: z.string().nullable(),
  templatePeriod: localDate.nullable(),
  enRouteAt: time.nullable(),
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  revision: z.int().describe('Increases with every change'),
})
export type Job = z.infer<typeof Job>

export const JobBooked = z.object({ job: Job, message: z.string() })
export type JobBooked = z.infer<typeof JobBooked>

export const tellCustomer = z.boolean().default(true).describe('Whether to notify the customer')

/** A booking that the office makes for somebody, such as a caller. */
export const OfficeJobInput = JobInput.extend({
  customerPhone: phone.optional(),
  customerId: idOf(100)
    .nullish()
    .describe(
      'The customer it is for. Without it we look for them by email, phone, or name and address; null means that they are new, even if someone looks alike',
    ),
  tellCustomer,
})

const undoable = z
  .boolean()
  .default(false)
  .describe(
    'Holds the message for a few seconds, so that `undo` can take back both the change and the message',
  )

export const jobSorts = [
  'booked',
  'visit',
  'customer',
  'reference',
  'service',
  'address',
  'franchise',
  'technician',
  'status',
  'payment',
  'total',
] as const

export const JobQuery = z.object({
  ...pageQuery,
  q: z.string().min(1).max(200).optional().describe('Searches name, email, phone, address, reference and id'),
  status: z.enum(jobStatuses).optional(),
  paymentState: z.enum(paymentStates).optional(),
  franchiseId: idOf(100).optional(),
  workerId: idOf(100).optional(),
  customerId: idOf(100).optional(),
  ...sortQuery(jobSorts, sortsNewest),
  from: moment.optional().describe('Visits from this time on, sorted by visit unless `sort` says otherwise'),
  to: moment.optional().describe('Visits before this time, sorted by visit unless `sort` says otherwise'),
})
export type JobQuery = z.infer<typeof JobQuery>

const revision = z
  .int()
  .min(0)
  .optional()
  .describe('The revision the user saw; the request is refused if the job has changed since')

const secondInput = idOf(100)
  .nullable()
  .optional()
  .describe('The second technician; if left out, the visit keeps the one it has')

export const VisitInput = z.object({
  start: moment,
  end: moment.optional().describe("Defaults to the start plus the service's duration"),
  workerId: idOf(100).nullable().default(null),
  secondWorkerId: secondInput,
  bufferMinutes: z.int().min(0).max(480).optional(),
  locked: z.boolean().optional().describe('Auto-dispatch never moves a locked visit'),
  revision,
  tellCustomer,
  undoable,
})

export const AssignInput = z.object({
  workerId: idOf(100).nullable(),
  secondWorkerId: secondInput,
  revision,
  tellCustomer,
  undoable,
})

/** The change to undo, as the answer to it named it. */
export const UndoInput = z.object({
  revision: z
    .int()
    .min(0)
    .describe('The revision the job has since the change; nothing may have changed after it'),
})

export const OfferInput = z
  .object({
    date: localDate.optional(),
    window: z
      .enum(offeredWindows.map(({ label }) => label))
      .optional()
      .describe('An arrival window that customers can book; without it, the customer is asked for a time'),
  })
  .check(...together('date', 'window', 'text'))
export type OfferInput = z.infer<typeof OfferInput>

export const Offered = z.object({
  sent: z.boolean().describe('False if the customer got the same offer before'),
})
export type Offered = z.infer<typeof Offered>

export const NotifyInput = z.object({ ...UndoInput.shape, tellCustomer: z.boolean() })

export const MoveInput = z.object({
  to: z
    .enum(['pending', 'scheduled', 'en_route', 'in_progress', 'completed', 'no_show'])
    .describe('`scheduled` only undoes `en_route`'),
  tellCustomer,
  undoable,
})

/** The fields HQ may correct. Amounts, times and statuses have endpoints of their own. */
export const JobChange = z
  .object({
    customerName: textOf(200),
    customerEmail: email.nullable(),
    customerPhone: phone.nullable(),
    address: textOf(500),
    type: textOf(200),
    preferredDate: isoDate.nullable(),
    preferredTime: z.string().max(30).nullable(),
    addOns: z.array(z.string().max(100)).max(100),
    notes: z.string().max(1000).nullable(),
    gutterLength: z.number().nullable(),
    stories: z.number().nullable(),
    franchiseId: idOf(100).nullable(),
    priority: z.int().min(-10).max(10),
    held: z.boolean(),
    technicians: technicians
      .nullable()
      .describe('How many technicians the visit needs at once; null for as many as its service'),
    afterJobId: idOf(100)
      .nullable()
      .describe(
        'Another job of the customer or the address that has to be done before this one; null for none',
      ),
    gapMinutes: z
      .int()
      .min(0)
      .max(366 * 24 * 60)
      .describe('The least time between the end of that job and the start of this one; 0 if left out'),
    lat: latitude,
    lng: longitude,
  })
  .partial()
  .check(...together('lat', 'lng'))
export type JobChange = z.infer<typeof JobChange>

export const NoteInput = z.object({ text: textOf(5000) })
export const Note = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type Note = z.infer<typeof Note>

export const TimelineEvent = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  kind: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})

export const Rating = z.object({
  stars: z.int().min(1).max(5),
  comment: z.string().nullable(),
  at: z.iso.datetime().describe('When the customer answered, or last changed their answer'),
})
export type Rating = z.infer<typeof Rating>

export const RatingAverage = z.object({ average: z.number(), count: z.int() })
export type RatingAverage = z.infer<typeof RatingAverage>

export const CustomerRating = RatingAverage.extend({ latest: Rating.extend({ jobId: z.string() }) })
export type CustomerRating = z.infer<typeof CustomerRating>

export const JobDetail = z.object({
  job: Job,
  visitConfirmedAt: z.iso
    .datetime()
    .nullable()
    .describe("When the customer confirmed the visit's time after a reminder; null if they haven't"),
  rating: Rating.nullable().describe('What the customer thought of the visit'),
  claimed: z
    .boolean()
    .describe(
      "Booked with the contact of a customer its franchise didn't have; the franchise sees nothing else of them until HQ confirms the booking",
    ),
  timeline: z.array(TimelineEvent),
  jobNotes: z.array(Note),
})
export type JobDetail = z.infer<typeof JobDetail>
