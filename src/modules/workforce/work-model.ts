import { z } from 'zod'
import { waysTaken } from '../../../db/schema/jobs'
import { idOf, localDate, latitude, longitude, requiredId } from '../../http/fields'
import { languages } from '../../words/language'
import { Job } from '../jobs'
import { MoneyDue } from '../payments'
import { WorkRecord } from '../records'
import { WorkSite } from './site-model'

export const DayQuery = z.object({
  date: localDate.optional().describe("Defaults to today in the franchise's time zone; at most a week away"),
})
export type DayQuery = z.infer<typeof DayQuery>

/** Only what a worker needs to know about a job: no email address and no amounts. */
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
}).extend({
  partner: z.string().nullable().describe('The name of the other technician, if the visit has two'),
  record: WorkRecord.optional().describe('The checklist with its answers, and the signature'),
  isHelper: z.boolean().describe('Whether the other technician leads the visit and does its steps'),
  arrivedAt: z.iso
    .datetime()
    .nullish()
    .describe('Since when the technician has waited at the door for the customer'),
})
export type WorkJob = z.infer<typeof WorkJob>

export const TakenVisit = z.object({
  jobId: z.string(),
  customerName: z.string(),
  type: z.string(),
  way: z.enum(waysTaken).describe('`moved` to another day, `reassigned` to another technician'),
  byCustomer: z.boolean().describe('Otherwise by the office'),
  start: z.iso.datetime().describe('The time the visit had'),
  end: z.iso.datetime(),
  at: z.iso.datetime().describe('When it was taken'),
  to: z.string().nullable().describe('The technician who makes the visit instead'),
  newStart: z.iso.datetime().nullable(),
})
export type TakenVisit = z.infer<typeof TakenVisit>

export const NextVisit = z.object({
  jobId: z.string(),
  driveMinutes: z.int().nullable().describe('Null while nobody knows where the worker is'),
  arriveAt: z.iso
    .datetime()
    .nullable()
    .describe('If they leave now, or once the visit they are at has taken its time, with approved extras'),
})
export type NextVisit = z.infer<typeof NextVisit>

export const WorkDay = z.object({
  date: localDate,
  timeZone: z.string(),
  now: z.iso.datetime().describe("The server's clock, so a phone can correct its own"),
  worker: z.object({
    id: z.string(),
    name: z.string(),
    language: z.enum(languages).nullable().describe('Null until they or HQ choose one'),
    sealKey: z
      .string()
      .optional()
      .describe(
        "Locks photos and answers on the phone until they are sent; the technician's own, and always the same",
      ),
  }),
  jobs: z.array(WorkJob),
  lunch: z
    .object({ start: z.iso.datetime(), end: z.iso.datetime() })
    .nullish()
    .describe('Where lunch fits between the visits'),
  taken: z
    .array(TakenVisit)
    .optional()
    .describe("Today's visits that the worker lost, until they have seen it; today only"),
  next: NextVisit.nullish().describe('The next visit; today only'),
  sites: z
    .record(z.string(), WorkSite)
    .optional()
    .describe('The places of the visits of today and tomorrow, by job'),
  dues: z
    .record(z.string(), MoneyDue)
    .nullish()
    .describe('What is due for each visit, by job; null where technicians take no payments'),
})
export type WorkDay = z.infer<typeof WorkDay>

export const WorkWeek = z.object({
  days: z.array(WorkDay).describe('The six days after today'),
})
export type WorkWeek = z.infer<typeof WorkWeek>

const Spot = z.object({ x: z.number(), y: z.number() })

