import { localDateAt } from '../../lib/local-days'
import type { ExistingJob } from './model'

/** What is asked of a list of jobs that exist elsewhere. */
export interface Wanted {
  templateId: string
  customerEmail: string | null
  customerName: string
  type: string
  /** The date by the template, and the working day it falls on: either may be how the other side knows it. */
  dates: string[]
  /** By whose clocks a moment falls on a date. */
  timeZone: string
}

/** Tells jobs that exist elsewhere by template and date; without a template by customer, service and date. */
export class ExistingJobs {
  /** What is known to exist for a template, or for a customer and a service. */
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

/** A moment counts for the date it is written with and for the one it is on the spot: no double is worse. */
function datesOf(job: ExistingJob, timeZone: string): string[] {
  const { templatePeriod, period, date: day, preferredDate, scheduledStart } = job
  const dates = [templatePeriod, period, day, preferredDate, scheduledStart?.slice(0, 10)]
  if (scheduledStart && isMoment.test(scheduledStart))
    dates.push(localDateAt(Date.parse(scheduledStart), timeZone))
  return dates.filter((date) => date !== null && date !== undefined)
}

/** With a time and an offset; without them it is a date on anybody's calendar. */
const isMoment = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i

const keyOf = (...parts: string[]): string => parts.map((part) => part.trim().toLowerCase()).join('\u0000')
