import { sql, type SQL } from 'drizzle-orm'
import { jobStatuses, type JobStatus } from '../../../../db/schema/jobs'
import type { Deps } from '../../../deps'
import { SingleFlight } from '../../../lib/background'
import type { Cents } from '../../../lib/money'
import { openChunks, shift, storing, isDone, wholeOf, within, type Source, type Summary } from './chunks'
import {
  jobAreaSummary,
  jobSource,
  jobSummary,
  jobTypeSummary,
  visitSummary,
  ledgerSource,
  ledgerSummary,
  ledgerTypeSummary,
} from './summaries'

const sources: [Source, Summary[]][] = [
  [jobSource, [jobSummary, jobTypeSummary, jobAreaSummary, visitSummary]],
  [ledgerSource, [ledgerSummary, ledgerTypeSummary]],
]

/** Stores the sums of every finished chunk that has none, and pauses in between so requests aren't held up. */
export async function sumUp(deps: Deps): Promise<void> {
  await sumUpOpen(deps, true)
}

/** Up to this many open chunks don't slow a report down; some are always open because their jobs still change. */
const fewEnough = 16

/**
 * After an upgrade or a restore, no sums may be stored yet. The first reader then waits while they are stored chunk
 * by chunk, because adding up everything at once would block every other request.
 */
export async function ensureSummedUp(deps: Deps): Promise<void> {
  const open = await Promise.all(sources.map(([source]) => finishedOpen(deps, source)))
  if (open.every((chunks) => chunks.length <= fewEnough)) return
  await deps.state.of(SingleFlight).run('sums for reports', () => sumUpOpen(deps, false))
}

async function sumUpOpen(deps: Deps, resting: boolean): Promise<void> {
  for (const [source, summaries] of sources)
    for (const chunk of await finishedOpen(deps, source)) {
      if (deps.background.stopping) return
      const startedAt = performance.now()
      await sumUpOne(deps, source, summaries, chunk)
      if (resting) await deps.background.restAfter(startedAt)
    }
}

/** Runs as one unit, so no change can slip in between summing and storing. */
async function sumUpOne(deps: Deps, source: Source, summaries: Summary[], chunk: number): Promise<void> {
  const { timeZone } = deps.settings.business
  await deps.store.write(async (tx) => {
    for (const summary of summaries)
      for (const statement of storing(summary, deps, chunk)) await tx.run(statement)
    await tx.run(sql`
      INSERT INTO summed_chunks (source, chunk, time_zone, totals)
      SELECT ${source.name}, wanted.chunk, ${timeZone}, ${totalsOf[source.name]}
      FROM (SELECT ${chunk} AS chunk) AS wanted WHERE true
      ON CONFLICT (source, chunk) DO UPDATE SET time_zone = excluded.time_zone, totals = excluded.totals`)
  })
}

/** Skips the last chunk until it is full, because it still gets new rows. */
async function finishedOpen({ store, settings }: Deps, source: Source): Promise<number[]> {
  const rows = await store.read.all<{ chunk: number }>(sql`
    SELECT chunk FROM ${openChunks(source, settings.business.timeZone)}
    WHERE chunk < (${source.last} + 1) >> ${shift(source)} ORDER BY chunk`)
  return rows.map(({ chunk }) => chunk)
}

/** A chunk's totals as a JSON object, by source. */
export const totalsOf: Record<Source['name'], SQL> = {
  jobs: totals('job_sums', jobStatuses, jobTypeSummary, 'service_id'),
  ledger: totals('ledger_sums', ['revenue_cents', 'refund_cents'], ledgerTypeSummary, 'service_id'),
}

function totals(table: string, columns: readonly string[], whole: Summary, by: string): SQL {
  const sums = columns.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(', ')
  return sql`(SELECT json_object(${sql.raw(sums)}, ${sql.raw(`'${by}'`)}, json(${wholeOf(whole, by)}))
    FROM ${sql.raw(table)} WHERE chunk = wanted.chunk)`
}

/** Counts all jobs by status: stored totals for finished chunks, an index for the open ones. */
export async function countByStatus(deps: Deps): Promise<Record<JobStatus, number>> {
  const statuses = sql.raw(jobStatuses.map((status) => `('${status}')`).join(', '))
  // One statement, so a chunk that is stored at the same moment isn't counted twice.
  const rows = await deps.store.read.all<{ key: JobStatus; total: number }>(sql`
    WITH statuses(status) AS (VALUES ${statuses}),
      open AS MATERIALIZED (SELECT chunk FROM ${openChunks(jobSource, deps.settings.business.timeZone)})
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

/** Payments minus refunds over all time, before tax. */
export async function netRevenueCents(deps: Deps): Promise<Cents> {
  const { revenue_cents, refund_cents } = ledgerSummary.measures
  const [row] = await deps.store.read.all<{ cents: Cents }>(sql`
    SELECT coalesce(sum(iif(key = 'refund_cents', -total, total)), 0) AS cents FROM (
      ${storedTotals(deps, ledgerSource)}
      UNION ALL
      SELECT 'open', coalesce(sum(${revenue_cents} - ${refund_cents}), 0)
      FROM ${openChunks(ledgerSource, deps.settings.business.timeZone)} AS open CROSS JOIN ${ledgerSummary.from}
      WHERE ${within(ledgerSource, sql`open.chunk`)}
    )`)
  return row?.cents ?? 0
}

/** The stored totals of a source that are plain numbers, by name. */
function storedTotals(deps: Deps, source: Source): SQL {
  return sql`SELECT kept.key AS key, kept.value AS total
    FROM summed_chunks AS done CROSS JOIN json_each(done.totals) AS kept
    WHERE ${isDone(source, deps)} AND kept.type = 'integer'`
}
