import { z } from 'zod'
import { skills } from '../../http/admin-fields'
import { money, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

const fields = {
  label: textOf(200),
  baseMinutes: z.int().min(1).max(1440).nullable().describe('Without it dispatch cannot plan the visit'),
  minutesPerFootStory: z.number().min(0).max(60).describe('Added per foot of gutter and storey'),
  bufferMinutes: z.int().min(0).max(480),
  skills,
  listPrice: money.nullable(),
  active: z.boolean(),
}

export const ServiceInput = z.object({
  ...fields,
  baseMinutes: fields.baseMinutes.default(null),
  minutesPerFootStory: fields.minutesPerFootStory.default(0),
  bufferMinutes: fields.bufferMinutes.default(0),
  skills: fields.skills.default([]),
  listPrice: fields.listPrice.default(null),
  active: fields.active.default(true),
})
export type ServiceInput = z.infer<typeof ServiceInput>

export const ServiceChange = z.object(fields).partial()
export type ServiceChange = z.infer<typeof ServiceChange>

export const ServiceQuery = z.object({ ...pageQuery, active: z.stringbool().optional() })
export type ServiceQuery = z.infer<typeof ServiceQuery>

export const Service = z.object({
  id: z.string(),
  ...fields,
  skills: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Service = z.infer<typeof Service>
