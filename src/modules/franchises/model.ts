import { z } from 'zod'
import {
  idOf,
  latitude,
  longitude,
  color,
  email,
  moment,
  percentUpTo,
  phone,
  searchText,
  together,
  localDate,
  textOf,
  timeZone,
  queryFlag,
} from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { wrapLongitude } from '../../lib/geo'
import { isPhoneCountry } from '../../lib/phone-country'
import { visitMoves } from '../../settings/dispatch'
import { languages } from '../../words/language'

type Corner = [lat: number, lng: number]

const maxCorners = 500

const zip = z.string().regex(/^\d{5}$/, 'must be a 5-digit ZIP code')

/** The border of a service area. A last corner that repeats the first one is dropped. */
export const AreaPolygon = z
  .array(z.tuple([latitude, longitude]))
  .min(3)
  .max(maxCorners + 1)
  .transform(openRing)
  .refine((ring) => new Set(ring.map(String)).size === ring.length, 'must not contain a corner twice')
  .refine((ring) => ring.length >= 3 && ring.length <= maxCorners, `must have 3 to ${maxCorners} corners`)
  .refine((ring) => enclosesSomething(unrolled(ring)), 'must enclose an area')
  .refine((ring) => !crossesItself(unrolled(ring)), 'must not cross itself')

function openRing(ring: Corner[]): Corner[] {
  const first = ring[0]
  const last = ring.at(-1)
  return first && last && String(first) === String(last) ? ring.slice(0, -1) : ring
}

/** Lets longitudes run past ±180, so a border that crosses the date line stays in one piece. */
function unrolled(ring: Corner[]): Corner[] {
  let previous = ring[0]?.[1] ?? 0
  return ring.map(([lat, lng]) => {
    previous += wrapLongitude(lng - previous)
    return [lat, previous]
  })
}

function enclosesSomething(ring: Corner[]): boolean {
  const [origin] = ring
  return edgesOf(ring).some(([from, to]) => origin !== undefined && turn(origin, from, to) !== 0)
}

function crossesItself(ring: Corner[]): boolean {
  const edges = edgesOf(ring)
  return edges.some((edge, place) =>
    // The last edge shares a corner with the first one.
    edges.slice(place + 2, place === 0 ? -1 : undefined).some((other) => edgesCross(edge, other)),
  )
}

type Edge = [from: Corner, to: Corner]

const edgesOf = (ring: Corner[]): Edge[] =>
  ring.map((corner, place) => [corner, ring[(place + 1) % ring.length] ?? corner])

function edgesCross([a, b]: Edge, [c, d]: Edge): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/** Positive for a left turn at `b`, negative for a right turn, zero for a straight line. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}

/** Mail programs load no picture over plain http. */
const webImage = z
  .url({ protocol: /^https$/, error: 'must be a web address that starts with https://' })
  .max(500)

const pageSlug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'use lowercase letters, digits and single dashes')

const fields = {
  name: textOf(200),
  slug: pageSlug.describe('The address of its page: `/f/<slug>`'),
  contactName: textOf(200).nullable(),
  email: email.nullable(),
  phone: phone.nullable(),
  postalAddress: textOf(300)
    .nullable()
    .describe('Shown at the foot of emails; marketing emails must carry one'),
  logoUrl: webImage.nullable().describe('A picture on the web, shown at the head of emails and invoices'),
  timeZone,
  color,
  taxPercent: percentUpTo(50),
  priority: z.int().min(-1000).max(1000).describe('Where areas overlap, the highest priority gets the job'),
  lat: latitude.nullable().describe('The base, used to find the nearest franchise'),
  lng: longitude.nullable(),
  areaZips: sortedSet(zip, 10_000),
  areaPolygon: AreaPolygon.nullable(),
  blackoutDates: sortedSet(localDate, 1000).describe('Local dates without visits'),
  textCountries: sortedSet(
    z.string().toUpperCase().refine(isPhoneCountry, 'must be a two-letter country code, such as US'),
    50,
  )
    .refine((codes) => codes.length > 0, 'must have at least one country')
    .meta({ minItems: 1 })
    .describe('Countries we text when the number comes from a public booking or cancellation'),
  visitMoves: z
    .object({
      ...visitMoves,
      acceptsPlans: visitMoves.acceptsPlans.optional(),
      gathersOpenDays: visitMoves.gathersOpenDays.optional(),
    })
    .nullable()
    .describe("How dispatch may move its visits; null for the company's way"),
  active: z.boolean(),
}

