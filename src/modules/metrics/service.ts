import { jobStatuses } from '../../../db/schema/jobs'
import type { Deps } from '../../deps'
import { unitsFromCents } from '../../lib/money'
import { countByStatus, netRevenueCents } from '../reports/sums/totals'
import { countWorkers } from './available'
import type { Metrics } from './model'

export async function readMetrics(deps: Deps): Promise<Metrics> {
  const byStatus = await countByStatus(deps)
  return {
    jobs: { total: jobStatuses.reduce((total, status) => total + byStatus[status], 0), ...byStatus },
    workers: await countWorkers(deps),
    revenue: { total: unitsFromCents(await netRevenueCents(deps)), completedJobs: byStatus.completed },
  }
}