export const DayMap = z.object({
  date: localDate,
  sketch: z
    .object({
      width: z.number(),
      height: z.number(),
      roads: z.object({ main: z.string(), other: z.string() }).describe('Paths in the words of SVG'),
      way: z.string().describe('The path from one visit to the next'),
      ground: z
        .object({
          zips: z.string(),
          highways: z.string(),
          names: z.array(Spot.extend({ name: z.string(), kind: z.enum(['town', 'highway', 'zip']) })),
        })
        .optional()
        .describe('Approximate ZIP code areas and Interstates, and names. Only where no map was imported'),
      stops: z.array(
        Spot.extend({ jobId: z.string(), place: z.int().describe('From 1, in the order of the day') }),
      ),
      here: Spot.nullable().describe('Where the worker is, if they share it'),
      attribution: z.string().nullable().describe('Must be shown with the roads'),
    })
    .nullable()
    .describe('Null on a day without places'),
})
export type DayMap = z.infer<typeof DayMap>

export const OwnMove = z.object({
  to: z
    .enum(['en_route', 'in_progress', 'completed', 'no_show', 'scheduled'])
    .describe('`scheduled` if they are no longer on the way'),
  doneAt: z.iso
    .datetime()
    .optional()
    .describe('When it happened, if sent later; accepted within a day and after the previous step'),
})
export type OwnMove = z.infer<typeof OwnMove>

export const OwnArrival = OwnMove.pick({ doneAt: true }).prefault({})
export type OwnArrival = z.infer<typeof OwnArrival>

export const OwnUndo = z.object({
  step: z
    .enum(['en_route', 'arrived', 'in_progress', 'completed', 'no_show'])
    .describe('The last step, which must be theirs and at most a minute old'),
})
export type OwnUndo = z.infer<typeof OwnUndo>

export const TakenSeen = z.object({ seen: z.literal(true) })

export const LateVisit = z.object({
  jobId: requiredId(100),
  revision: z.int().min(0).describe('The revision of the job that they saw'),
  start: z.iso.datetime().describe('The time they can make it'),
})
export type LateVisit = z.infer<typeof LateVisit>

export const LateNews = z.object({
  visits: z
    .array(
      LateVisit.extend({
        customerName: z.string(),
        plannedStart: z.iso.datetime(),
        message: z
          .string()
          .nullable()
          .describe('A text message, or the subject of an email; null if nothing changes for them'),
        by: z.enum(['sms', 'email']).nullable().describe('How the customer hears of it'),
        endsAfterHours: z.iso
          .datetime()
          .nullable()
          .describe("When the visit would end, if that is after the worker's hours of the day"),
      }),
    )
    .describe('Those the worker can move; empty while the rest of the day is on time'),
  forOffice: z
    .array(
      LateVisit.omit({ revision: true }).extend({ customerName: z.string(), plannedStart: z.iso.datetime() }),
    )
    .describe('Those that only the office can move, for example because they are more than 8 hours away'),
})
export type LateNews = z.infer<typeof LateNews>

export const LateInput = z.object({ visits: z.array(LateVisit).min(1).max(30) })

export const LateTold = z.object({
  moved: z.int(),
  told: z.int().describe('How many customers get a message'),
})
export type LateTold = z.infer<typeof LateTold>

/** As it is asked for and as it is answered. */
export const OwnLanguage = z.object({ language: z.enum(languages) })

export const OwnLocationStored = z.object({
  reliable: z.boolean().describe("False for an inaccurate location, which isn't shown"),
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

/** From a worker's own phone. Browsers send null for values they don't know. */
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

/** The API contract requires snake_case here and nowhere else. */
export const Location = z.object({
  id: z.int(),
  worker_id: z.string(),
  worker_name: z.string().nullable().describe('Null for an unknown worker'),
  franchise_id: z.string().nullable(),
  ...Position.shape,
  reliable: z.boolean().describe('False if too inaccurate, or too far from the previous location'),
  last_reliable: Position.nullable(),
})
export type Location = z.infer<typeof Location>

export const LocationList = z.object({ locations: z.array(Location) })

export const LocationQuery = z.object({ franchiseId: idOf(100).optional() })
export type LocationQuery = z.infer<typeof LocationQuery>

const ShownLocation = z.object({
  workerId: z.string(),
  lat: z.number(),
  lng: z.number(),
  recordedAt: z.iso.datetime(),
})
export type ShownLocation = z.infer<typeof ShownLocation>

export const ShownLocations = z.object({ locations: z.array(ShownLocation) })
