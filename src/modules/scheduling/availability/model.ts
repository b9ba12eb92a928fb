import { z } from 'zod'
import { latitude, longitude, queryNumber, together, localDate, textOf } from '../../../http/fields'

export const AvailabilityQuery = z
  .object({
    address: textOf(500).optional().describe('Alternatively, lat and lng'),
    lat: queryNumber(latitude).optional(),
    lng: queryNumber(longitude).optional(),
    service: textOf(200).describe('The name or id of the service'),
    from: localDate.optional().describe('The first day; defaults to today'),
    days: queryNumber(z.int().min(1).max(31)).default(7).meta({ default: 7, description: 'Number of days' }),
    gutterLength: queryNumber(z.number().min(0).max(100_000)).optional(),
    stories: queryNumber(z.number().min(0).max(200)).optional(),
    addOns: textOf(2_000).optional().describe('Separated by commas'),
  })
  .check(...together('lat', 'lng'))
  .check(
    z.refine((query) => query.address !== undefined || query.lat !== undefined, {
      message: 'is required without lat and lng',
      path: ['address'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
export type AvailabilityQuery = z.infer<typeof AvailabilityQuery>

export const Availability = z.object({
  timeZone: z.string().describe('The time zone of dates and windows'),
  franchise: z.object({ id: z.string(), name: z.string() }).nullable(),
  service: z.object({ id: z.string(), label: z.string(), minutes: z.int().nullable() }),
  place: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  windows: z
    .array(
      z.object({
        date: localDate.describe('Book it as `preferredDate`'),
        window: z.string().describe('Book it as `preferredTime`'),
        start: z.iso.datetime(),
        end: z.iso.datetime(),
        recommended: z.boolean().describe('Fits our routes best'),
      }),
    )
    .describe('Available arrival windows'),
  reason: z
    .enum(['no_place', 'no_duration', 'out_of_area', 'no_skill', 'too_early', 'no_capacity'])
    .nullable()
    .describe('Why there are no windows'),
})
export type Availability = z.infer<typeof Availability>

/** The arrival windows that a customer can move a booking to. */
export const MoveTimes = z.object({
  windows: z.array(
    z.object({
      date: localDate,
      window: z.string(),
      recommended: z.boolean().describe('Fits our routes best'),
    }),
  ),
  from: localDate.describe('The first day of the week they are in'),
  next: localDate.describe('The first day after it'),
})
export type MoveTimes = z.infer<typeof MoveTimes>

/** A service as customers see it before booking. */
export const OfferedService = z.object({
  id: z.string(),
  label: z.string(),
  price: z.number().nullable().describe('The least it costs, without tax; null if it is agreed on later'),
  listPrice: z.number().nullable().describe('The base of the price'),
  footPrice: z.number().describe('Added per foot of gutter'),
  storyPrice: z.number().describe('Added for each story above the first'),
  windowPrice: z.number().describe('Added per window; name them as an add-on, such as `12 windows`'),
  minimumPrice: z.number().describe('The least a visit costs'),
  extras: z
    .array(z.object({ label: z.string(), price: z.number(), minutes: z.int() }))
    .describe('What can be added; name them in `addOns`'),
  byQuote: z.boolean().describe('Whether a booking is a request for a quote'),
  minutes: z.int().nullable().describe('The minimum length of a visit'),
  dependsOnSize: z.boolean().describe('Whether gutter length and stories make the visit longer'),
})
export type OfferedService = z.infer<typeof OfferedService>

export const OfferedServices = z.object({ services: z.array(OfferedService) })

export const AreaQuery = z.object({ address: textOf(500) })

export const AreaAnswer = z.object({
  area: z
    .enum(['served', 'outside', 'unknown'])
    .describe("`unknown` if the address wasn't found; a ZIP code helps"),
  franchise: z
    .object({ id: z.string(), name: z.string(), timeZone: z.string(), taxPercent: z.number() })
    .nullable(),
})
export type AreaAnswer = z.infer<typeof AreaAnswer>
