interface Span {
  start: number
  end: number
}

/** Puts what overlaps under each other: each gets the first row that is free by then. */
export function stack<T extends Span>(
  spans: readonly T[],
): { rows: number; placed: (T & { row: number })[] } {
  const freeFrom: number[] = []
  const placed = spans
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((span) => {
      const free = freeFrom.findIndex((moment) => moment <= span.start)
      const row = free === -1 ? freeFrom.length : free
      freeFrom[row] = span.end
      return { ...span, row }
    })
  return { rows: Math.max(1, freeFrom.length), placed }
}
