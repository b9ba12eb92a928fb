import { z } from 'zod'
import { localDate } from '../../http/fields'
import { Job } from '../jobs/model'

export const DayQuery = z.object({
  date: localDate
    .optional()
    .describe('Today in the time zone of the franchise when left out; at most a week away'),
})
export type DayQuery = z.infer<typeof DayQuery>

/** What a worker needs to know of a job, and no more: no e-mail address, no amounts. */
export const WorkJob = Job.pick({
  id: true,
  status: true,
  type: true,
  customerName: true,
  customerPhone: true,
  address: true,
  lat: true,
  lng: true,
  scheduledStart: true,
  scheduledEnd: true,
  preferredTime: true,
  notes: true,
  addOns: true,
  gutterLength: true,
  stories: true,
  enRouteAt: true,
  startedAt: true,
  completedAt: true,
})
export type WorkJob = z.infer<typeof WorkJob>

export const WorkDay = z.object({
  date: localDate,
  timeZone: z.string(),
  now: z.iso.datetime().describe('The clock of the service, by which a phone can set its own'),
  worker: z.object({ id: z.string(), name: z.string() }),
  jobs: z.array(WorkJob),
})
export type WorkDay = z.infer<typeof WorkDay>

export const OwnMove = z.object({
  to: z.enum(['en_route', 'in_progress', 'completed', 'no_show']),
  doneAt: z.iso
    .datetime()
    .optional()
    .describe('When it was done, for what is sent later; taken within a day and after the step before it'),
})
export type OwnMove = z.infer<typeof OwnMove>

export const OwnLocationStored = z.object({
  reliable: z.boolean().describe('False for a poor fix: kept, but not shown as where the worker is'),
})
