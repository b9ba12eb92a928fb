export function median(values: number[]): number {
  if (values.length === 0) throw new Error('no values to take a median of')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The list rotated by `by` places, so no server is always the first or last in a round. */
export function rotate<T>(list: T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
