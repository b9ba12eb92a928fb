import { z } from 'zod'
import {
  email,
  latitude,
  longitude,
  moment,
  phone,
  searchText,
  Shift,
  shiftList,
  skills,
  together,
  textOf,
  idOf,
  requiredId,
  queryFlag,
} from '../../http/fields'
import { Lunch, overtimeMinutes } from '../../settings/hours'
import { notifyWays } from '../../../db/schema/workforce'
import { languages } from '../../words/language'
import { pageQuery } from '../../http/listing'
import { RatingAverage } from '../jobs'

export { hoursOf, Shift } from '../../http/fields'

export const Week = z.object({ shifts: shiftList })
export type Week = z.infer<typeof Week>

const fields = {
  name: textOf(200),
  franchiseId: requiredId(100).nullable().describe("Without one, the worker does HQ's own jobs"),
  email: email.nullable(),
  phone: phone.nullable(),
  language: z
    .enum(languages)
    .nullable()
    .describe('The language of their pages and messages; null is English'),
  notifyBy: z
    .enum(notifyWays)
    .nullable()
    .describe('How they hear about new, moved and canceled visits; null is a push message, else a text'),
  skills,
  homeAddress: textOf(500).nullable(),
  homeLat: latitude.nullable(),
  homeLng: longitude.nullable(),
  maxJobsPerDay: z.int().min(1).max(100).nullable(),
  maxMinutesPerDay: z.int().min(1).max(1440).nullable(),
  lunch: Lunch.nullable().describe("Null for the company's lunch break"),
  overtimeMinutes: overtimeMinutes.nullable().describe("Null for the company's rule"),
  active: z.boolean(),
}

export const WorkerInput = z
  .object({
    ...fields,
    franchiseId: fields.franchiseId.default(null),
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    language: fields.language.default(null),
    notifyBy: fields.notifyBy.default(null),
    skills: fields.skills.default([]),
    homeAddress: fields.homeAddress.default(null),
    homeLat: fields.homeLat.optional(),
    homeLng: fields.homeLng.optional(),
    maxJobsPerDay: fields.maxJobsPerDay.default(null),
    maxMinutesPerDay: fields.maxMinutesPerDay.default(null),
    lunch: fields.lunch.default(null),
    overtimeMinutes: fields.overtimeMinutes.default(null),
    active: fields.active.default(true),
  })
  .check(...together('homeLat', 'homeLng'))
export type WorkerInput = z.infer<typeof WorkerInput>

export const WorkerChange = z
  .object(fields)
  .partial()
  .check(...together('homeLat', 'homeLng'))
export type WorkerChange = z.infer<typeof WorkerChange>

export const WorkerQuery = z.object({
  ...pageQuery,
  franchiseId: idOf(100).optional(),
  active: queryFlag.optional(),
  skill: z.string().max(100).optional(),
  q: searchText.optional().describe('Words of the name, email address or phone number'),
})
export type WorkerQuery = z.infer<typeof WorkerQuery>

export const Worker = z.object({
  id: z.string(),
  ...fields,
  skills: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Worker = z.infer<typeof Worker>

export const TimeOffInput = z
  .object({ startsAt: moment, endsAt: moment, reason: textOf(500).nullable().default(null) })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, {
    message: 'must be after the start',
    path: ['endsAt'],
  })
export type TimeOffInput = z.infer<typeof TimeOffInput>

export const TimeOffQuery = z.object(pageQuery)

export const TimeOff = z.object({
  id: z.string(),
  workerId: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type TimeOff = z.infer<typeof TimeOff>

export const WorkerWithHours = Worker.extend({
  shifts: z.array(Shift),
  timeOff: z.array(TimeOff).describe('Current and upcoming, at most 100'),
  rating: RatingAverage.nullable().describe('How customers rated their visits'),
})
export type WorkerWithHours = z.infer<typeof WorkerWithHours>

export const TokenInput = z
  .object({
    hours: z
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe('How long the phone stays signed in; without it, until someone revokes the token'),
    sendBy: z
      .enum(['sms', 'email'])
      .optional()
      .describe("Also sends the link to the worker's own phone number or email address"),
  })
  // All fields are optional, so a request without a body works too.
  .prefault({})
export type TokenInput = z.infer<typeof TokenInput>

export const TokenQuery = z.object(pageQuery)

export const WorkerToken = z.object({
  id: z.string(),
  workerId: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Null if it is valid until someone revokes it'),
  revokedAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso
    .datetime()
    .nullable()
    .describe('To ten minutes; null until the link is opened on a phone'),
  device: z.string().nullable().describe('The browser and the kind of phone'),
  usable: z.boolean(),
})
export type WorkerToken = z.infer<typeof WorkerToken>

export const GivenToken = WorkerToken.extend({
  token: z.string().describe('Shown only once'),
  link: z.url().describe("Opens the worker's page on a phone, once and within an hour"),
  sentTo: z.string().optional().describe('Where the link was sent, if requested'),
})
export type GivenToken = z.infer<typeof GivenToken>

export const Revoked = z.object({ revoked: z.int().describe('How many tokens were revoked') })
