import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { cents, degrees, demo, flag, instant, json, oneOf, stamps } from './columns'
import type { TechnicianCount } from './catalog'
import { customers } from './customers'
import { workers } from './workforce'

export const jobStatuses = [
  'pending',
  'scheduled',
  'en_route',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
] as const
export type JobStatus = (typeof jobStatuses)[number]

export const paymentStates = ['unpaid', 'paid', 'partly_refunded', 'refunded', 'failed', 'disputed'] as const
export type PaymentState = (typeof paymentStates)[number]

export const placeStates = ['waiting', 'placed', 'unknown'] as const
export type PlaceState = (typeof placeStates)[number]

/** A part of a price: a fixed amount, or a share of the total. */
export type Portion = { cents: number } | { percent: number }

/** The terms a customer saw when they booked. */
export interface BookingRules {
  /** Null where canceling is always free. `fee` is null where late cancellations go through the office. */
  cancel: { freeHours: number; fee: Portion | null } | null
  /** Asked for at online checkout before anything else is paid. */
  deposit: Portion | null
}

export const jobs = sqliteTable(
  'jobs',
  {
    /** The order of arrival, used for paging through lists and by the search index. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** The label people use, such as TR-7K2Q9. Null until an older job gets one. */
    reference: text('reference'),
    /** The number of changes. */
    revision: integer('revision').notNull().default(0),

    customerId: text('customer_id').references(() => customers.id),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone'),
    address: text('address').notNull(),
    type: text('type').notNull(),
    preferredDate: text('preferred_date'),
    preferredTime: text('preferred_time'),
    addOns: json<string[]>('add_ons').notNull().default([]),
    notes: text('notes'),
    gutterLength: real('gutter_length'),
    stories: real('stories'),
    /** Free text from the public, or the id of a known franchise if we found one. */
    franchiseId: text('franchise_id'),
    /** As sent at booking: a claim that moves no money. */
    paymentId: text('payment_id'),
    paymentStatus: text('payment_status'),

    status: text('status').$type<JobStatus>().notNull().default('pending'),
    source: text('source')
      .$type<'public' | 'hq' | 'recurring' | 'demo' | 'import'>()
      .notNull()
      .default('public'),
    serviceTypeId: text('service_type_id'),
    /** Of two technicians, this is the lead. */
    workerId: text('worker_id').references(() => workers.id),
    /** How many technicians the visit needs at once; null for as many as its service does. */
    technicians: integer('technicians').$type<TechnicianCount>(),
    scheduledStart: instant('scheduled_start'),
    scheduledEnd: instant('scheduled_end'),
    /** The end of the visit plus the buffer; the worker takes no other job until then. */
    busyUntil: instant('busy_until'),
    priority: integer('priority').notNull().default(0),
    /** Dispatch doesn't move a locked visit and doesn't plan a held job. */
    locked: flag('locked').notNull().default(false),
    held: flag('held').notNull().default(false),
    /** The arrival window we told a customer who chose none. It counts while the visit begins in it. */
    toldStart: instant('told_start'),
    toldEnd: instant('told_end'),
    /** Dispatch chose the time inside an arrival window, so it may choose again. */
    movable: flag('movable').notNull().default(false),
    /** The technician whose name the customer was told; null until dispatch can no longer choose another one. */
    namedWorkerId: text('named_worker_id'),

    placeState: text('place_state').$type<PlaceState>().notNull().default('waiting'),
    placeLabel: text('place_label'),
    zip: text('zip'),
    lat: degrees('lat'),
    lng: degrees('lng'),

    priceCents: cents('price_cents').notNull(),
    discountCents: cents('discount_cents').notNull().default(0),
    referralCreditCents: cents('referral_credit_cents').notNull().default(0),
    taxBasisPoints: integer('tax_basis_points').notNull().default(0),
    taxCents: cents('tax_cents').notNull().default(0),
    totalCents: cents('total_cents').notNull(),
    promoCode: text('promo_code'),
    paymentState: text('payment_state').$type<PaymentState>().notNull().default('unpaid'),
    /** Received toward the total, before refunds: the payments that count, and the part paid before an import. */
    paidCents: cents('paid_cents').notNull().default(0),
    /** The part of it that other software took before an import, so it isn't in our books. Never changes. */
    paidBeforeCents: cents('paid_before_cents').notNull().default(0),
    /** The catalog price, if a booking named a lower one; dispatch waits until HQ decides. */
    catalogPriceCents: cents('catalog_price_cents'),
    /**
     * When the customer or HQ confirmed a public booking. Until then it keeps its arrival window only for a
     * while.
     */
    confirmedAt: instant('confirmed_at'),
    /**
     * When a public booking gave its arrival window back, because nobody paid or confirmed it in time. It is on
     * hold from then on, until someone does.
     */
    lapsedAt: instant('lapsed_at'),
    /** A keyed hash of the network that a booking on our page came from, to count its open bookings. */
    requester: text('requester'),
    /**
     * Booked by someone who only typed the contact of a customer we knew and the franchise didn't. Until HQ
     * confirms the booking, it opens nothing of the customer's record to the franchise.
     */
    claimed: flag('claimed').notNull().default(false),
    /** The cancellation policy and deposit at the time of booking; null where there were none. */
    bookingRules: json<BookingRules>('booking_rules'),

    /** The job template and date of a recurring job: one job per template and period, ever. */
    templateId: text('template_id'),
    templatePeriod: text('template_period'),

    enRouteAt: instant('en_route_at'),
    /** When the technician stood at the door and nobody answered yet. */
    arrivedAt: instant('arrived_at'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    cancelledAt: instant('cancelled_at'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('jobs_status', oneOf(table.status, jobStatuses)),
    check('jobs_payment_state', oneOf(table.paymentState, paymentStates)),
    check(
      'jobs_amounts',
      sql`${table.priceCents} >= 0 AND ${table.discountCents} >= 0 AND ${table.referralCreditCents} >= 0
        AND ${table.taxCents} >= 0 AND ${table.totalCents} >= 0`,
    ),
    check(
      'jobs_total',
      sql`${table.totalCents} = ${table.priceCents} - ${table.discountCents} - ${table.referralCreditCents} + ${table.taxCents}`,
    ),
    check(
      'jobs_visit',
      sql`(${table.scheduledStart} IS NULL) = (${table.scheduledEnd} IS NULL)
        AND (${table.scheduledStart} IS NULL) = (${table.busyUntil} IS NULL)
        AND (${table.scheduledStart} IS NULL OR (${table.scheduledStart} < ${table.scheduledEnd}
          AND ${table.scheduledEnd} <= ${table.busyUntil}
          AND ${table.busyUntil} - ${table.scheduledStart} <= 86400000))`,
    ),
    check(
      'jobs_scheduled_has_visit',
      sql`${oneOf(table.status, ['pending', 'cancelled', 'no_show'])} OR ${table.scheduledStart} IS NOT NULL`,
    ),
    // A job is created without a worker and gets one with an update, which the overlap trigger checks. A
    // trigger on insert would cost every booking a quarter of its time.
    check(
      'jobs_born_unassigned',
      sql`${table.revision} > 0 OR ${table.workerId} IS NULL OR NOT ${oneOf(table.status, ['scheduled', 'en_route', 'in_progress'])}`,
    ),
    uniqueIndex('jobs_by_reference')
      .on(table.reference)
      .where(sql`${table.reference} IS NOT NULL`),
    index('jobs_without_reference')
      .on(table.seq)
      .where(sql`${table.reference} IS NULL`),
    index('jobs_by_status').on(table.status, table.seq),
    index('jobs_by_franchise').on(table.franchiseId, table.seq),
    index('jobs_by_customer').on(table.customerId, table.seq),
    // A franchise's customers, without reading its jobs.
    index('jobs_by_franchise_customer')
      .on(table.franchiseId, table.customerId)
      .where(sql`${table.claimed} = 0`),
    // Finds the technician of the last visit; without it, each of a customer's jobs would scan all the
    // others.
    index('jobs_visited')
      .on(table.customerId, table.seq)
      .where(sql`${table.status} = 'completed' AND ${table.workerId} IS NOT NULL`),
    index('jobs_by_worker')
      .on(table.workerId, table.scheduledStart)
      .where(sql`${table.workerId} IS NOT NULL`),
    index('jobs_by_start')
      .on(table.scheduledStart, table.seq)
      .where(sql`${table.scheduledStart} IS NOT NULL`),
    // Visits that are still ahead, under way or late: the few among many that are over.
    index('jobs_open_visits')
      .on(table.scheduledStart, table.seq)
      .where(sql`${oneOf(table.status, ['scheduled', 'en_route', 'in_progress'])}`),
    index('jobs_to_place')
      .on(table.seq)
      .where(sql`${table.placeState} = 'waiting'`),
    index('jobs_by_payment')
      .on(table.paymentId)
      .where(sql`${table.paymentId} IS NOT NULL`),
    // Leaves out unpaid jobs, so that new bookings don't pay for this index.
    index('jobs_by_payment_state')
      .on(table.paymentState, table.seq)
      .where(sql`${table.paymentState} <> 'unpaid'`),
    uniqueIndex('jobs_one_per_period')
      .on(table.templateId, table.templatePeriod)
      .where(sql`${table.templateId} IS NOT NULL`),
  ],
)

/**
 * The second technician of a visit that needs two. Triggers keep `start` the same as the job's, and remove the row
 * when the job loses its visit or its lead.
 */
export const secondWorkers = sqliteTable(
  'second_workers',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id),
    start: instant('start').notNull(),
  },
  (table) => [index('second_workers_by_worker').on(table.workerId, table.start)],
)

