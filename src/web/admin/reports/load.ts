import type { ReportType } from '../../../modules/operations'
import { api } from '../session'
import { shapeTax, technicianSheet, trendSheet } from './office-shape'
import { daysBefore, lengthOf, type Days } from './period'
import { shapeReport } from './shape'
import type { Shape } from './sheet'

export type ReportName = ReportType | 'tax'

interface Asked {
  type: ReportName
  /** Null for all time, which has nothing before it. */
  days: Days | null
  franchiseId: string
}

export interface LoadedReport {
  type: ReportName
  shape: Shape
  before: Shape['figures'] | null
}

/** Reports that read single jobs cover at most a year. */
export const mostDays = 366
export const isTooLong = (days: Days | null): boolean => days === null || lengthOf(days) > mostDays

/** A report, the same for the period before, and the parts that only the office sees. */
export async function loadReport(
  { type, days, franchiseId }: Asked,
  franchiseName: (id: string | null) => string,
  signal: AbortSignal,
): Promise<LoadedReport> {
  const earlier = days && daysBefore(days)
  const own = (of: Days) => ({ query: { franchiseId, ...of }, signal })
  if (type === 'tax') {
    if (days === null || earlier === null || isTooLong(days)) return { type, shape: nothing, before: null }
    const { tax } = api.admin.reports
    const [now, then] = await Promise.all([tax.get(own(days)), tax.get(own(earlier))])
    return { type, shape: shapeTax(now, franchiseName), before: shapeTax(then, franchiseName).figures }
  }
  const ask = (of: Days | null) => api.reports.get({ query: { type, franchise: franchiseId, ...of }, signal })
  const [now, then] = await Promise.all([ask(days), earlier && ask(earlier)])
  const shape = shapeReport(now, franchiseName, then)
  const before = then && shapeReport(then, franchiseName).figures
  if (days === null || earlier === null || isTooLong(days)) return { type, shape, before }
  if (type === 'workers') {
    const { technicians } = api.admin.reports
    const [people, peopleBefore] = await Promise.all([
      technicians.get(own(days)),
      technicians.get(own(earlier)),
    ])
    const sheet = technicianSheet(people, peopleBefore, franchiseName)
    return { type, shape: { ...shape, sheets: [sheet, ...shape.sheets] }, before }
  }
  if (type !== 'pnl' && type !== 'revenue') return { type, shape, before }
  const { days: daily } = api.admin.reports
  const [trend, trendBefore] = await Promise.all([daily.get(own(days)), daily.get(own(earlier))])
  const sheet = trendSheet(type === 'pnl' ? 'hqNet' : 'netRevenue', days, trend, trendBefore)
  return { type, shape: { ...shape, sheets: [sheet, ...shape.sheets] }, before }
}

const nothing: Shape = { figures: [], sheets: [] }
