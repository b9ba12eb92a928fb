import { sql } from 'drizzle-orm'
import type { Store } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { restAfter } from '../../../lib/background'
import { jobAreaSummary, jobSource, jobSummary, jobTypeSummary, visitSummary } from './jobs'
import { ledgerSource, ledgerSummary, ledgerTypeSummary } from './ledger'
import { openChunks, shift, storing, type Source, type Summary } from './summary'
import { totalsOf } from './totals'

const sources: [Source, Summary[]][] = [
  [jobSource, [jobSummary, jobTypeSummary, jobAreaSummary, visitSummary]],
  [ledgerSource, [ledgerSummary, ledgerTypeSummary]],
]

/** Stores the sums of every finished stretch that has none, requests first. */
export async function sumUp(deps: Deps): Promise<void> {
  await sumUpOpen(deps, true)
}

/** So many may be open without anybody noticing: they are the ones that jobs still move in. */
const fewEnough = 16
const underWay = new WeakMap<Store, Promise<void>>()

/**
 * After an upgrade or a restore nothing may be stored yet. Then whoever asks first waits for it, rather
 * than counting everything in one go while nobody else is served.
 */
export async function ensureSummedUp(deps: Deps): Promise<void> {
  const open = await Promise.all(sources.map(([source]) => finishedOpen(deps, source)))
  if (open.every((chunks) => chunks.length <= fewEnough)) return
  const summing =
    underWay.get(deps.store) ?? sumUpOpen(deps, false).finally(() => underWay.delete(deps.store))
  underWay.set(deps.store, summing)
  await summing
}

async function sumUpOpen(deps: Deps, resting: boolean): Promise<void> {
  for (const [source, summaries] of sources)
    for (const chunk of await finishedOpen(deps, source)) {
      if (deps.background.stopping) return
      const startedAt = performance.now()
      await sumUpOne(deps, source, summaries, chunk)
      if (resting) await restAfter(startedAt)
    }
}

/** One unit, so that no change can come in between and go unnoticed. */
async function sumUpOne(deps: Deps, source: Source, summaries: Summary[], chunk: number): Promise<void> {
  const { timeZone } = deps.config.business
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

/** The last stretch is left out until it is full: rows still come in there. */
async function finishedOpen({ store, config }: Deps, source: Source): Promise<number[]> {
  const rows = await store.read.all<{ chunk: number }>(sql`
    SELECT chunk FROM ${openChunks(source, config.business.timeZone)}
    WHERE chunk < (${source.last} + 1) >> ${shift(source)} ORDER BY chunk`)
  return rows.map(({ chunk }) => chunk)
}
