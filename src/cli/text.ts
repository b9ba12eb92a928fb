/** A line for each value, the names in a column. */
export function keysAndValues(data: Record<string, unknown>): string {
  const width = Math.max(0, ...Object.keys(data).map((name) => name.length))
  return Object.entries(data)
    .map(([name, value]) => `${name.padEnd(width)}  ${inWords(value)}\n`)
    .join('')
}

/** Rows in columns as wide as they need to be. */
export function columns(titles: string[], rows: (string | number | null)[][]): string {
  const cells = [titles, ...rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))))]
  const widths = titles.map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)))
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, place) => cell.padEnd(widths[place] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
