import { z } from 'zod'
import { jobStatuses, paymentStates } from '../../../db/schema/jobs'
import { email, latitude, longitude, moment, phone, together } from '../../http/admin-fields'
import { isoDate, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { Job } from './model'

export const tellCustomer = z.boolean().default(true).describe('Whether the customer hears of it')

export const JobQuery = z.object({
  ...pageQuery,
  q: z.string().min(1).max(200).optional().describe('Searches name, e-mail, phone, address and id'),
  status: z.enum(jobStatuses).optional(),
  paymentState: z.enum(paymentStates).optional(),
  franchiseId: z.string().max(100).optional(),
  workerId: z.string().max(100).optional(),
  customerId: z.string().max(100).optional(),
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
  workerId: z.string().max(100).nullable().default(null),
  bufferMinutes: z.int().min(0).max(480).optional(),
  locked: z.boolean().optional().describe('Dispatch leaves a locked visit where it is'),
  revision,
  tellCustomer,
})

export const AssignInput = z.object({ workerId: z.string().max(100).nullable(), revision, tellCustomer })

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
    franchiseId: z.string().max(100).nullable(),
    priority: z.int().min(-10).max(10),
    held: z.boolean(),
    lat: latitude,
    lng: longitude,
  })
  .partial()
  .check(together('lat', 'lng'))
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
