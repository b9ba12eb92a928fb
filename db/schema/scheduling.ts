import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { degrees, flag, instant, json } from './columns'

/**
 * Arrival windows that visitors of the booking page have chosen and not booked yet. One per visitor: choosing
 * another window replaces the row. It counts until `endsAt`, and stays for a day so that a network's holds can be
 * counted.
 */
export const windowHolds = sqliteTable(
  'window_holds',
  {
    /** The order of the holds; a replaced one goes to the end. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /** A keyed hash of the form's key. */
    visitor: text('visitor').notNull().unique(),
    /** A keyed hash of the visitor's network. */
    requester: text('requester').notNull(),
    /** How many holds this visitor has had, with this one. */
    count: integer('count').notNull(),
    franchiseId: text('franchise_id'),
    /** The last job booked before it: bookings and holds are planned in order of arrival. */
    afterJob: integer('after_job').notNull(),
    type: text('type').notNull(),
    preferredDate: text('preferred_date').notNull(),
    preferredTime: text('preferred_time').notNull(),
    gutterLength: real('gutter_length'),
    stories: real('stories'),
    addOns: json<string[]>('add_ons').notNull(),
    lat: degrees('lat').notNull(),
    lng: degrees('lng').notNull(),
    inZip: flag('in_zip').notNull(),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('window_holds_by_end').on(table.endsAt),
    index('window_holds_by_requester').on(table.requester, table.endsAt),
  ],
)
