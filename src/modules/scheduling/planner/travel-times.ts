import { unitVectors, vectorDistance } from '../../../lib/geo'
import { minutesFor } from '../../../providers/routing/pace'
import type { OpenJob, Place, TravelTimes, Worker } from '../engine/world'

/** In place of minutes: nobody has reported the time yet, or there is no way. */
export const unknown = 65_535
export const unreachable = 65_534

/** Whole minutes between places, as an engine reported them. */
export interface ReportedTimes {
  /** The row and column of each place. */
  numbers: Int32Array
  width: number
  cells: Uint16Array
}

/** Every place a plan drives to, always in the same order. */
export function placesOf(workers: readonly Worker[], jobs: readonly OpenJob[]): Place[] {
  const places = [
    ...workers.flatMap(({ home, visits }) => [home, ...visits.map(({ place }) => place)]),
    ...jobs.map(({ place }) => place),
  ]
  return places.filter((place) => place !== null)
}

/** Travel times between these places: as reported, and otherwise estimated when somebody asks. */
export function timesBetween(places: readonly Place[], reported: ReportedTimes | null): TravelTimes {
  const vectors = unitVectors(places)
  const numberOf = new Map(places.map((place, at) => [place, at]))
  return (from, to) => {
    const [a, b] = [numberOf.get(from), numberOf.get(to)]
    if (a === undefined || b === undefined)
      return minutesFor(vectorDistance(unitVectors([from]), 0, unitVectors([to]), 0))
    const minutes = reported ? minutesIn(reported, a, b) : unknown
    return minutes === unknown ? minutesFor(vectorDistance(vectors, a, vectors, b)) : minutes
  }
}

function minutesIn({ numbers, width, cells }: ReportedTimes, from: number, to: number): number {
  const cell = cells[(numbers[from] ?? 0) * width + (numbers[to] ?? 0)] ?? unknown
  return cell === unreachable ? Infinity : cell
}
