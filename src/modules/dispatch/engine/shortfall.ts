import type { Routes } from './routes'

/** By how many minutes the pool's first job misses the nearest gap of a route it does not fit into. */
export function leastShort(routes: Routes, route: number): number {
  const { pool, spans, next, readyAt, latestStart } = routes
  const place = pool.placeOf[0]!
  const last = spans.until[spans.gather(0, route) - 1]!
  const end = pool.firstEnd + route
  let least = Infinity
  for (let before = pool.firstBegin + route; before !== end; before = next[before]!) {
    const behind = next[before]!
    const there = pool.travel.minutes(pool.placeOf[before]!, place)
    const onward = pool.travel.minutes(place, pool.placeOf[behind]!)
    const arrival = spans.arrival(route, readyAt[before]!, there)
    const start = Math.max(arrival, Math.min(last, spans.startAtOrAfter(arrival)))
    const short = Math.max(arrival - last, start + pool.busy[0]! + onward - latestStart[behind]!)
    least = Math.min(least, Math.max(1, short))
  }
  return least
}
