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

type NameOf = (id: string | null) => string

/** The numbers of a report, which become one as soon as the names of franchises are known. */
export interface Numbers {
  type: ReportName
  with: (franchiseName: NameOf) => LoadedReport
}

/** Reports that read single jobs cover at most a year. */
export const mostDays = 366
export const isTooLong = (days: Days | null): boolean => days === null || lengthOf(days) > mostDays

/** A report, the same for the period before, and the parts that only the office sees; all asked for at once. */
export async function loadReport(asked: Asked, signal: AbortSignal): Promise<Numbers> {
  const { type, days, franchiseId } = asked
  const earlier = days && daysBefore(days)
  const whole = days === null || earlier === null || isTooLong(days) ? null : { days, earlier }
  const own = (of: Days) => ({ query: { franchiseId, ...of }, signal })
  if (type === 'tax') {
    if (whole === null) return { type, with: () => ({ type, shape: nothing, before: null }) }
    const { tax } = api.admin.reports
    const [now, then] = await Promise.all([tax.get(own(whole.days)), tax.get(own(whole.earlier))])
    return {
      type,
      with: (name) => ({ type, shape: shapeTax(now, name), before: shapeTax(then, name).figures }),
    }
  }
  const ask = (of: Days | null) => api.reports.get({ query: { type, franchise: franchiseId, ...of }, signal })
  const [now, then, first] = await Promise.all([
    ask(days),
    earlier && ask(earlier),
    whole && firstSheet(type, whole, own),
  ])
  return {
    type,
    with(name) {
      const shape = shapeReport(now, name, then, whole?.days)
      const sheets = [...(first ? [first(name)] : []), ...shape.sheets]
      return { type, shape: { ...shape, sheets }, before: then && shapeReport(then, name).figures }
    },
  }
}

type Both = Record<'days' | 'earlier', Days>
type Own = (of: Days) => { query: Days & { franchiseId: string }; signal: AbortSignal }

/** The sheet that only the office sees, if this report has one. */
async function firstSheet(type: ReportType, { days, earlier }: Both, own: Own) {
  if (type === 'workers') {
    const { technicians } = api.admin.reports
    const [people, before] = await Promise.all([technicians.get(own(days)), technicians.get(own(earlier))])
    return (name: NameOf) => technicianSheet(people, before, name)
  }
  if (type !== 'pnl' && type !== 'revenue') return null
  const { days: daily } = api.admin.reports
  const [trend, before] = await Promise.all([daily.get(own(days)), daily.get(own(earlier))])
  return () => trendSheet(type === 'pnl' ? 'hqNet' : 'netRevenue', days, trend, before)
}

const nothing: Shape = { figures: [], sheets: [] }
