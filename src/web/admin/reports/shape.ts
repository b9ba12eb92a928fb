import type { z } from 'zod'
import type {
  CoverageReport,
  JobsReport,
  Pnl,
  Report,
  RevenueReport,
  WorkersReport,
} from '../../../modules/operations'
import { jobWords } from '../../components'
import { methodWords } from '../jobs/payment-words'
import type { Days } from './period'
import { everyMonth, figure, sheetOf, type Column, type Shape } from './sheet'

/** `days` is null where months without anything aren't shown, such as for all time. */
export function shapeReport(
  report: AnyReport,
  franchiseName: (id: string | null) => string,
  before: AnyReport | null = null,
  days: Days | null = null,
): Shape {
  if (report.type === 'pnl') return shapePnl(report.data, days)
  if (report.type === 'revenue')
    return shapeRevenue(report.data, franchiseName, before?.type === 'revenue' ? before.data : null, days)
  if (report.type === 'jobs') return shapeJobs(report.data, days)
  if (report.type === 'workers') return shapeWorkers(report.data)
  return shapeCoverage(report.data)
}

const shapePnl = (data: PnlData, days: Days | null): Shape => ({
  figures: [
    figure('Net revenue', data.netRevenue, 'money'),
    figure('Franchise shares', data.franchiseShares, 'money'),
    figure('Processing fees', data.fees, 'money'),
    figure('Headquarters profit', data.hqNet, 'money'),
    figure('Sales tax collected', data.tax, 'money'),
  ],
  sheets: [
    everyMonth(
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
          ['Headquarters profit', 'money', ({ hqNet }) => hqNet],
          ['Sales tax', 'money', ({ tax }) => tax],
        ],
        [3, 6],
      ),
      days,
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

/** The same row's net revenue in the period before. */
const earlier = <Row>(
  rows: Row[] | undefined,
  keyOf: (row: Row) => unknown,
  amountOf: (row: Row) => number,
) => {
  const known = new Map(rows?.map((row) => [keyOf(row), amountOf(row)]))
  return (
    rows === undefined ? [] : [['Previous period', 'money', (row) => known.get(keyOf(row)) ?? 0]]
  ) as Column<Row>[]
}

const shapeRevenue = (
  data: RevenueData,
  franchiseName: (id: string | null) => string,
  before: RevenueData | null,
  days: Days | null,
): Shape => ({
  figures: income.map(([label, format, value]) => figure(label, value(data), format)),
  sheets: [
    everyMonth(
      sheetOf('By month', data.months, [['Month', 'month', ({ month }) => month], ...income], [4]),
      days,
    ),
    sheetOf(
      'By franchise',
      data.franchises,
      [
        ['Franchise', 'text', ({ franchiseId }) => franchiseName(franchiseId)],
        ...(income as Column<RevenueData['franchises'][number]>[]),
        ...earlier(
          before?.franchises,
          ({ franchiseId }) => franchiseId,
          ({ netRevenue }) => netRevenue,
        ),
      ],
      [4],
    ),
    sheetOf(
      'By service',
      data.types,
      [
        ['Service', 'text', ({ type }) => type],
        ...(income as Column<RevenueData['types'][number]>[]),
        ...earlier(
          before?.types,
          ({ type }) => type,
          ({ netRevenue }) => netRevenue,
        ),
      ],
      [4],
    ),
    sheetOf(
      'By payment method',
      data.methods,
      [
        ['Method', 'text', ({ method }) => methodWords[method]],
        ['Payments', 'count', ({ payments }) => payments],
        ['Revenue', 'money', ({ revenue }) => revenue],
      ],
      [2],
    ),
  ],
})

const shapeJobs = (data: JobsData, days: Days | null): Shape => ({
  figures: [
    figure('Jobs booked', data.total, 'count'),
    figure('Completed', data.byStatus.completed, 'count'),
    figure('Cancellation rate', data.cancelRate, 'share'),
    figure('Not-home rate', data.noShowRate, 'share'),
    figure('Days from booking to visit', data.leadTimeDays, 'decimal'),
  ],
  sheets: [
    everyMonth(
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
      days,
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
    sheetOf(
      'By status',
      Object.entries(data.byStatus),
      [
        ['Status', 'text', ([status]) => jobWords[status] ?? status],
        ['Jobs', 'count', ([, count]) => count],
      ],
      [1],
    ),
  ],
})

const shapeWorkers = (data: WorkersData): Shape => ({
  figures: [
    figure('Technicians', data.workers, 'count'),
    figure('Visits', data.visits, 'count'),
    figure('Utilization', data.utilisation, 'share'),
    figure('Jobs per working day', data.jobsPerWorkerDay, 'decimal'),
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
    figure('Not scheduled automatically', data.escalations, 'count'),
  ],
  sheets: [
    sheetOf(
      'By ZIP code area',
      [
        ...data.areas.map((one) => ({ ...one, area: `${one.area}xx` })),
        ...(Object.values(data.elsewhere).some((jobs) => jobs > 0)
          ? [{ area: 'Other areas', ...data.elsewhere }]
          : []),
      ],
      [
        ['ZIP codes', 'text', ({ area }) => area],
        ['Inside', 'count', ({ inside }) => inside],
        ['Outside', 'count', ({ outside }) => outside],
        ['Not found', 'count', ({ unplaced }) => unplaced],
        ['Not scheduled automatically', 'count', ({ escalations }) => escalations],
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
