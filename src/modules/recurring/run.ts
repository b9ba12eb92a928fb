import type { Deps } from '../../deps'
import { daysAfter, localDateAt } from '../../lib/calendar'
import { isoTime } from '../../lib/clock'
import { centsFromUnits, unitsFromCents } from '../../lib/money'
import { postInvoicesSoon } from '../invoices'
import { placeSoon } from '../jobs'
import { billDueSchedules } from './billing/bill'
import { chargeSoon } from './billing/charge'
import { makeGiven, makeStored } from './due-jobs'
import { ExistingJobs, WorkingDays, type Horizon, type Result } from './make-job'
import type { GeneratedJob, RecurringInput, RecurringRun } from './model'

/** Weekly visits are booked less far ahead, because visits that are booked stay when a plan changes or ends. */
const [horizonDays, horizonDaysInWeeks] = [30, 14]

/**
 * Creates the jobs due within the horizon, then bills what is due today. Cards are charged and invoices sent
 * afterwards in the background, because a processor may be slow.
 */
export async function runRecurring(deps: Deps, input: RecurringInput): Promise<RecurringRun> {
  const at = deps.clock.now()
  const horizon = horizonAt(deps, at, input)
  const jobs: GeneratedJob[] = []
  let skipped = 0
  const done = ({ job }: Result) => void (job ? jobs.push(job) : skipped++)
  await makeStored(deps, horizon, done)
  await makeGiven(deps, input.templates, horizon, done)
  const { invoicesCreated } = await billDueSchedules(deps, horizon.today)
  if (jobs.length > 0) placeSoon(deps)
  chargeSoon(deps)
  postInvoicesSoon(deps)
  const revenueCents = jobs.reduce((sum, { price }) => sum + (centsFromUnits(price) ?? 0), 0)
  return {
    success: true,
    generated: jobs.length,
    skipped,
    projectedRevenue: unitsFromCents(revenueCents),
    invoicesCreated,
    jobs,
    timestamp: isoTime(at),
  }
}

/** The answer of a run that another run made unnecessary. */
export function noRecurringRun({ clock }: Pick<Deps, 'clock'>): RecurringRun {
  const timestamp = isoTime(clock.now())
  return {
    success: true,
    generated: 0,
    skipped: 0,
    projectedRevenue: 0,
    invoicesCreated: 0,
    jobs: [],
    timestamp,
  }
}

function horizonAt({ settings }: Deps, at: number, { existingJobs }: RecurringInput): Horizon {
  const today = localDateAt(at, settings.business.timeZone)
  return {
    at,
    today,
    until: daysAfter(today, horizonDays),
    untilInWeeks: daysAfter(today, horizonDaysInWeeks),
    days: new WorkingDays(settings.hours),
    existing: new ExistingJobs(existingJobs),
    centers: new Map(),
    settings,
  }
}