/**
 * Jobs that come after another one, such as painting after a repair. Triggers refuse circles, and rows never change:
 * another order is another row.
 */
export const followingJobs = sqliteTable(
  'following_jobs',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    afterJobId: text('after_job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The least time between the end of the one and the start of the other. */
    gapMinutes: integer('gap_minutes').notNull(),
  },
  (table) => [index('following_jobs_by_first').on(table.afterJobId)],
)

/** Jobs that changed since they were put into `job_search`. A trigger adds them, a search removes them. */
export const staleJobs = sqliteTable('stale_jobs', { seq: integer('seq').primaryKey() })

/**
 * The job's timeline, which a trigger keeps append-only. `before` and `after` hold the changed fields;
 * applying every `after` in order gives the current state. It has no personal data.
 */
export const jobEvents = sqliteTable(
  'job_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    kind: text('kind').notNull(),
    before: json<Record<string, unknown>>('before').notNull(),
    after: json<Record<string, unknown>>('after').notNull(),
  },
  (table) => [index('job_events_by_job').on(table.jobId, table.id)],
)

/** How a technician lost a visit. */
export const waysTaken = ['canceled', 'reassigned', 'unscheduled', 'moved'] as const

/**
 * Visits of these days that a technician lost, because the office or the customer changed them. Their phone shows
 * each until they have seen it.
 */
