import { csvLine } from '../../../lib/text'
import { formatDate, formatMoney, formatPercent } from '../../client/format'

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

export function show(value: Value, format: Format): string {
  if (value === null) return '–'
  if (format === 'month') return monthName(String(value))
  if (format === 'date') return formatDate(String(value))
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
