import { minuteAtOrBefore, never } from './time'
import { timeRoute, type TimedStops } from './timing'

/** Work after the last shift of the day, which costs as much as some driving. */
export class Overtime {
  /** When the shift of each route ends, or `never` on routes without overtime. */
  readonly #end: Int32Array
  readonly #stops: TimedStops

  constructor(stops: TimedStops) {
    const { workers, workerOf, dayOf, routeCount } = stops.pool
    this.#stops = stops
    this.#end = new Int32Array(routeCount).fill(never)
    for (let route = 0; route < routeCount; route += 1) {
      const { overtime, days } = workers[workerOf[route]!]!
      const shifts = days[dayOf[route]!]?.shifts ?? []
      if (!overtime || overtime.minutes === 0 || shifts.length === 0) continue
      this.#end[route] = minuteAtOrBefore(Math.max(...shifts.map(({ end }) => end)))
    }
  }

  isAllowed(route: number): boolean {
    return this.#end[route]! !== never
  }

  /** Minutes that the visits of the plan last beyond the shift. */
  minutes(route: number): number {
    if (!this.isAllowed(route)) return 0
    const { duration } = this.#stops.pool
    let over = 0
    timeRoute(this.#stops, route, null, (job, start) => {
      over = start + duration[job]! - this.#end[route]!
    })
    return Math.max(0, over)
  }

  /** The same in minutes of driving. */
  cost(route: number): number {
    return this.minutes(route) * this.#rate(route)
  }

  /** The minutes of overtime that cost so much. */
  minutesFor(cost: number, route: number): number {
    return Math.round(cost / this.#rate(route))
  }

  #rate(route: number): number {
    const { workers, workerOf } = this.#stops.pool
    return workers[workerOf[route]!]!.overtime?.cost ?? 1
  }
}
