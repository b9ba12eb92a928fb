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
import { formatMoney } from '../../client/format'
import { jobWords } from '../../components'

export type Format = 'text' | 'month' | 'money' | 'count' | 'share' | 'hours'
export type Value = string | number | null

export interface Sheet {
  title: string
  columns: { head: string; format: Format }[]
  rows: Value[][]
  /** Which columns are drawn, if the sheet is worth a picture; the first column names the bars. */
  drawn?: number[]
}

/** A report as figures and sheets, whatever it is about. */
export interface Shape {
  figures: { label: string; value: Value; format: Format }[]
  sheets: Sheet[]
}

export function show(value: Value, format: Format): string {
  if (value === null) return '–'
  if (format === 'month') return monthName(String(value))
  if (typeof value === 'string') return value
  if (format === 'money') return formatMoney(value)
  if (format === 'share') return `${Math.round(value * 1000) / 10} %`
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** `2026-03` as `Mar 2026`; files keep the former, which sorts. */
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
    figure('net revenue', data.netRevenue, 'money'),
    figure("franchises' part", data.franchiseShares, 'money'),
    figure('fees', data.fees, 'money'),
    figure('headquarters keeps', data.hqNet, 'money'),
    figure('tax collected', data.tax, 'money'),
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
        ["Franchises' part", 'money', ({ franchiseShares }) => franchiseShares],
        ['Fees', 'money', ({ fees }) => fees],
        ['Headquarters', 'money', ({ hqNet }) => hqNet],
        ['Tax', 'money', ({ tax }) => tax],
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
  figures: income.map(([label, format, value]) => figure(label.toLowerCase(), value(data), format)),
  sheets: [
    sheetOf('By month', data.months, [['Month', 'month', ({ month }) => month], ...income], [4]),
    sheetOf(
      'By franchise',
      data.franchises,
      [['Franchise', 'text', ({ franchiseId }) => franchiseName(franchiseId)], ...income],
      [4],
    ),
    sheetOf('By service', data.types, [['Service', 'text', ({ type }) => type], ...income], [4]),
  ],
})

const shapeJobs = (data: JobsData): Shape => ({
  figures: [
    figure('jobs booked', data.total, 'count'),
    figure('done', data.byStatus.completed, 'count'),
    figure('cancelled', data.cancelRate, 'share'),
    figure('nobody was there', data.noShowRate, 'share'),
    figure('days from booking to visit', data.leadTimeDays, 'hours'),
  ],
  sheets: [
    sheetOf(
      'By month of booking',
      data.months,
      [
        ['Month', 'month', ({ month }) => month],
        ['Booked', 'count', ({ jobs }) => jobs],
        ['Done', 'count', ({ completed }) => completed],
        ['Cancelled', 'count', ({ cancelled }) => cancelled],
        ['Nobody was there', 'count', ({ noShow }) => noShow],
      ],
      [1, 2, 3],
    ),
    sheetOf(
      'By service',
      data.byType,
      [
        ['Service', 'text', ({ type }) => type],
        ['Booked', 'count', ({ jobs }) => jobs],
        ['Done', 'count', ({ completed }) => completed],
        ['Cancelled', 'count', ({ cancelled }) => cancelled],
        ['Share cancelled', 'share', ({ cancelRate }) => cancelRate],
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
    figure('workers', data.workers, 'count'),
    figure('visits', data.visits, 'count'),
    figure('of their hours used', data.utilisation, 'share'),
    figure('jobs a working day', data.jobsPerWorkerDay, 'hours'),
    figure('on time', data.onTimeShare, 'share'),
  ],
  sheets: [
    sheetOf(
      'By month of the visit',
      data.months,
      [
        ['Month', 'month', ({ month }) => month],
        ['Visits', 'count', ({ visits }) => visits],
        ['Done', 'count', ({ completed }) => completed],
        ['Hours worked', 'hours', ({ busyHours }) => busyHours],
        ['Hours at hand', 'hours', ({ availableHours }) => availableHours],
        ['Used', 'share', ({ utilisation }) => utilisation],
        ['On time', 'share', ({ onTimeShare }) => onTimeShare],
      ],
      [3, 4],
    ),
  ],
})

const shapeCoverage = (data: CoverageData): Shape => ({
  figures: [
    figure('inside an area', data.inside, 'count'),
    figure('outside every area', data.outside, 'count'),
    figure('share outside', data.outsideShare, 'share'),
    figure('not found on the map', data.unplaced, 'count'),
    figure('tasks for headquarters', data.escalations, 'count'),
  ],
  sheets: [
    sheetOf(
      'By area: the first three digits of the ZIP code',
      [...data.areas, { area: 'Elsewhere', ...data.elsewhere }],
      [
        ['Area', 'text', ({ area }) => area],
        ['Inside', 'count', ({ inside }) => inside],
        ['Outside', 'count', ({ outside }) => outside],
        ['Not found', 'count', ({ unplaced }) => unplaced],
        ['Tasks', 'count', ({ escalations }) => escalations],
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

/** As spreadsheets read it: plain numbers, quotes where a text needs them. */
export function csvOf({ columns, rows }: Sheet): string {
  return [columns.map(({ head }) => head), ...rows].map(csvLine).join('')
}
