import type { z } from 'zod'
import type {
  CoverageReport,
  JobsReport,
  Pnl,
  Report,
  RevenueReport,
  WorkersReport,
} from '../../../modules/reports/model'

export type AnyReport = z.infer<typeof Report>
export type PnlData = z.infer<typeof Pnl>
export type JobsData = z.infer<typeof JobsReport>
export type WorkersData = z.infer<typeof WorkersReport>
export type RevenueData = z.infer<typeof RevenueReport>
export type CoverageData = z.infer<typeof CoverageReport>
