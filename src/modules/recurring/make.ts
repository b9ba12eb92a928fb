import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { unitsFromCents } from '../../lib/money'
import { zipIn } from '../../lib/us-address'
import { servingWrittenZip } from '../franchises/serving'
import { timeZoneOf } from '../franchises/time-zones'
import { insertJob } from '../jobs/insert'
import type { ExistingJobs } from './existing'
import type { GeneratedJob, GivenTemplate } from './model'
import type { WorkingDays } from './working-days'

/** What a run knows and shares. */
export interface Horizon {
  at: number
  today: string
  /** The last day that jobs are made for. */
  until: string
  days: WorkingDays
  existing: ExistingJobs
  config: Deps['config']
}

/** What a job is made of, stored template or given one. */
export type Made = Omit<GivenTemplate, 'intervalMonths' | 'anchorDate' | 'active'>

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

/** What became of a date; `job` is null where it exists already, here or elsewhere. */
export interface Result {
  job: GeneratedJob | null
}

/** The job of one template and date; null when there is no day left for it before the template ends. */
export async function makeJob(
  tx: Tx,
  template: Made,
  period: string,
  horizon: Horizon,
): Promise<Result | null> {
  if (await known.get(tx, { templateId: template.id, period })) return { job: null }
  const franchiseId = template.franchiseId ?? (await servingFranchise(tx, template.address))
  // A date that was missed is not made up for in the past.
  const date = await horizon.days.onOrAfter(tx, franchiseId, period < horizon.today ? horizon.today : period)
  if (template.endDate && date > template.endDate) return null
  const { id: templateId, customerName, type } = template
  const customerEmail = template.customerEmail ?? null
  const timeZone = await timeZoneOf(tx, horizon.config, franchiseId)
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
    { source: 'recurring', actor: 'truckroll', at: horizon.at, period: { templateId, date: period } },
  )
  const price = unitsFromCents(job.priceCents)
  return { job: { id: job.id, templateId, period, date, type, price, franchiseId: job.franchiseId } }
}

async function servingFranchise(tx: Tx, address: string): Promise<string | null> {
  return (await servingWrittenZip(tx, zipIn(address)))?.id ?? null
}
