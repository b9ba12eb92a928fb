import type { Sheet, Value } from './shape'

/** As spreadsheets read it: plain numbers, quotes where a text needs them. */
export function csvOf({ columns, rows }: Sheet): string {
  const lines = [columns.map(({ head }) => head), ...rows]
  return lines.map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A text that a spreadsheet would take for a formula is disarmed.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
