import type { Lunches, Stops } from './lunches'

export type TimedStops = Stops & { readonly lunches: Lunches }

/** Told the start of every visit of the plan on a route, in order. */
export type Note = (job: number, start: number) => void

/**
 * Goes through a route in time and returns when lunch starts, or -1. Visits start as early as they can, or at the
 * wanted time if there is one, or the nearest one possible. Lunch is at the first chance between visits, unless it
 * would delay a visit that has a wanted time.
 */
export function timeRoute(routes: TimedStops, route: number, wanted: Int32Array | null, note: Note): number {
  const { pool, next, readyAt, latestStart, startAt, leg, lunches, spans } = routes
  const end = pool.firstEnd + route
  let ready = readyAt[pool.firstBegin + route]!
  let needsLunch = lunches.minutes[route] !== 0
  let lunch = -1
  for (let stop = next[pool.firstBegin + route]!; stop !== end; stop = next[stop]!) {
    const isFixed = stop >= pool.firstCommitted
    const wish = isFixed ? -1 : (wanted?.[stop] ?? -1)
    let earliest = isFixed
      ? startAt[stop]!
      : spans.firstStart(stop, route, spans.arrival(route, ready, leg[stop]!))
    if (needsLunch) {
      const arrival = lunches.arrival(route, ready, leg[stop]!, isFixed)
      const after = isFixed ? arrival : spans.firstStart(stop, route, arrival)
      const direct = startAsWished(stop, earliest, wish)
      const isDue = wish === -1 && ready >= lunches.from[route]!
      const isBest = isDue || after <= direct || direct > lunches.latestBefore[stop]!
      if (after <= latestStart[stop]! && isBest) {
        needsLunch = false
        earliest = Math.max(earliest, after)
        lunch = lunches.startOnTheWay(route, ready, leg[stop]!, isFixed, earliest)
      }
    }
    if (isFixed) {
      ready = readyAt[stop]!
      continue
    }
    const latest = needsLunch ? lunches.latestBefore[stop]! : latestStart[stop]!
    const asWished = startAsWished(stop, earliest, wish)
    const start = asWished <= latest ? asWished : Math.max(earliest, latest)
    note(stop, start)
    ready = start + pool.busy[stop]!
  }
  if (!needsLunch) return lunch
  const last = Math.max(ready, lunches.from[route]!)
  return last <= lunches.until[route]! ? last : -1

  function startAsWished(stop: number, earliest: number, wish: number): number {
    return wish > earliest ? spans.firstStart(stop, route, wish) : earliest
  }
}

/** Gives every visit of a route with lunch the time it has beside it. The search itself leaves lunch out of them. */
export function settleLunch(routes: TimedStops): void {
  for (let route = 0; route < routes.pool.routeCount; route += 1) {
    if (routes.lunches.minutes[route] === 0) continue
    timeRoute(routes, route, null, (job, start) => {
      routes.startAt[job] = start
    })
  }
}
