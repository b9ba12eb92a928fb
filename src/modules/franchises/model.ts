import { z } from 'zod'
import {
  colour,
  email,
  latitude,
  longitude,
  moment,
  percentUpTo,
  phone,
  searchText,
  together,
} from '../../http/admin-fields'
import { localDate, textOf, timeZone } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { AreaPolygon } from './polygon'

const fields = {
  name: textOf(200),
  contactName: textOf(200).nullable(),
  email: email.nullable(),
  phone: phone.nullable(),
  timeZone,
  colour,
  taxPercent: percentUpTo(50),
  priority: z.int().min(-1000).max(1000).describe('Where areas overlap, the higher one takes the job'),
  lat: latitude.nullable().describe('The base, from which the nearest franchise is told'),
  lng: longitude.nullable(),
  areaZips: sortedSet(z.string().regex(/^\d{5}$/, 'must be a ZIP code of five digits'), 10_000),
  areaPolygon: AreaPolygon.nullable(),
  blackoutDates: sortedSet(localDate, 1000).describe('Days without visits, as local dates'),
  active: z.boolean(),
}

export const FranchiseInput = z
  .object({
    ...fields,
    contactName: fields.contactName.default(null),
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    colour: fields.colour.default('#1f6f54'),
    taxPercent: fields.taxPercent.default(0),
    priority: fields.priority.default(0),
    lat: fields.lat.default(null),
    lng: fields.lng.default(null),
    areaZips: fields.areaZips.default([]),
    areaPolygon: fields.areaPolygon.default(null),
    blackoutDates: fields.blackoutDates.default([]),
    active: fields.active.default(true),
  })
  .check(together('lat', 'lng'))
export type FranchiseInput = z.infer<typeof FranchiseInput>

export const FranchiseChange = z.object(fields).partial().check(together('lat', 'lng'))
export type FranchiseChange = z.infer<typeof FranchiseChange>

export const FranchiseQuery = z.object({
  ...pageQuery,
  active: z.stringbool().optional(),
  q: searchText.optional().describe('Part of the name'),
})
export type FranchiseQuery = z.infer<typeof FranchiseQuery>

export const Franchise = z.object({
  id: z.string(),
  ...fields,
  areaZips: z.array(z.string()),
  areaPolygon: z.array(z.tuple([latitude, longitude])).nullable(),
  blackoutDates: z.array(localDate),
  accountId: z.string().nullable(),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Franchise = z.infer<typeof Franchise>

export const SplitInput = z.object({
  sharePercent: percentUpTo(100).describe("The franchise's share; the rest is headquarters'"),
  effectiveFrom: moment.optional().describe('At once when left out'),
})
export type SplitInput = z.infer<typeof SplitInput>

export const SplitQuery = z.object(pageQuery)

export const Split = z.object({
  id: z.string(),
  franchiseId: z.string(),
  sharePercent: z.number(),
  effectiveFrom: z.iso.datetime(),
  createdAt: z.iso.datetime(),
})
export type Split = z.infer<typeof Split>

function sortedSet(item: z.ZodType<string>, max: number) {
  return z
    .array(item)
    .max(max)
    .transform((items) => [...new Set(items)].toSorted())
}
