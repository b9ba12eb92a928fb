type Cell = string | number | boolean | null | undefined | readonly unknown[] | object

/**
 * One CSV line. Text that a spreadsheet would run as a formula is made plain text, and what any of them takes
 * for the end of a cell, tabs and semicolons among it, is put into quotes.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = asText(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}

function asText(cell: string | readonly unknown[] | object): string {
  if (typeof cell === 'string') return cell
  return Array.isArray(cell) ? cell.map(String).join('; ') : JSON.stringify(cell)
}
