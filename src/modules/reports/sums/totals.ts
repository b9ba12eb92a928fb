import { sql, type SQL } from 'drizzle-orm'
import { jobStatuses, type JobStatus } from '../../../../db/schema/jobs'
import type { Deps } from '../../../deps'
import type { Cents } from '../../../lib/money'
import { jobSource, jobTypeSummary } from './jobs'
import { ledgerSource, ledgerSummary, ledgerTypeSummary } from './ledger'
import { openChunks, wholeOf, within, type Source, type Summary } from './summary'

/** What is kept with each stretch of a source, as a JSON object over its stored sums. */
export const totalsOf: Record<Source['name'], SQL> = {
  jobs: totals('job_sums', jobStatuses, jobTypeSummary, 'service_id'),
  ledger: totals('ledger_sums', ['revenue_cents', 'refund_cents'], ledgerTypeSummary, 'service_id'),
}

function totals(table: string, columns: readonly string[], whole: Summary, by: string): SQL {
  const sums = columns.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(', ')
  return sql`(SELECT json_object(${sql.raw(sums)}, ${sql.raw(`'${by}'`)}, json(${wholeOf(whole, by)}))
    FROM ${sql.raw(table)} WHERE chunk = wanted.chunk)`
}

/** How many jobs there are in each status, over everything: stretch by stretch, the open ones along an index. */
export async function countByStatus({ store, config }: Deps): Promise<Record<JobStatus, number>> {
  const { timeZone } = config.business
  const statuses = sql.raw(jobStatuses.map((status) => `('${status}')`).join(', '))
  const rows = await store.read.all<{ status: JobStatus; jobs: number }>(sql`
    WITH statuses(status) AS (VALUES ${statuses}),
      open AS MATERIALIZED (SELECT chunk FROM ${openChunks(jobSource, timeZone)})
    SELECT statuses.status AS status, (
      SELECT coalesce(sum(totals ->> statuses.status), 0) FROM summed_chunks
      WHERE source = 'jobs' AND time_zone = ${timeZone}
    ) + (
      SELECT count(*) FROM open CROSS JOIN jobs AS job INDEXED BY jobs_by_status
      WHERE job.status = statuses.status AND ${within(jobSource, sql`open.chunk`)}
    ) AS jobs
    FROM statuses`)
  return Object.fromEntries(rows.map(({ status, jobs }) => [status, jobs])) as Record<JobStatus, number>
}

/** What customers paid less what they got back, over everything, tax left out. */
export async function netRevenueCents({ store, config }: Deps): Promise<Cents> {
  const { timeZone } = config.business
  const { revenue_cents, refund_cents } = ledgerSummary.measures
  const [row] = await store.read.all<{ cents: Cents }>(sql`
    SELECT (
      SELECT coalesce(sum((totals ->> 'revenue_cents') - (totals ->> 'refund_cents')), 0)
      FROM summed_chunks WHERE source = 'ledger' AND time_zone = ${timeZone}
    ) + (
      SELECT coalesce(sum(${revenue_cents} - ${refund_cents}), 0)
      FROM ${openChunks(ledgerSource, timeZone)} AS open CROSS JOIN ${ledgerSummary.from}
      WHERE ${within(ledgerSource, sql`open.chunk`)}
    ) AS cents`)
  return row?.cents ?? 0
}
