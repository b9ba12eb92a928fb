import { csvLine } from '../../../lib/text'
import { formatDate, formatDuration, formatMoney, formatShortMonth } from '../../client/format'
import { monthsBetween, type Days } from './period'

export type Format = 'text' | 'month' | 'date' | 'span' | 'money' | 'count' | 'decimal' | 'share' | 'hours'
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
// Below each other, 37.0% and 34.3% line up.
const decimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function show(value: Value, format: Format): string {
  if (value === null) return '–'
  // CSV files keep the original, because it sorts.
  if (format === 'month') return formatShortMonth(String(value))
  if (format === 'date') return formatDate(String(value))
  if (format === 'span') return spanText(String(value))
  if (typeof value === 'string') return value
  if (format === 'money') return formatMoney(value)
  if (format === 'share') return `${decimals.format(value * 100)}%`
  if (format === 'hours') return hoursText(value)
  return (format === 'decimal' ? decimals : counts).format(value)
}

/** `2,376 hr`, `34 hr 18 min`. CSV files keep `34.3`, which can be added up. */
const hoursText = (hours: number): string =>
  formatDuration(hours * 60).replace(/^\d{4,}/, (whole) => counts.format(Number(whole)))

const spans = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Dec 3–9, 2025` for `2025-12-03/2025-12-09`. */
function spanText(span: string): string {
  const [from = '', to = from] = span.split('/')
  const range = spans.formatRange(Date.parse(from), Date.parse(to))
  // Intl puts spaces around the dash, some of them thin. Between two days of a month there are none.
  return range.replace(/\s–\s(?=\d)/, '–').replaceAll('\u2009', ' ')
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

/**
 * The same with a row of zeros for every month of the days that is missing, or else for those between two others. With
 * small months combined to `other`, a missing month may well have something.
 */
export function everyMonth(sheet: Sheet, days: Days | null = null): Sheet {
  const known = sheet.rows.map(([month]) => String(month))
  if (known.length === 0 || known.includes('other')) return sheet
  const ends = days === null ? [] : [days.from.slice(0, 7), days.to.slice(0, 7)]
  const months = [...known, ...ends].toSorted()
  const rowOf = new Map(sheet.rows.map((row) => [String(row[0]), row]))
  const blank = (month: string): Value[] =>
    sheet.columns.map(({ head, format }) =>
      format === 'month' ? month : format === 'share' || head.startsWith('Average') ? null : 0,
    )
  const rows = monthsBetween(months[0] ?? '', months.at(-1) ?? '').map(
    (month) => rowOf.get(month) ?? blank(month),
  )
  return { ...sheet, rows }
}

export const figure = (label: string, value: Value, format: Format) => ({ label, value, format })

/** A CSV file for spreadsheets, with plain numbers instead of formatted ones. */
export function csvOf({ columns, rows }: Sheet): string {
  return [columns.map(({ head }) => head), ...rows].map(csvLine).join('')
}
