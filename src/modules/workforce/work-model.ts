import { z } from 'zod'
import { localDate, latitude, longitude, requiredId } from '../../http/fields'
import { languages } from '../../words/language'
import { Job } from '../jobs'

export const DayQuery = z.object({
  date: localDate
    .optional()
    .describe('Today in the time zone of the franchise when left out; at most a week away'),
})
export type DayQuery = z.infer<typeof DayQuery>

/** What a worker needs to know of a job, and no more: no e-mail address, no amounts. */
export const WorkJob = Job.pick({
  id: true,
  reference: true,
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
  worker: z.object({
    id: z.string(),
    name: z.string(),
    language: z.enum(languages).nullable().describe('Null until they or headquarters choose one'),
  }),
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

/** As it is asked for and as it is answered. */
export const OwnLanguage = z.object({ language: z.enum(languages) })

export const OwnLocationStored = z.object({
  reliable: z.boolean().describe('False for a poor fix: kept, but not shown as where the worker is'),
})

const accuracy = z.number().min(0).max(100_000)
const heading = z.number().min(0).max(360)
const speed = z.number().min(0).max(500)

export const LocationInput = z.object({
  workerId: requiredId(100),
  lat: latitude,
  lng: longitude,
  accuracy: accuracy.optional(),
  heading: heading.optional(),
  speed: speed.optional(),
})
export type LocationInput = z.infer<typeof LocationInput>

/** From a worker's own phone: browsers give null for what they do not know. */
export const OwnLocation = z.object({
  lat: latitude,
  lng: longitude,
  accuracy: accuracy.nullish(),
  heading: heading.nullish(),
  speed: speed.nullish(),
})
export type OwnLocation = z.infer<typeof OwnLocation>

export const LocationStored = z.object({ ok: z.literal(true) })

const Position = z.object({
  lat: z.number(),
  lng: z.number(),
  accuracy: z.number().nullable(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  recorded_at: z.iso.datetime(),
})

/** The one place where the contract wants snake_case. */
export const Location = z.object({
  id: z.int(),
  worker_id: z.string(),
  worker_name: z.string().nullable().describe('Null for an id nobody knows'),
  franchise_id: z.string().nullable(),
  ...Position.shape,
  reliable: z.boolean().describe('False for a fix that is too inaccurate, or too far from the last one'),
  last_reliable: Position.nullable(),
})
export type Location = z.infer<typeof Location>

export const LocationList = z.object({ locations: z.array(Location) })
