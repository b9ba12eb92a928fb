import type { Contour } from './types'

/** What an engine takes at a time. */
export interface Limits {
  contours: number
  minutes: number
}

export function largestFirst<T>(items: readonly T[], sizeOf: (item: T) => number): T[] {
  return items.toSorted((a, b) => sizeOf(b) - sizeOf(a))
}

/** Contours cut down to the longest time, each time once. */
export function within(contours: readonly Contour[], { minutes: most }: Limits): Contour[] {
  const cut = contours.map((contour) => ({ ...contour, minutes: Math.min(contour.minutes, most) }))
  const sorted = largestFirst(cut, ({ minutes }) => minutes)
  return sorted.filter(({ minutes }, at) => minutes !== sorted[at - 1]?.minutes)
}

/**
 * Spreads contours over requests. The engine draws on a grid that depends on the largest contour of a
 * request, so each request has the largest of all in it: otherwise contours of two would cross.
 */
export function inRequests(contours: readonly Contour[], { contours: most }: Limits): Contour[][] {
  const [largest, ...rest] = contours
  if (largest === undefined) return []
  if (contours.length <= most || most < 2)
    return most < 2 ? contours.map((contour) => [contour]) : [[...contours]]
  const requests: Contour[][] = []
  for (let at = 0; at < rest.length; at += most - 1)
    requests.push([largest, ...rest.slice(at, at + most - 1)])
  return requests
}