/** Software from before 0.3 sends the color as `colour`. */
function withOldName<Shape extends z.ZodType>(shape: Shape) {
  return z.preprocess((body: z.input<Shape>) => {
    if (typeof body !== 'object' || body === null || !('colour' in body)) return body
    const { colour: color, ...rest } = body
    return { color, ...rest }
  }, shape)
}

const NewFranchise = z
  .object({
    ...fields,
    slug: fields.slug
      .optional()
      .describe('The address of its page: `/f/<slug>`; made from the name if missing'),
    contactName: fields.contactName.default(null),
    email: fields.email.default(null),
    phone: fields.phone.default(null),
    postalAddress: fields.postalAddress.default(null),
    logoUrl: fields.logoUrl.default(null),
    color: fields.color.default('#1f6f54'),
    taxPercent: fields.taxPercent.default(0),
    priority: fields.priority.default(0),
    lat: fields.lat.optional(),
    lng: fields.lng.optional(),
    areaZips: fields.areaZips.default([]),
    areaPolygon: fields.areaPolygon.default(null),
    blackoutDates: fields.blackoutDates.default([]),
    textCountries: fields.textCountries.default(['US']),
    visitMoves: fields.visitMoves.default(null),
    active: fields.active.default(true),
  })
  .check(...together('lat', 'lng'))
export const FranchiseInput = withOldName(NewFranchise)
export type FranchiseInput = z.infer<typeof FranchiseInput>

export const FranchiseChange = withOldName(
  z
    .object(fields)
    .partial()
    .check(...together('lat', 'lng')),
)
export type FranchiseChange = z.infer<typeof FranchiseChange>

export const FranchiseQuery = z.object({
  ...pageQuery,
  active: queryFlag.optional(),
  q: searchText.optional().describe('Part of the name'),
  franchiseId: idOf(100).optional().describe('Only this one'),
})
export type FranchiseQuery = z.infer<typeof FranchiseQuery>

export const Franchise = z.object({
  id: z.string(),
  ...fields,
  slug: fields.slug.nullable(),
  areaZips: z.array(z.string()),
  areaPolygon: z.array(z.tuple([latitude, longitude])).nullable(),
  blackoutDates: z.array(localDate),
  textCountries: z.array(z.string()),
  accountId: z.string().nullable(),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Franchise = z.infer<typeof Franchise>

export const SplitInput = z.object({
  sharePercent: percentUpTo(100).describe("The franchise's share; HQ gets the rest"),
  effectiveFrom: moment.optional().describe('Defaults to now'),
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

export const AreaRequestQuery = z.object({ ...pageQuery, zip: zip.optional() })
export type AreaRequestQuery = z.infer<typeof AreaRequestQuery>

/** Somebody outside every service area who would like us to come. */
export const AreaRequest = z.object({
  id: z.string(),
  email: z.string(),
  zip: z.string(),
  language: z.enum(languages),
  createdAt: z.iso.datetime(),
})
export type AreaRequest = z.infer<typeof AreaRequest>

export const Demand = z.object({
  total: z.int().describe('All requests'),
  zips: z
    .array(
      z.object({
        zip: z.string(),
        lat: z.number(),
        lng: z.number(),
        requests: z.int(),
        latest: z.iso.datetime(),
      }),
    )
    .describe('Those with the most requests first'),
})
export type Demand = z.infer<typeof Demand>

function sortedSet(item: z.ZodType<string>, max: number) {
  return z
    .array(item)
    .max(max)
    .transform((items) => [...new Set(items)].toSorted())
}
