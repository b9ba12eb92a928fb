import type { z } from 'zod'
import { csvLine } from '../../../lib/text'
import type {
  CoverageReport,
  JobsReport,
  Pnl,
  Report,
  RevenueReport,
  WorkersReport,
} from '../../../modules/operations'
import { formatMoney, formatPercent } from '../../client/format'
import { jobWords } from '../../components'
import { methodWords } from '../jobs/payment-words'

export type Format = 'text' | 'month' | 'money' | 'count' | 'share' | 'hours'
export type Value = string | number | null

export interface Sheet {
  title: string
  columns: { head: string; format: Format }[]
  rows: Value[][]
  /** The columns to show as a chart, if any; the first column labels the bars. */
  drawn?: number[]
}

/** Any report as key figures and tables. */
export interface Shape {
  figures: { label: string; value: Value; format: Format }[]
  sheets: Sheet[]
}

export function show(value: Value, format: Format): string {
  if (value === null) return '–'
  if (format === 'month') return monthName(String(value))
  if (typeof value === 'string') return value
  if (format === 'money') return formatMoney(value)
  if (format === 'share') return formatPercent(Math.round(value * 1000) / 10)
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** `Mar 2026` for `2026-03`. CSV files keep the original, because it sorts. */
function monthName(month: string): string {
  const style = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${month}-01T00:00:00Z`).toLocaleString('en-US', style)
}

export function shapeReport(report: AnyReport, franchiseName: (id: string | null) => string): Shape {
  if (report.type === 'pnl') return shapePnl(report.data)
  if (report.type === 'revenue') return shapeRevenue(report.data, franchiseName)
  if (report.type === 'jobs') return shapeJobs(report.data)
  if (report.type === 'workers') return shapeWorkers(report.data)
  return shapeCoverage(report.data)
}

type Column<Row> = [head: string, format: Format, value: (row: Row) => Value]

function sheetOf<Row>(title: string, rows: Row[], columns: Column<Row>[], drawn?: number[]): Sheet {
  return {
    title,
    columns: columns.map(([head, format]) => ({ head, format })),
    rows: rows.map((row) => columns.map(([, , value]) => value(row))),
    ...(drawn && { drawn }),
  }
}

const figure = (label: string, value: Value, format: Format) => ({ label, value, format })

const shapePnl = (data: PnlData): Shape => ({
  figures: [
    figure('Net revenue', data.netRevenue, 'money'),
    figure('Franchise shares', data.franchiseShares, 'money'),
    figure('Processing fees', data.fees, 'money'),
    figure('HQ profit', data.hqNet, 'money'),
    figure('Sales tax collected', data.tax, 'money'),
  ],
  sheets: [
    sheetOf(
      'By month',
      data.months,
      [
        ['Month', 'month', ({ month }) => month],
        ['Revenue', 'money', ({ revenue }) => revenue],
        ['Refunds', 'money', ({ refunds }) => refunds],
        ['Net revenue', 'money', ({ netRevenue }) => netRevenue],
        ['Franchise shares', 'money', ({ franchiseShares }) => franchiseShares],
        ['Processing fees', 'money', ({ fees }) => fees],
        ['HQ profit', 'money', ({ hqNet }) => hqNet],
        ['Sales tax', 'money', ({ tax }) => tax],
      ],
      [3, 6],
    ),
  ],
})

type Income = Omit<RevenueData['months'][number], 'month'>
const income: Column<Income>[] = [
  ['Payments', 'count', ({ payments }) => payments],
  ['Revenue', 'money', ({ revenue }) => revenue],
  ['Refunds', 'money', ({ refunds }) => refunds],
  ['Net revenue', 'money', ({ netRevenue }) => netRevenue],
  ['Average ticket', 'money', ({ averageTicket }) => averageTicket],
]

const shapeRevenue = (data: RevenueData, franchiseName: (id: string | null) => string): Shape => ({
  figures: income.map(([label, format, value]) => figure(label, value(data), format)),
  sheets: [
    sheetOf('By month', data.months, [['Month', 'month', ({ month }) => month], ...income], [4]),
    sheetOf(
      'By franchise',
      data.franchises,
      [['Franchise', 'text', ({ franchiseId }) => franchiseName(franchiseId)], ...income],
      [4],
    ),
    sheetOf('By service', data.types, [['Service', 'text', ({ type }) => type], ...income], [4]),
    sheetOf('By payment method', data.methods, [
      ['Method', 'text', ({ method }) => methodWords[method]],
      ['Payments', 'count', ({ payments }) => payments],
      ['Revenue', 'money', ({ revenue }) => revenue],
    ]),
  ],
})

const shapeJobs = (data: JobsData): Shape => ({
  figures: [
    figure('Jobs booked', data.total, 'count'),
    figure('Completed', data.byStatus.completed, 'count'),
    figure('Canceled', data.cancelRate, 'share'),
    figure('Customer not home', data.noShowRate, 'share'),
    figure('Days from booking to visit', data.leadTimeDays, 'hours'),
  ],
  sheets: [
    sheetOf(
      'By booking month',
      data.months,
      [
        ['Month', 'month', ({ month }) => month],
        ['Booked', 'count', ({ jobs }) => jobs],
        ['Completed', 'count', ({ completed }) => completed],
        ['Canceled', 'count', ({ cancelled }) => cancelled],
        ['Customer not home', 'count', ({ noShow }) => noShow],
      ],
      [1, 2, 3],
    ),
    sheetOf(
      'By service',
      data.byType,
      [
        ['Service', 'text', ({ type }) => type],
        ['Booked', 'count', ({ jobs }) => jobs],
        ['Completed', 'count', ({ completed }) => completed],
        ['Canceled', 'count', ({ cancelled }) => cancelled],
        ['% canceled', 'share', ({ cancelRate }) => cancelRate],
      ],
      [1, 2],
    ),
    sheetOf('By status', Object.entries(data.byStatus), [
      ['Status', 'text', ([status]) => jobWords[status] ?? status],
      ['Jobs', 'count', ([, count]) => count],
    ]),
  ],
})

const shapeWorkers = (data: WorkersData): Shape => ({
  figures: [
    figure('Technicians', data.workers, 'count'),
    figure('Visits', data.visits, 'count'),
    figure('Utilization', data.utilisation, 'share'),
    figure('Jobs per working day', data.jobsPerWorkerDay, 'hours'),
    figure('On time', data.onTimeShare, 'share'),
  ],
  sheets: [
    sheetOf(
      'By visit month',
      data.months,
      [
        ['Month', 'month', ({ month }) => month],
        ['Visits', 'count', ({ visits }) => visits],
        ['Completed', 'count', ({ completed }) => completed],
        ['Hours worked', 'hours', ({ busyHours }) => busyHours],
        ['Hours available', 'hours', ({ availableHours }) => availableHours],
        ['Utilization', 'share', ({ utilisation }) => utilisation],
        ['On time', 'share', ({ onTimeShare }) => onTimeShare],
      ],
      [3, 4],
    ),
  ],
})

const shapeCoverage = (data: CoverageData): Shape => ({
  figures: [
    figure('Jobs in a service area', data.inside, 'count'),
    figure('Jobs outside all areas', data.outside, 'count'),
    figure('Percent outside', data.outsideShare, 'share'),
    figure('Address not found', data.unplaced, 'count'),
    figure('Jobs with a to-do', data.escalations, 'count'),
  ],
  sheets: [
    sheetOf(
      'By ZIP code area (first three digits)',
      [...data.areas, { area: 'Other areas', ...data.elsewhere }],
      [
        ['ZIP code', 'text', ({ area }) => area],
        ['Inside', 'count', ({ inside }) => inside],
        ['Outside', 'count', ({ outside }) => outside],
        ['Not found', 'count', ({ unplaced }) => unplaced],
        ['With a to-do', 'count', ({ escalations }) => escalations],
      ],
      [1, 2],
    ),
  ],
})

type AnyReport = z.infer<typeof Report>
type PnlData = z.infer<typeof Pnl>
type JobsData = z.infer<typeof JobsReport>
type WorkersData = z.infer<typeof WorkersReport>
type RevenueData = z.infer<typeof RevenueReport>
type CoverageData = z.infer<typeof CoverageReport>

/** A CSV file for spreadsheets, with plain numbers instead of formatted ones. */
export function csvOf({ columns, rows }: Sheet): string {
  return [columns.map(({ head }) => head), ...rows].map(csvLine).join('')
}
