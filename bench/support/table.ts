export interface Column {
  title: string
  align: 'left' | 'right'
}

/** A Markdown table, padded so that it reads as well in a terminal. */
export function renderTable(columns: Column[], rows: string[][]): string {
  for (const row of rows) {
    if (row.length !== columns.length)
      throw new Error(`a row of ${row.length} cells in ${columns.length} columns`)
  }
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = columns.map((column, at) =>
    Math.max(3, column.title.length, ...escaped.map((row) => row[at]?.length ?? 0)),
  )
  const pad = (cell: string, at: number) =>
    columns[at]?.align === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`
  const rule = columns.map((column, at) => {
    const dashes = '-'.repeat((widths[at] ?? 3) - 1)
    return column.align === 'right' ? `${dashes}:` : `${dashes}-`
  })
  return [line(columns.map((column) => column.title)), line(rule), ...escaped.map(line)].join('\n')
}
