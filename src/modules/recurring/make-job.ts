import { and, eq, sql } from 'drizzle-orm'
import { jobs, franchises, workers, workerShifts } from '../../../db/schema'
import { prepared, type Tx, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { dateAfter, localDateAt, openDays, usualWeek, weekdaysIn, type Opening } from '../../lib/calendar'
import type { Point } from '../../lib/geo'
import { unitsFromCents } from '../../lib/money'
import { zipIn } from '../../lib/text'
import { servingZip, timeZoneOf, zipCenters, type ZipCenters } from '../franchises'
import { announceBooked, insertJob } from '../jobs'
import type { GeneratedJob, GivenJobTemplate, ExistingJob } from './model'

/** Shared by everything in one run. */
export interface Horizon {
  at: number
  today: string
  /** The last day to create jobs for. */
  until: string
  /** The same for visits every few weeks. */
  untilInWeeks: string
  days: WorkingDays
  existing: ExistingJobs
  /** Of the addresses seen so far, because a unit can't wait for the built-in list. */
  centers: Map<string, Point>
  settings: Deps['settings']
}

/** The fields of a stored or given job template that a job is created from. */
export interface JobSource extends Omit<GivenJobTemplate, 'active'> {
  customerId?: string | null
  claimed?: boolean
}

const known = prepared((db) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.templateId, sql.placeholder('templateId')),
        eq(jobs.templatePeriod, sql.placeholder('period')),
      ),
    )
    .limit(1),
)

/** The result for one date. `job` is null if it already exists, here or in another system. */
export interface Result {
  job: GeneratedJob | null
}

/**
 * Creates the job of one job template and date, or returns null if no working day is left before the end, or before
 * next week's visit.
 */
export async function makeJob(
  tx: Tx,
  template: JobSource,
  period: string,
  horizon: Horizon,
): Promise<Result | null> {
  if (await known.get(tx, { templateId: template.id, period })) return { job: null }
  const franchiseId = template.franchiseId ?? (await servingFranchise(tx, template.address, horizon.centers))
  // A missed date moves to today instead of the past.
  const date = await horizon.days.onOrAfter(tx, franchiseId, period < horizon.today ? horizon.today : period)
  if (template.endDate && date > template.endDate) return null
  if (template.intervalWeeks && date >= dateAfter(template, period)) return null
  const { id: templateId, customerName, type } = template
  const customerEmail = template.customerEmail ?? null
  const timeZone = await timeZoneOf(tx, horizon.settings, franchiseId)
  const wanted = { templateId, customerEmail, customerName, type, dates: [period, date], timeZone }
  if (horizon.existing.has(wanted)) return { job: null }
  const job = await insertJob(
    tx,
    {
      customerName,
      ...(customerEmail === null ? {} : { customerEmail }),
      ...(template.customerPhone ? { customerPhone: template.customerPhone } : {}),
      address: template.address,
      type,
      price: template.price,
      preferredDate: date,
      preferredTime: template.preferredTime,
      addOns: template.addOns,
      franchiseId: template.franchiseId,
      notes: template.notes,
      gutterLength: template.gutterLength,
      stories: template.stories,
    },
    {
      source: 'recurring',
      actor: 'truckroll',
      at: horizon.at,
      centers: horizon.centers,
      voucher: template.customerId && !template.claimed ? { customerId: template.customerId } : null,
      period: { templateId, date: period },
    },
  )
  await announceBooked(tx, job)
  const price = unitsFromCents(job.priceCents)
  return { job: { id: job.id, templateId, period, date, type, price, franchiseId: job.franchiseId } }
}

/** Looks up where the ZIP codes of the next addresses are. */
export async function locate(deps: Deps, { centers }: Horizon, addresses: readonly string[]): Promise<void> {
  for (const [zip, center] of await zipCenters(deps, addresses)) centers.set(zip, center)
}

/** The franchise that serves the ZIP code written in an address. */
export async function servingFranchise(
  db: Db,
  address: string,
  centers: ZipCenters = new Map(),
): Promise<string | null> {
  return (await servingZip(db, zipIn(address), centers))?.id ?? null
}

