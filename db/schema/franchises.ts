import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { degrees, demo, flag, json, stamps } from './columns'

export type LatLng = [lat: number, lng: number]

export const franchises = sqliteTable(
  'franchises',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    contactName: text('contact_name'),
    email: text('email'),
    phone: text('phone'),
    timeZone: text('time_zone').notNull(),
    colour: text('colour').notNull().default('#1f6f54'),
    taxBasisPoints: integer('tax_basis_points').notNull().default(0),
    /** Where two areas overlap, the higher priority takes the job, then the nearer base. */
    priority: integer('priority').notNull().default(0),
    lat: degrees('lat'),
    lng: degrees('lng'),
    areaPolygon: json<LatLng[]>('area_polygon'),
    /** Days without visits, as local dates. */
    blackoutDates: json<string[]>('blackout_dates').notNull().default([]),
    active: flag('active').notNull().default(true),
    accountId: text('account_id').unique(),
    chargesEnabled: flag('charges_enabled').notNull().default(false),
    payoutsEnabled: flag('payouts_enabled').notNull().default(false),
    detailsSubmitted: flag('details_submitted').notNull().default(false),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('franchises_tax_range', sql`${table.taxBasisPoints} BETWEEN 0 AND 5000`),
    index('franchises_by_name').on(table.name),
  ],
)