export const takenVisits = sqliteTable(
  'taken_visits',
  {
    /** The timeline entry of the change. */
    event: integer('event').notNull(),
    workerId: text('worker_id')
      .notNull()
      .references(() => workers.id, { onDelete: 'cascade' }),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    way: text('way').$type<(typeof waysTaken)[number]>().notNull(),
    byCustomer: flag('by_customer').notNull(),
    /** The time that the visit had. */
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    at: instant('at').notNull(),
    seenAt: instant('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.event, table.workerId] }),
    check('taken_visits_way', oneOf(table.way, waysTaken)),
    index('taken_visits_by_worker').on(table.workerId, table.start),
    index('taken_visits_by_job').on(table.jobId),
    index('taken_visits_by_age').on(table.at),
  ],
)

/** HQ's notes about a job. They are separate from the timeline, because erasing a person must remove them. */
export const jobNotes = sqliteTable(
  'job_notes',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('job_notes_by_job').on(table.jobId, table.createdAt)],
)

/**
 * The customer said that a visit's time suits them. It counts while the visit starts at `start`, which moves along
 * inside an arrival window.
 */
export const visitConfirmations = sqliteTable('visit_confirmations', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  start: instant('start').notNull(),
  confirmedAt: instant('confirmed_at').notNull(),
})

/** A customer's rating of a visit: one per job, which they may change for some days. */
export const jobRatings = sqliteTable(
  'job_ratings',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The technician who made the visit. */
    workerId: text('worker_id').references(() => workers.id),
    stars: integer('stars').notNull(),
    comment: text('comment'),
    ratedAt: instant('rated_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    check('job_ratings_stars', sql`${table.stars} BETWEEN 1 AND 5`),
    index('job_ratings_by_worker').on(table.workerId, table.stars),
  ],
)
