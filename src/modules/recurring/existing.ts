import type { ExistingJob } from './model'

/** What is asked of a list of jobs that exist elsewhere. */
export interface Wanted {
  templateId: string
  customerEmail: string | null
  customerName: string
  type: string
  /** The date by the template, and the working day it falls on: either may be how the other side knows it. */
  dates: string[]
}

/** Tells jobs that exist elsewhere by template and date; without a template by customer, service and date. */
export class ExistingJobs {
  readonly #known = new Set<string>()

  constructor(jobs: readonly ExistingJob[]) {
    for (const job of jobs)
      for (const date of datesOf(job)) {
        if (job.templateId) this.#known.add(key('template', job.templateId, date))
        else
          for (const customer of [job.customerEmail, job.customerName])
            if (customer && job.type) this.#known.add(key('customer', customer, job.type, date))
      }
  }

  has({ templateId, customerEmail, customerName, type, dates }: Wanted): boolean {
    if (this.#known.size === 0) return false
    const customers = [customerEmail, customerName].filter((customer) => customer !== null)
    return dates.some(
      (date) =>
        this.#known.has(key('template', templateId, date)) ||
        customers.some((customer) => this.#known.has(key('customer', customer, type, date))),
    )
  }
}

function datesOf(job: ExistingJob): string[] {
  const { templatePeriod, period, date: day, preferredDate, scheduledStart } = job
  const dates = [templatePeriod, period, day, preferredDate, scheduledStart?.slice(0, 10)].filter(
    (date) => date !== null && date !== undefined,
  )
  return [...new Set(dates)]
}

const key = (...parts: string[]): string => parts.map((part) => part.trim().toLowerCase()).join('\u0000')
