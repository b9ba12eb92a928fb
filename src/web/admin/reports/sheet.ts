import { csvLine } from '../../../lib/text'
import { formatDate, formatMoney, formatPercent, formatShortMonth } from '../../client/format'

export type Format = 'text' | 'month' | 'date' | 'money' | 'count' | 'share' | 'hours'
export type Value = string | number | null

export interface Sheet {
  title: string
  columns: { head: string; format: Format }[]
  rows: Value[][]
  /** The columns to show as a chart, if any; the first column labels the bars. */
  drawn?: number[]
  /** The columns to show as lines over time, if any; the first column has dates. */
  lines?: number[]
}

/** Any report as key figures and tables. */
export interface Shape {
  figures: { label: string; value: Value; format: Format }[]
  sheets: Sheet[]
}

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
// Below each other, 37.0 and 34.3 line up.
const hours = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function show(value: Value, format: Format): string {
  if (value === null) return '–'
  // CSV files keep the original, because it sorts.
  if (format === 'month') return formatShortMonth(String(value))
  if (format === 'date') return formatDate(String(value))
  if (typeof value === 'string') return value
  if (format === 'money') return formatMoney(value)
  if (format === 'share') return formatPercent(Math.round(value * 1000) / 10)
  return (format === 'hours' ? hours : counts).format(value)
}

export type Column<Row> = [head: string, format: Format, value: (row: Row) => Value]

export function sheetOf<Row>(title: string, rows: Row[], columns: Column<Row>[], drawn?: number[]): Sheet {
  return {
    title,
    columns: columns.map(([head, format]) => ({ head, format })),
    rows: rows.map((row) => columns.map(([, , value]) => value(row))),
    ...(drawn && { drawn }),
  }
}

export const figure = (label: string, value: Value, format: Format) => ({ label, value, format })

/** A CSV file for spreadsheets, with plain numbers instead of formatted ones. */
export function csvOf({ columns, rows }: Sheet): string {
  return [columns.map(({ head }) => head), ...rows].map(csvLine).join('')
}