/** Identifies a job to look for in the other system. */
export interface Wanted {
  templateId: string
  customerEmail: string | null
  customerName: string
  type: string
  /**
   * The date of the job template and the working day it falls on, because the other system may use either.
   */
  dates: string[]
  /** The time zone that decides which date a time falls on. */
  timeZone: string
}

/** Finds jobs that exist in another system by job template and date, or by customer, service and date. */
export class ExistingJobs {
  /** The jobs of each job template, or of each customer and service. */
  readonly #known = new Map<string, ExistingJob[]>()

  constructor(jobs: readonly ExistingJob[]) {
    for (const job of jobs) for (const key of keysOf(job)) this.#add(key, job)
  }

  has({ templateId, customerEmail, customerName, type, dates, timeZone }: Wanted): boolean {
    if (this.#known.size === 0) return false
    const keys = [keyOf('template', templateId), ...customerKeys({ customerEmail, customerName, type })]
    return keys
      .flatMap((key) => this.#known.get(key) ?? [])
      .some((job) => datesOf(job, timeZone).some((date) => dates.includes(date)))
  }

  #add(key: string, job: ExistingJob): void {
    const known = this.#known.get(key)
    if (known) known.push(job)
    else this.#known.set(key, [job])
  }
}

const keysOf = (job: ExistingJob): string[] =>
  job.templateId ? [keyOf('template', job.templateId)] : customerKeys(job)

function customerKeys({ customerEmail, customerName, type }: ExistingJob): string[] {
  return [customerEmail, customerName].flatMap((customer) =>
    customer && type ? [keyOf('customer', customer, type)] : [],
  )
}

/**
 * A time matches its date as written and its local date, because a duplicate job is worse than a missing one.
 */
function datesOf(job: ExistingJob, timeZone: string): string[] {
  const { templatePeriod, period, date: day, preferredDate, scheduledStart } = job
  const dates = [templatePeriod, period, day, preferredDate, scheduledStart?.slice(0, 10)]
  if (scheduledStart && isMoment.test(scheduledStart))
    dates.push(localDateAt(Date.parse(scheduledStart), timeZone))
  return dates.filter((date) => date !== null && date !== undefined)
}

/** Has a time and an offset; without them it is a plain date. */
const isMoment = /^[^T]{1,12}T[^T]{1,24}(?:Z|[+-]\d{2}:?\d{2})$/i

const keyOf = (...parts: string[]): string => parts.map((part) => part.trim().toLowerCase()).join('\u0000')

/** Looks up each franchise's working days once per run. */
export class WorkingDays {
  readonly #openings = new Map<string, Opening>()

  constructor(private readonly hours: Deps['settings']['hours']) {}

  /** The first working day on or after a date. */
  async onOrAfter(db: Db, franchiseId: string | null, date: string): Promise<string> {
    return openDays(date, 1, await this.#openingOf(db, franchiseId))[0] ?? date
  }

  async #openingOf(db: Db, franchiseId: string | null): Promise<Opening> {
    if (franchiseId === null)
      return { closed: new Set(this.hours.holidays), weekdays: weekdaysIn(this.hours.week) }
    const known = this.#openings.get(franchiseId)
    if (known) return known
    const opening = await readOpening(db, franchiseId, this.hours)
    this.#openings.set(franchiseId, opening)
    return opening
  }
}

/** Weekdays come from its workers' shifts, or from the company's hours if there are none. Never Sunday. */
async function readOpening(
  db: Db,
  franchiseId: string,
  { week, holidays }: Deps['settings']['hours'],
): Promise<Opening> {
  const [franchise] = await db
    .select({ blackoutDates: franchises.blackoutDates })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
    .limit(1)
  const shifts = await db
    .select({ weekday: sql<number>`DISTINCT ${workerShifts.weekday}` })
    .from(workerShifts)
    .innerJoin(workers, eq(workers.id, workerShifts.workerId))
    .where(and(eq(workers.franchiseId, franchiseId), eq(workers.active, true)))
  const weekdays = new Set(shifts.map(({ weekday }) => weekday).filter((weekday) => usualWeek.has(weekday)))
  return {
    closed: new Set([...(franchise?.blackoutDates ?? []), ...holidays]),
    weekdays: weekdays.size > 0 ? weekdays : weekdaysIn(week),
  }
}
