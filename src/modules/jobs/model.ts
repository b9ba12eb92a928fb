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
import { pageQuery } from '../../http/listing'

/** What the public sends. Server fields such as `id` or `status` are not among them and are ignored. */
export const JobInput = z.object({
  customerName: textOf(200),
  customerEmail: emailOf(200).optional(),
  customerPhone: plainPhone.optional(),
  address: textOf(500),
  type: textOf(200).describe('Service type label'),
  price: money,
  preferredDate: isoDate.nullish(),
  preferredTime: z.string().max(30).nullish().describe('Time-window label, e.g. morning or 9-11'),
  addOns: z.array(textOf(100)).max(100).default([]),
  franchiseId: idOf(100).nullish(),
  notes: z.string().max(1000).nullish(),
  paymentId: z
    .string()
    .max(200)
    .nullish()
    .describe('A claim: money moves only on what the processor confirms'),
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

/** The stored row: camelCase, money in units, moments as ISO strings. */
export const Job = z.object({
  id: z.uuid(),
  reference: z.string().describe('What people call it, such as TR-7K2Q9; it opens nothing'),
  status: z.enum(jobStatuses),
  source: z.enum(['public', 'hq', 'recurring', 'demo']),
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
  promoCode: z.string().nullable(),
  paymentState: z.enum(paymentStates).describe('What the processor confirmed'),
  paymentId: z.string().nullable(),
  paymentStatus: z.string().nullable().describe('As sent at booking'),
  catalogPrice: z
    .number()
    .nullable()
    .describe(
      'What the catalog asks, where the booking named less and HQ has not decided yet: not dispatched',
    ),
  confirmedAt: time
    .nullable()
    .describe(
      'When the customer or HQ confirmed a public booking; until then it keeps its window for a while',
    ),
  preferredDate: isoDate.nullable(),
  preferredTime: z.string().nullable(),
  addOns: z.array(z.string()),
  notes: z.string().nullable(),
  gutterLength: z.number().nullable(),
  stories: z.number().nullable(),
  franchiseId: z.string().nullable(),
  workerId: z.string().nullable(),
  scheduledStart: time.nullable(),
  scheduledEnd: time.nullable(),
  busyUntil: time.nullable(),
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
  revision: z.int().describe('Grows with every change'),
})
export type Job = z.infer<typeof Job>

export const JobBooked = z.object({ job: Job, message: z.string() })
export type JobBooked = z.infer<typeof JobBooked>

export const tellCustomer = z.boolean().default(true).describe('Whether the customer hears of it')

export const JobQuery = z.object({
  ...pageQuery,
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Searches name, e-mail, phone, address, reference and id'),
  status: z.enum(jobStatuses).optional(),
  paymentState: z.enum(paymentStates).optional(),
  franchiseId: idOf(100).optional(),
  workerId: idOf(100).optional(),
  customerId: idOf(100).optional(),
  from: moment.optional().describe('Visits from this moment on; sorts by visit'),
  to: moment.optional().describe('Visits before this moment; sorts by visit'),
})
export type JobQuery = z.infer<typeof JobQuery>

const revision = z
  .int()
  .min(0)
  .optional()
  .describe('The revision of the job that the caller saw; refused when it has changed since')

export const ScheduleInput = z.object({
  start: moment,
  end: moment.optional().describe('Left out, the service type tells how long the visit takes'),
  workerId: idOf(100).nullable().default(null),
  bufferMinutes: z.int().min(0).max(480).optional(),
  locked: z.boolean().optional().describe('Dispatch leaves a locked visit where it is'),
  revision,
  tellCustomer,
})

export const AssignInput = z.object({ workerId: idOf(100).nullable(), revision, tellCustomer })

export const MoveInput = z.object({
  to: z
    .enum(['pending', 'scheduled', 'en_route', 'in_progress', 'completed', 'no_show'])
    .describe('`scheduled` only takes back that somebody is on the way'),
  tellCustomer,
})

/** What HQ may correct about a job; amounts, times and moves have verbs of their own. */
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

export const JobDetail = z.object({ job: Job, timeline: z.array(TimelineEvent), jobNotes: z.array(Note) })
export type JobDetail = z.infer<typeof JobDetail>
