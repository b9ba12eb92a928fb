import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
  real,
  primaryKey,
} from 'drizzle-orm/sqlite-core'
import { cents, instant, json, oneOf } from './columns'

/**
 * Every run of a scheduled task. Across all processes, a slot runs once and a task has one run at a time. A
 * run whose lease has expired was interrupted.
 */
export const taskRuns = sqliteTable(
  'task_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    task: text('task').notNull(),
    /** The scheduled time of the run, or a unique name if it was triggered manually. */
    slot: text('slot').notNull(),
    trigger: text('trigger').$type<'timer' | 'http' | 'cli'>().notNull(),
    state: text('state').$type<'running' | 'done' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(1),
    /** Identifies the process that runs it, so a run that was given up can't end another one. */
    owner: text('owner').notNull(),
    leaseUntil: instant('lease_until').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** Counts, for people to read. */
    result: json<Record<string, number>>('result'),
    error: text('error'),
  },
  (table) => [
    check('task_runs_state', oneOf(table.state, ['running', 'done', 'failed'])),
    unique('task_runs_one_per_slot').on(table.task, table.slot),
    uniqueIndex('task_runs_one_at_a_time')
      .on(table.task)
      .where(sql`${table.state} = 'running'`),
    index('task_runs_latest').on(table.task, table.id),
    index('task_runs_by_age').on(table.startedAt),
  ],
)

/** A check of the service's health that fails. Each check has at most one open incident. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: text('id').primaryKey(),
    check: text('check_name').notNull(),
    title: text('title').notNull(),
    action: text('action').notNull(),
    since: instant('since').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    alertedAt: instant('alerted_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('incidents_one_open')
      .on(table.check)
      .where(sql`${table.endedAt} IS NULL`),
    index('incidents_by_check').on(table.check, table.alertedAt),
  ],
)

/** Lines of Today that someone put off or marked done, for everyone. A to-do that is done isn't one of them. */
export const todaySnoozes = sqliteTable('today_snoozes', {
  /** The line, such as `visit.late:<job>:<start>`, so a visit that is late a second time shows up again. */
  key: text('line').primaryKey(),
  /** Null for lines that are done. */
  until: instant('snoozed_until'),
  by: text('snoozed_by').notNull(),
  at: instant('at').notNull(),
})

/** An alert to the webhook, once per incident and kind. It is due until it arrives or we give up. */
export const alertCalls = sqliteTable(
  'alert_calls',
  {
    id: text('id').primaryKey(),
    incidentId: text('incident_id')
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'problem' | 'recovery'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('alert_calls_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
  ],
)

/** Errors reported by browsers and tools, kept for a limited time. */
export const clientErrors = sqliteTable(
  'client_errors',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    message: text('message').notNull(),
    /** The message without the parts that vary between occurrences, so reports of the same error share it. */
    grouping: text('grouping').notNull(),
    stack: text('stack'),
    page: text('page'),
    userAgent: text('user_agent'),
    metadata: json<Record<string, unknown>>('metadata'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('client_errors_by_age').on(table.at),
    index('client_errors_by_group').on(table.grouping, table.at),
  ],
)

/** Web-vitals measurements from browsers, kept for a limited time. */
export const vitals = sqliteTable(
  'vitals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    metric: text('metric').notNull(),
    value: real('value').notNull(),
    page: text('page').notNull(),
    measurementId: text('measurement_id'),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [index('vitals_by_age').on(table.receivedAt)],
)

/**
 * The columns that every table of sums is grouped by. Days are counted from 1970, and an empty string means
 * no franchise.
 */
const division = () => ({
  chunk: integer('chunk').notNull(),
  day: integer('day').notNull(),
  franchiseId: text('franchise_id').notNull(),
})

/** Jobs by the day they were booked. */
export const jobSums = sqliteTable(
  'job_sums',
  {
    ...division(),
    pending: integer('pending').notNull(),
    scheduled: integer('scheduled').notNull(),
    enRoute: integer('en_route').notNull(),
    inProgress: integer('in_progress').notNull(),
    completed: integer('completed').notNull(),
    cancelled: integer('cancelled').notNull(),
    noShow: integer('no_show').notNull(),
    /** From booking to visit, for jobs that have one. */
    leadMinutes: integer('lead_minutes').notNull(),
    leadJobs: integer('lead_jobs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)

/** The same by service; an empty string stands for labels that aren't in the catalog. */
export const jobTypeSums = sqliteTable(
  'job_type_sums',
  {
    ...division(),
    serviceId: text('service_id').notNull(),
    jobs: integer('jobs').notNull(),
    completed: integer('completed').notNull(),
    cancelled: integer('cancelled').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.serviceId, table.day, table.franchiseId] })],
)

/** The same by the first three digits of the ZIP code. */
export const jobAreaSums = sqliteTable(
  'job_area_sums',
  {
    ...division(),
    area: text('area').notNull(),
    inside: integer('inside').notNull(),
    outside: integer('outside').notNull(),
    unplaced: integer('unplaced').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.area, table.day, table.franchiseId] })],
)

/** Visits by the day they were planned for. */
export const visitSums = sqliteTable(
  'visit_sums',
  {
    ...division(),
    visits: integer('visits').notNull(),
    completed: integer('completed').notNull(),
    noShow: integer('no_show').notNull(),
    /** Of completed visits, as planned. */
    minutes: integer('minutes').notNull(),
    started: integer('started').notNull(),
    onTime: integer('on_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)

/** Earnings from the ledger by the day they were booked, without tax except for the tax itself. */
export const ledgerSums = sqliteTable(
  'ledger_sums',
  {
    ...division(),
    payments: integer('payments').notNull(),
    revenueCents: cents('revenue_cents').notNull(),
    refundCents: cents('refund_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    franchiseCents: cents('franchise_cents').notNull(),
    hqCents: cents('hq_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.day, table.franchiseId] })],
)

/** The same by the service of the paid job. */
export const ledgerTypeSums = sqliteTable(
  'ledger_type_sums',
  {
    ...division(),
    serviceId: text('service_id').notNull(),
    payments: integer('payments').notNull(),
    revenueCents: cents('revenue_cents').notNull(),
    refundCents: cents('refund_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunk, table.serviceId, table.day, table.franchiseId] })],
)

/**
 * The chunks of jobs and of the ledger whose sums are stored for reports. A trigger deletes a chunk's row
 * when anything in the chunk changes; reports count chunks without a row again.
 */
export const summedChunks = sqliteTable(
  'summed_chunks',
  {
    source: text('source').$type<'jobs' | 'ledger'>().notNull(),
    chunk: integer('chunk').notNull(),
    /** The time zone of the days in the sums. */
    timeZone: text('time_zone').notNull(),
    /** The few totals that are needed over everything. */
    totals: json<Record<string, unknown>>('totals').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.chunk] })],
)
