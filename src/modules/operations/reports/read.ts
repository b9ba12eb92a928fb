import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { coverageReport } from './coverage'
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

export async function readReport(deps: Deps, query: ReportQuery): Promise<z.infer<typeof Report>> {
  await ensureSummedUp(deps)
  const franchiseId = query.franchise === undefined || query.franchise === 'all' ? null : query.franchise
  const scope: Scope = {
    franchiseId: franchiseId === '' ? null : franchiseId,
    from: query.from === undefined ? null : dayNumberOf(query.from),
    to: query.to === undefined ? null : dayNumberOf(query.to),
  }
  return {
    type: query.type,
    franchise: scope.franchiseId ?? 'all',
    generatedAt: isoTime(deps.clock.now()),
    data: await reports[query.type](deps, scope),
  } as z.infer<typeof Report>
}
