import { sql, type SQL } from 'drizzle-orm'
import { jobStatuses, type JobStatus } from '../../../../db/schema/jobs'
import type { Deps } from '../../../deps'
import type { Cents } from '../../../lib/money'
import { jobSource, jobTypeSummary } from './jobs'
import { ledgerSource, ledgerSummary, ledgerTypeSummary } from './ledger'
import { isDone, openChunks, wholeOf, within, type Source, type Summary } from './summary'

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
export async function countByStatus(deps: Deps): Promise<Record<JobStatus, number>> {
  const statuses = sql.raw(jobStatuses.map((status) => `('${status}')`).join(', '))
  // One statement, so that a stretch that is being stored meanwhile counts once.
  const rows = await deps.store.read.all<{ key: JobStatus; total: number }>(sql`
    WITH statuses(status) AS (VALUES ${statuses}),
      open AS MATERIALIZED (SELECT chunk FROM ${openChunks(jobSource, deps.config.business.timeZone)})
    SELECT key, sum(total) AS total FROM (
      ${storedTotals(deps, jobSource)}
      UNION ALL
      SELECT statuses.status, (
        SELECT count(*) FROM open CROSS JOIN jobs AS job INDEXED BY jobs_by_status
        WHERE job.status = statuses.status AND ${within(jobSource, sql`open.chunk`)}
      ) FROM statuses
    ) GROUP BY key`)
  return Object.fromEntries(rows.map(({ key, total }) => [key, total])) as Record<JobStatus, number>
}

/** What customers paid less what they got back, over everything, tax left out. */
export async function netRevenueCents(deps: Deps): Promise<Cents> {
  const { revenue_cents, refund_cents } = ledgerSummary.measures
  const [row] = await deps.store.read.all<{ cents: Cents }>(sql`
    SELECT coalesce(sum(iif(key = 'refund_cents', -total, total)), 0) AS cents FROM (
      ${storedTotals(deps, ledgerSource)}
      UNION ALL
      SELECT 'open', coalesce(sum(${revenue_cents} - ${refund_cents}), 0)
      FROM ${openChunks(ledgerSource, deps.config.business.timeZone)} AS open CROSS JOIN ${ledgerSummary.from}
      WHERE ${within(ledgerSource, sql`open.chunk`)}
    )`)
  return row?.cents ?? 0
}

/** The plain numbers kept with the stretches of a source, by name. */
function storedTotals(deps: Deps, source: Source): SQL {
  return sql`SELECT kept.key AS key, kept.value AS total
    FROM summed_chunks AS done CROSS JOIN json_each(done.totals) AS kept
    WHERE ${isDone(source, deps)} AND kept.type = 'integer'`
}
