import type { Routes } from './routes'
import { unreachable } from './travel-table'

/** Why the pool's first job fits into no gap of a route, told by the gap that comes nearest. */
export interface Shortfall {
  /** `drive`: already the way from home is too long. `gap`: other visits leave too little time. */
  why: 'drive' | 'gap' | 'no_road'
  minutesShort: number
}

export function shortfallOf(routes: Routes, route: number): Shortfall {
  const { pool, spans, next, readyAt, latestStart } = routes
  const place = pool.placeOf[0]!
  const last = spans.until[spans.gather(0, route) - 1]!
  const begin = pool.firstBegin + route
  const end = pool.firstEnd + route
  const nearest: Shortfall = { why: 'no_road', minutesShort: unreachable }
  for (let before = begin; before !== end; before = next[before]!) {
    const behind = next[before]!
    const there = pool.travel.minutes(pool.placeOf[before]!, place)
    const onward = pool.travel.minutes(place, pool.placeOf[behind]!)
    if (there >= unreachable || onward >= unreachable) continue
    const arrival = spans.arrival(route, readyAt[before]!, there)
    const start = Math.max(arrival, Math.min(last, spans.startAtOrAfter(arrival)))
    const [tooLate, tooLong] = [arrival - last, start + pool.busy[0]! + onward - latestStart[behind]!]
    const short = Math.max(1, tooLate, tooLong)
    if (short >= nearest.minutesShort) continue
    nearest.why = before === begin && tooLate >= tooLong ? 'drive' : 'gap'
    nearest.minutesShort = short
  }
  return nearest
}
