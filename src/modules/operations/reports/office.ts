import { sql, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps'
import { dayBounds } from '../../../lib/calendar'
import { percentFromBasisPoints, unitsFromCents } from '../../../lib/money'
import { dateOf, dayNumberAt, dayNumberOf } from './days'
import type { DailyRevenue, DaysQuery, TaxReport, TechnicianReport } from './office-model'
import { ensureSummedUp } from './stored-sums'
import { earns, ledgerSummary, visitSummary } from './summaries'
import { ratio, sumsBy } from './sums'

/** Reports for the office alone: they name technicians, or show days with a single payment. */

const dailyMeasures = ['payments', 'revenue_cents', 'refund_cents', 'hq_cents', 'fee_cents'] as const

export async function dailyRevenue(deps: Deps, { from, to, franchiseId }: DaysQuery): Promise<DailyRevenue> {
  await ensureSummedUp(deps)
  const scope = { franchiseId: franchiseId ?? null, from: dayNumberOf(from), to: dayNumberOf(to) }
  const days = await sumsBy(deps, ledgerSummary, 'day', scope, dailyMeasures)
  return {
    from,
    to,
    days: days.map(({ key, payments, revenue_cents, refund_cents, hq_cents, fee_cents }) => ({
      date: dateOf(Number(key)),
      payments,
      netRevenue: unitsFromCents(revenue_cents - refund_cents),
      hqNet: unitsFromCents(hq_cents - fee_cents),
    })),
  }
}

interface Effort {
  workerId: string
  name: string
  franchiseId: string | null
  visits: number
  completed: number
  no_show: number
  minutes: number
  started: number
  on_time: number
  cents: number
}

/** Visits by technician, counted as in the report about all of them. Technicians without visits are left out. */
export async function technicianReport(deps: Deps, query: DaysQuery): Promise<TechnicianReport> {
  const { from, to, franchiseId } = query
  const { start, end } = bounds(deps, query)
  const { timeZone } = deps.settings.business
  // Visits after today can't be done or late yet, and the report about all of them counts the whole of today.
  const today = dateOf(dayNumberAt(deps.clock.now(), timeZone))
  const until = Math.min(end, dayBounds(today, timeZone).to)
  const sums = Object.entries(visitSummary.measures).map(
    ([name, measure]) => sql`sum(${measure}) AS ${sql.identifier(name)}`,
  )
  const rows = await deps.store.read.all<Effort>(sql`
    SELECT worker.id AS workerId, worker.name AS name, worker.franchise_id AS franchiseId, ${sql.join(sums, sql`, `)},
      sum(iif(job.status = 'completed', job.total_cents - job.tax_cents, 0)) AS cents
    FROM ${visitSummary.from} JOIN workers AS worker ON worker.id = job.worker_id
    WHERE job.scheduled_start >= ${start} AND job.scheduled_start < ${until} AND ${visitSummary.where}
      ${franchiseId === undefined ? sql`` : sql`AND franchise.id = ${franchiseId}`}
    GROUP BY worker.id ORDER BY cents DESC, worker.name`)
  return {
    from,
    to,
    technicians: rows.map((row) => ({
      workerId: row.workerId,
      name: row.name,
      franchiseId: row.franchiseId,
      visits: row.visits,
      completed: row.completed,
      noShows: row.no_show,
      busyHours: Math.round((row.minutes / 60) * 100) / 100,
      onTimeShare: ratio(row.on_time, row.started),
      jobValue: unitsFromCents(row.cents),
    })),
  }
}

/** Sales tax from the ledger by the rate of the job, so it adds up to the tax in the profit report. */
export async function taxReport(deps: Deps, query: DaysQuery): Promise<TaxReport> {
  const { from, to, franchiseId } = query
  const { start, end } = bounds(deps, query)
  const when = (condition: SQL) => sql`sum(iif(${condition}, -entry.cents, 0))`
  const rows = await deps.store.read.all<{
    rate: number
    franchise: string | null
    sales: number
    tax: number
  }>(sql`
    SELECT coalesce(job.tax_basis_points, 0) AS rate, entry.franchise_id AS franchise,
      ${when(sql`entry.account <> 'tax_payable'`)} AS sales, ${when(sql`entry.account = 'tax_payable'`)} AS tax
    FROM ledger_entries AS entry
    JOIN ledger_transactions AS whole ON whole.id = entry.transaction_id
    LEFT JOIN jobs AS job ON job.id = whole.job_id
    WHERE entry.account IN ('tax_payable', 'franchise_payable', 'revenue_hq')
      AND entry.at >= ${start} AND entry.at < ${end} AND ${earns}
      ${franchiseId === undefined ? sql`` : sql`AND entry.franchise_id = ${franchiseId}`}
    GROUP BY 1, 2 ORDER BY 1 DESC, 2`)
  const total = (part: 'sales' | 'tax') => unitsFromCents(rows.reduce((sum, row) => sum + row[part], 0))
  return {
    from,
    to,
    sales: total('sales'),
    tax: total('tax'),
    rates: rows.map(({ rate, franchise, sales, tax }) => ({
      taxPercent: percentFromBasisPoints(rate),
      franchiseId: franchise,
      sales: unitsFromCents(sales),
      tax: unitsFromCents(tax),
    })),
  }
}

function bounds({ settings }: Deps, { from, to }: DaysQuery): { start: number; end: number } {
  const { timeZone } = settings.business
  return { start: dayBounds(from, timeZone).from, end: dayBounds(to, timeZone).to }
}
