import type { Interval } from './world'

/** Sorted, without overlaps, and without what has no length. */
export function unite(intervals: readonly Interval[]): Interval[] {
  const united: Interval[] = []
  for (const { start, end } of intervals.filter(hasLength).toSorted((a, b) => a.start - b.start)) {
    const last = united.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else united.push({ start, end })
  }
  return united
}

export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  let left = [...from]
  for (const hole of unite(taken)) {
    left = left.flatMap(({ start, end }) =>
      hole.end <= start || hole.start >= end
        ? [{ start, end }]
        : [
            { start, end: hole.start },
            { start: hole.end, end },
          ].filter(hasLength),
    )
  }
  return left
}

/** What of the intervals lies at or after a moment. */
export function since(moment: number, intervals: readonly Interval[]): Interval[] {
  return intervals.map(({ start, end }) => ({ start: Math.max(start, moment), end })).filter(hasLength)
}

const hasLength = ({ start, end }: Interval): boolean => start < end
