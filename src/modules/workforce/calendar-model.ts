import { z } from 'zod'
import { idOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

/** The worker or the franchise whose visits a calendar shows. */
export type FeedSubject =
  | { workerId: string; franchiseId?: never }
  | { workerId?: never; franchiseId: string }

export const FeedQuery = z.object({
  ...pageQuery,
  workerId: idOf(100).optional(),
  franchiseId: idOf(100).optional().describe('The link of the franchise and those of its workers'),
})
export type FeedQuery = z.infer<typeof FeedQuery>

export const CalendarFeed = z.object({
  id: z.string(),
  workerId: z.string().nullable(),
  franchiseId: z.string().nullable(),
  name: z.string().describe('The name of the worker or franchise'),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const CreatedFeed = CalendarFeed.extend({
  url: z.url().describe('The secret link to subscribe to, shown only once'),
})
export type CreatedFeed = z.infer<typeof CreatedFeed>

export const OwnFeed = z.object({ feed: CalendarFeed.nullable() })

export const CalendarParams = z.object({ file: z.string().max(200) })
