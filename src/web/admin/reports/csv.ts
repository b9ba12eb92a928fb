import { csvLine } from '../../../lib/csv'
import type { Sheet } from './shape'

/** As spreadsheets read it: plain numbers, quotes where a text needs them. */
export function csvOf({ columns, rows }: Sheet): string {
  return [columns.map(({ head }) => head), ...rows].map(csvLine).join('')
}
