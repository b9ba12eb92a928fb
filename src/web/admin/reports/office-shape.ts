import type { DailyRevenue, TaxReport, TechnicianReport } from '../../../modules/operations'
import { bucketSize, inBuckets, lengthOf, type Days } from './period'
import { figure, sheetOf, type Shape, type Sheet } from './sheet'

type Names = (id: string | null) => string

export function shapeTax(report: TaxReport, franchiseName: Names): Shape {
  const byRate = Map.groupBy(report.rates, ({ taxPercent }) => taxPercent)
  const sumOf = (rows: TaxReport['rates'], part: 'sales' | 'tax') =>
    Math.round(rows.reduce((sum, row) => sum + row[part] * 100, 0)) / 100
  return {
    figures: [
      figure('Sales before tax', report.sales, 'money'),
      figure('Sales tax collected', report.tax, 'money'),
      figure('Nontaxable sales', sumOf(byRate.get(0) ?? [], 'sales'), 'money'),
    ],
    sheets: [
      sheetOf(
        'By rate',
        [...byRate],
        [
          ['Tax rate', 'text', ([rate]) => `${rate}%`],
          ['Sales before tax', 'money', ([, rows]) => sumOf(rows, 'sales')],
          ['Sales tax', 'money', ([, rows]) => sumOf(rows, 'tax')],
        ],
        [2],
      ),
      sheetOf('By franchise and rate', report.rates, [
        ['Franchise', 'text', ({ franchiseId }) => franchiseName(franchiseId)],
        ['Tax rate', 'text', ({ taxPercent }) => `${taxPercent}%`],
        ['Sales before tax', 'money', ({ sales }) => sales],
        ['Sales tax', 'money', ({ tax }) => tax],
      ]),
    ],
  }
}

export const technicianSheet = (
  { technicians }: TechnicianReport,
  before: TechnicianReport | null,
  franchiseName: Names,
): Sheet => {
  const earlier = new Map(before?.technicians.map((one) => [one.workerId, one.jobValue]))
  return sheetOf(
    'By technician',
    technicians,
    [
      ['Technician', 'text', ({ name }) => name],
      ['Franchise', 'text', ({ franchiseId }) => franchiseName(franchiseId)],
      ['Visits', 'count', ({ visits }) => visits],
      ['Completed', 'count', ({ completed }) => completed],
      ['Customer not home', 'count', ({ noShows }) => noShows],
      ['Hours worked', 'hours', ({ busyHours }) => busyHours],
      ['On time', 'share', ({ onTimeShare }) => onTimeShare],
      ['Value of jobs', 'money', ({ jobValue }) => jobValue],
      ...(before === null
        ? []
        : ([['Previous period', 'money', ({ workerId }) => earlier.get(workerId) ?? 0]] as [
            string,
            'money',
            (row: TechnicianReport['technicians'][number]) => number,
          ][])),
    ],
    [7],
  )
}

/** Revenue over time, with the period before laid over it. */
export function trendSheet(
  what: 'netRevenue' | 'hqNet',
  days: Days,
  now: DailyRevenue,
  before: (DailyRevenue & Days) | null,
): Sheet {
  const size = bucketSize(lengthOf(days))
  const amounts = (report: DailyRevenue) => report.days.map((day) => ({ date: day.date, amount: day[what] }))
  const current = inBuckets(amounts(now), days, size)
  const earlier = before === null ? [] : inBuckets(amounts(before), before, size)
  const label = what === 'netRevenue' ? 'Net revenue' : 'Headquarters profit'
  const rows = current.map(({ amount, ...dates }, nth) => ({
    ...dates,
    amount,
    before: earlier[nth]?.amount ?? 0,
  }))
  return {
    ...sheetOf(`${label} over time`, rows, [
      // The dates of a week are those of the range, whose first day may be any.
      size === 1
        ? ['Day', 'date', ({ date }) => date]
        : ['Dates', 'span', ({ date, last }) => `${date}/${last}`],
      [label, 'money', ({ amount }) => amount],
      ...(before === null
        ? []
        : ([['Previous period', 'money', (row) => row.before]] as [
            string,
            'money',
            (row: (typeof rows)[number]) => number,
          ][])),
    ]),
    lines: before === null ? [1] : [1, 2],
  }
}
