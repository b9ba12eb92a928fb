import { sql } from 'drizzle-orm'
import { check, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, json, stamps, instant, oneOf } from './columns'

/** Something a customer can add to a service. A booking names it as an add-on. */
export interface Extra {
  label: string
  priceCents: number
  minutes: number
}

/** Something technicians answer on a visit. */
export interface ChecklistItem {
  /** Stays the same when the label is corrected. */
  id: string
  label: string
  /** For technicians and reports in Spanish. Items from before there was one have none. */
  labelEs?: string | null
  kind: 'check' | 'number' | 'text' | 'photo'
  required: boolean
  /** When it was added, or became required: visits that had begun by then don't have to answer it. */
  since: number
}

/** How many technicians make a visit together. */
export type TechnicianCount = 1 | 2

export const serviceTypes = sqliteTable(
  'service_types',
  {
    id: text('id').primaryKey(),
    label: text('label').notNull(),
    /**
     * A visit takes base + perFootStory × gutter length × stories minutes. Without a base, the duration is
     * unknown.
     */
    baseMinutes: integer('base_minutes'),
    minutesPerFootStory: real('minutes_per_foot_story').notNull().default(0),
    bufferMinutes: integer('buffer_minutes').notNull().default(0),
    /** The skills the lead needs. */
    skills: json<string[]>('skills').notNull().default([]),
    technicians: integer('technicians').$type<TechnicianCount>().notNull().default(1),
    /** The base of the price: without it, the office names a price after the booking. */
    listPriceCents: cents('list_price_cents'),
    footPriceCents: cents('foot_price_cents').notNull().default(0),
    /** For each story above the first. */
    storyPriceCents: cents('story_price_cents').notNull().default(0),
    windowPriceCents: cents('window_price_cents').notNull().default(0),
    minimumPriceCents: cents('minimum_price_cents').notNull().default(0),
    extras: json<Extra[]>('extras').notNull().default([]),
    /** Customers request a quote instead of booking at a price. */
    byQuote: flag('by_quote').notNull().default(false),
    /** Answered by technicians on the visit. */
    checklist: json<ChecklistItem[]>('checklist').notNull().default([]),
    /** Technicians ask the customer to sign for the work. */
    asksSignature: flag('asks_signature').notNull().default(false),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    // The public sends labels as free text, so case must not create two services.
    uniqueIndex('service_types_one_per_label').on(sql`lower(${table.label})`),
    check(
      'service_types_durations',
      sql`${table.baseMinutes} IS NULL OR ${table.baseMinutes} BETWEEN 1 AND 1440`,
    ),
    check('service_types_buffer', sql`${table.bufferMinutes} BETWEEN 0 AND 480`),
  ],
)

export const promoCodes = sqliteTable(
  'promo_codes',
  {
    id: text('id').primaryKey(),
    /** In upper case. */
    code: text('code').notNull().unique(),
    kind: text('kind').$type<'percent' | 'amount'>().notNull(),
    /** Basis points for `percent`, cents for `amount`. */
    value: integer('value').notNull(),
    franchiseId: text('franchise_id'),
    validFrom: instant('valid_from'),
    validUntil: instant('valid_until'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    active: flag('active').notNull().default(true),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('promo_codes_kind', oneOf(table.kind, ['percent', 'amount'])),
    check(
      'promo_codes_value',
      sql`${table.value} > 0 AND (${table.kind} = 'amount' OR ${table.value} <= 10000)`,
    ),
    check(
      'promo_codes_uses',
      sql`${table.uses} >= 0 AND (${table.maxUses} IS NULL OR ${table.uses} <= ${table.maxUses})`,
    ),
  ],
)
