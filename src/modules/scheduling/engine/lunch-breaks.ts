import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import { msOf } from './time'
import { timeRoute } from './timing'
import { defaultOptions, type Interval, type TravelTimes, type Worker } from './world'

/** Where lunch fits between a worker's scheduled visits, day by day. Null if there is none, or no room for it. */
export function lunchBreaks(worker: Worker, travel: TravelTimes): (Interval | null)[] {
  if (!worker.days.some(({ lunch }) => lunch)) return worker.days.map(() => null)
  // The whole day counts, also the hours that have passed.
  const routes = new Routes(runAtOnce(buildPool(0, [worker], [], travel, defaultOptions)))
  return worker.days.map(({ lunch, shifts }, route) => {
    if (!lunch || shifts.length === 0) return null
    const start = timeRoute(routes, route, null, () => {})
    return start === -1 ? null : { start: msOf(start), end: msOf(start + lunch.minutes) }
  })
}
