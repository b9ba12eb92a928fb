import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, check, unique, uniqueIndex, real } from 'drizzle-orm/sqlite-core'
import { degrees, demo, flag, json, stamps, instant } from './columns'
import { franchises } from './franchises'

export const workers = sqliteTable(
  'workers',
  {
    id: text('id').primaryKey(),
    /** A worker without a franchise does HQ's own jobs. */
    franchiseId: text('franchise_id').references(() => franchises.id),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    /** The language of their pages and messages; null is English. */
    language: text('language').$type<'en' | 'es'>(),
    skills: json<string[]>('skills').notNull().default([]),
    homeAddress: text('home_address'),
    homeLat: degrees('home_lat'),
    homeLng: degrees('home_lng'),
    maxJobsPerDay: integer('max_jobs_per_day'),
    maxMinutesPerDay: integer('max_minutes_per_day'),
    /** Null is the company's lunch break, 0 minutes none. */
    lunch: json<{ minutes: number; from: string; until: string }>('lunch'),
    /** Null is the company's rule, 0 none. */
    overtimeMinutes: integer('overtime_minutes'),
    active: flag('active').notNull().default(true),
    /** Null is a push message, or a text where no phone takes one. */
    notifyBy: text('notify_by').$type<'push' | 'sms' | 'email'>(),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    index('workers_by_franchise').on(table.franchiseId, table.name),
    index('workers_by_name').on(table.name),
  ],
)

/** How a technician hears about changes of their visits. */
export const notifyWays = ['push', 'sms', 'email'] as const
export type NotifyWay = (typeof notifyWays)[number]

/** A worker's weekly hours, in the franchise's time zone. */
export const workerShifts = sqliteTable(
  'worker_shifts',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    /** 1 is Monday, 7 is Sunday. */
    weekday: integer('weekday').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
  },
  (table) => [
    unique('worker_shifts_one_per_start').on(table.workerId, table.weekday, table.startMinute),
    check('worker_shifts_weekday', sql`${table.weekday} BETWEEN 1 AND 7`),
    check(
      'worker_shifts_hours',
      sql`${table.startMinute} >= 0 AND ${table.startMinute} < ${table.endMinute} AND ${table.endMinute} <= 1440`,
    ),
  ],
)

export const workerTimeOff = sqliteTable(
  'worker_time_off',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('worker_time_off_by_worker').on(table.workerId, table.startsAt),
    check('worker_time_off_order', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** Tokens on workers' phones. The token itself isn't stored, only whether it is valid. */
export const workerTokens = sqliteTable(
  'worker_tokens',
  {
    id: text('id').primaryKey(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    issuedAt: instant('issued_at').notNull(),
    /** Null if it lasts until somebody revokes it. */
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    /** Null until its link was opened on a phone. */
    lastSeenAt: instant('last_seen_at'),
    /** Such as `Safari on iPhone`. */
    device: text('device'),
  },
  (table) => [index('worker_tokens_by_worker').on(table.workerId, table.id)],
)

/** Secret calendar links of workers and franchises. The link itself isn't stored. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    workerId: text('worker_id').references(() => workers.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id').references(() => franchises.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    check('calendar_feeds_subject', sql`(${table.workerId} IS NULL) <> (${table.franchiseId} IS NULL)`),
    uniqueIndex('calendar_feeds_one_per_worker')
      .on(table.workerId)
      .where(sql`${table.revokedAt} IS NULL`),
    uniqueIndex('calendar_feeds_one_per_franchise')
      .on(table.franchiseId)
      .where(sql`${table.revokedAt} IS NULL`),
  ],
)

/** Workers' locations. The id is free text, so a location of an unknown worker is stored and shown to HQ. */
export const workerLocations = sqliteTable(
  'worker_locations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    workerId: text('worker_id').notNull(),
    lat: degrees('lat').notNull(),
    lng: degrees('lng').notNull(),
    accuracy: real('accuracy'),
    heading: real('heading'),
    speed: real('speed'),
    /** Poor fixes and impossible jumps stay in the history but aren't shown as the latest location. */
    reliable: flag('reliable').notNull().default(true),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    index('worker_locations_latest').on(table.workerId, table.reliable, table.recordedAt),
    index('worker_locations_by_age').on(table.recordedAt),
  ],
)
