import { z } from 'zod'
import {
  email,
  latitude,
  longitude,
  moment,
  phone,
  searchText,
  skills,
  together,
} from '../../http/admin-fields'
import { textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { Shift } from './shift-model'

const fields = {
  name: textOf(200),
  franchiseId: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .describe("Without one the worker serves headquarters' own jobs"),
  email: email.nullable(),
  phone: phone.nullable(),
  skills,
  homeAddress: textOf(500).nullable(),
  homeLat: latitude.nullable(),
  homeLng: longitude.nullable(),
  maxJobsPerDay: z.int().min(1).max(100).nullable(),
  maxMinutesPerDay: z.int().min(1).max(1440).nullable(),
  active: z.boolean(),
}

export const WorkerInput = z
  .object({
    ...fields,
    franchiseId: fields.franchiseId.default(null),
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    skills: fields.skills.default([]),
    homeAddress: fields.homeAddress.default(null),
    homeLat: fields.homeLat.default(null),
    homeLng: fields.homeLng.default(null),
    maxJobsPerDay: fields.maxJobsPerDay.default(null),
    maxMinutesPerDay: fields.maxMinutesPerDay.default(null),
    active: fields.active.default(true),
  })
  .check(together('homeLat', 'homeLng'))
export type WorkerInput = z.infer<typeof WorkerInput>

export const WorkerChange = z.object(fields).partial().check(together('homeLat', 'homeLng'))
export type WorkerChange = z.infer<typeof WorkerChange>

export const WorkerQuery = z.object({
  ...pageQuery,
  franchiseId: z.string().max(100).optional(),
  active: z.stringbool().optional(),
  skill: z.string().max(100).optional(),
  q: searchText.optional().describe('Part of the name, the e-mail address or the phone number'),
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
  timeOff: z.array(TimeOff).describe('What is going on now or coming, at most 100'),
})
export type WorkerWithHours = z.infer<typeof WorkerWithHours>
