import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { hqCaller } from '../../../http/hq-caller'
import { scopeOf } from '../../../http/request'
import { isoTime } from '../../../lib/clock'
import { Refusal, unauthorised, type Reason } from '../../../lib/errors'
import { coverageReport } from './coverage'
import { crowd, publicSize } from './crowds'
import { dayNumberOf } from './days'
import { jobsReport } from './jobs'
import type { Report, ReportQuery, ReportType } from './model'
import { pnlReport, revenueReport } from './revenue'
import { ensureSummedUp } from './stored-sums'
import type { Scope } from './sums'
import { workersReport } from './workers'

const reports: Record<ReportType, (deps: Deps, scope: Scope) => Promise<unknown>> = {
  pnl: pnlReport,
  jobs: jobsReport,
  workers: workersReport,
  revenue: revenueReport,
  coverage: coverageReport,
}

type AnyReport = z.infer<typeof Report>

/**
 * HQ gets the full report, and a franchisee the one of their franchise. The public gets anonymous sums, unless
 * public reports are turned off.
 */
export async function readReport(deps: Deps, query: ReportQuery, request: Request): Promise<AnyReport> {
  const within = await reachOf(deps, request)
  if (within === 'all') return makeReport(deps, query)
  if (within !== null && (query.franchise ?? within.franchiseId) === within.franchiseId)
    return makeReport(deps, { ...query, franchise: within.franchiseId })
  if (!deps.settings.publicAccess.reports) throw unauthorised('Reports need an HQ token')
  // A day with only one job would reveal its price.
  if (query.from !== undefined || query.to !== undefined)
    throw unauthorised('Reports with a date range need an HQ token')
  return publicReport(deps, query)
}

/** The franchises whose full reports the caller may see; null for the public. */
async function reachOf(deps: Deps, request: Request): Promise<'all' | { franchiseId: string } | null> {
  try {
    const scope = { franchiseId: 'query' } as const
    const franchiseId = scopeOf(await hqCaller(deps, request, { needs: 'reports.read', scope }))
    return franchiseId === null ? 'all' : { franchiseId }
  } catch (error) {
    if (error instanceof Refusal && outsiders.has(error.reason)) return null
    throw error
  }
}

/** Reports are public, so a key without the permission sees what everyone sees. */
const outsiders = new Set<Reason>(['unauthorised', 'forbidden'])

interface Snapshot {
  size: number
  report: AnyReport
}

class Snapshots extends Map<string, Snapshot> {}

/** A public report only changes after several new jobs, so nobody can watch a single booking come in. */
async function publicReport(deps: Deps, query: ReportQuery): Promise<AnyReport> {
  await ensureSummedUp(deps)
  const franchiseId = franchiseOf(query)
  const size = await publicSize(deps, query.type, franchiseId)
  const scope = { forPublic: true, isHidden: size === 0 }
  if (size === 0) return makeReport(deps, query, scope)
  const snapshots = deps.state.of(Snapshots)
  const key = `${query.type} ${franchiseId ?? ''}`
  const known = snapshots.get(key)
  if (known && size >= known.size && size < known.size + crowd) return known.report
  const report = await makeReport(deps, query, scope)
  snapshots.set(key, { size, report })
  return report
}

const franchiseOf = ({ franchise }: ReportQuery): string | null =>
  franchise === undefined || franchise === 'all' || franchise === '' ? null : franchise

async function makeReport(deps: Deps, query: ReportQuery, extra: Partial<Scope> = {}): Promise<AnyReport> {
  await ensureSummedUp(deps)
  const scope: Scope = {
    ...extra,
    franchiseId: franchiseOf(query),
    from: query.from === undefined ? null : dayNumberOf(query.from),
    to: query.to === undefined ? null : dayNumberOf(query.to),
  }
  return {
    type: query.type,
    franchise: scope.franchiseId ?? 'all',
    generatedAt: isoTime(deps.clock.now()),
    data: await reports[query.type](deps, scope),
  } as AnyReport
}
