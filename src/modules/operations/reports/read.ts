import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { Refusal, unauthorised } from '../../../lib/errors'
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

/** Sums for everybody, unless they are switched off; everything for headquarters. */
export async function readReport(deps: Deps, query: ReportQuery, request: Request): Promise<AnyReport> {
  if (await isFromHq(deps, request)) return makeReport(deps, query)
  if (!deps.config.publicReports) throw unauthorised('Reports need an HQ token here')
  // A day with one job in it would tell what that job was.
  if (query.from !== undefined || query.to !== undefined)
    throw unauthorised('A report about a span of days needs an HQ token')
  return publicReport(deps, query)
}

async function isFromHq({ tokens }: Deps, request: Request): Promise<boolean> {
  try {
    return (await tokens.hq.subjectOf(request)) !== ''
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'unauthorised') return false
    throw error
  }
}

interface Snapshot {
  size: number
  report: AnyReport
}

class Snapshots extends Map<string, Snapshot> {}

/** Stays as it is until a crowd of further jobs is there: who asks every minute can't watch a single one come in. */
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
