import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, unique, primaryKey } from 'drizzle-orm/sqlite-core'
import { degrees, demo, flag, json, stamps, instant } from './columns'

export type LatLng = [lat: number, lng: number]

/** How dispatch may move visits whose customers were promised an arrival window. */
export interface VisitMoves {
  moves: 'window' | 'never'
  /** How many hours before the day of a visit it is fixed; 6 is 6 PM the evening before. */
  freezeHours: number
  keepsTechnician: boolean
  /** Whether better plans and covers are applied without a click; not in rows from before this setting. */
  acceptsPlans?: boolean
  /** Whether bookings without a day wait for the last run of the day; not in rows from before this setting. */
  gathersOpenDays?: boolean
}

export const franchises = sqliteTable(
  'franchises',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    contactName: text('contact_name'),
    email: text('email'),
    phone: text('phone'),
    /** Shown at the foot of every email: marketing emails must carry one. */
    postalAddress: text('postal_address'),
    /** A picture on the web, shown at the head of emails and invoices. */
    logoUrl: text('logo_url'),
    timeZone: text('time_zone').notNull(),
    color: text('colour').notNull().default('#1f6f54'),
    taxBasisPoints: integer('tax_basis_points').notNull().default(0),
    /** If two areas overlap, the higher priority gets the job, then the nearer base. */
    priority: integer('priority').notNull().default(0),
    lat: degrees('lat'),
    lng: degrees('lng'),
    areaPolygon: json<LatLng[]>('area_polygon'),
    /** Days without visits, as local dates. */
    blackoutDates: json<string[]>('blackout_dates').notNull().default([]),
    /** Countries we send texts to, as two-letter codes. */
    textCountries: json<string[]>('text_countries').notNull().default(['US']),
    /** How dispatch may move its visits; null for the company's way. */
    visitMoves: json<VisitMoves>('visit_moves'),
    active: flag('active').notNull().default(true),
    accountId: text('account_id').unique(),
    chargesEnabled: flag('charges_enabled').notNull().default(false),
    payoutsEnabled: flag('payouts_enabled').notNull().default(false),
    detailsSubmitted: flag('details_submitted').notNull().default(false),
    /** Its page is at `/f/<slug>`. Null only until the next start gives it one. */
    slug: text('slug').unique(),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('franchises_tax_range', sql`${table.taxBasisPoints} BETWEEN 0 AND 5000`),
    index('franchises_by_name').on(table.name),
  ],
)

/** The franchise's share of payments from a date on; HQ gets the rest. */
export const franchiseSplits = sqliteTable(
  'franchise_splits',
  {
    id: text('id').primaryKey(),
    franchiseId: text('franchise_id')
      .notNull()
      .references(() => franchises.id, { onDelete: 'cascade' }),
    shareBasisPoints: integer('share_basis_points').notNull(),
    effectiveFrom: instant('effective_from').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('franchise_splits_one_per_moment').on(table.franchiseId, table.effectiveFrom),
    check('franchise_splits_share_range', sql`${table.shareBasisPoints} BETWEEN 0 AND 10000`),
  ],
)

/** The ZIP codes of a service area, one per row, so a booking finds its franchise with an index. */
export const franchiseZips = sqliteTable(
  'franchise_zips',
  {
    zip: text('zip').notNull(),
    franchiseId: text('franchise_id')
      .notNull()
      .references(() => franchises.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.zip, table.franchiseId] }),
    index('franchise_zips_by_franchise').on(table.franchiseId, table.zip),
  ],
)

/** People outside every service area who asked to hear when we get there: once per email address and ZIP code. */
export const areaRequests = sqliteTable(
  'area_requests',
  {
    id: text('id').primaryKey(),
    /** Normalized, as in `customers`. */
    email: text('email').notNull(),
    zip: text('zip').notNull(),
    /** The middle of the ZIP code, for the map. */
    lat: degrees('lat').notNull(),
    lng: degrees('lng').notNull(),
    language: text('language').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('area_requests_once').on(table.zip, table.email),
    index('area_requests_by_email').on(table.email),
    index('area_requests_by_age').on(table.createdAt),
  ],
)
