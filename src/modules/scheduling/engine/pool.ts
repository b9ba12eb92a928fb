import {
  freeTimeTable,
  weighJobs,
  windowTable,
  type FreeTime,
  type Visiting,
  type Weights,
} from './pool-tables'
import { committedStops, minuteAtOrBefore, msOf, never, type FixedStop } from './time'
import type { Traffic } from './traffic'
import { inOrderOfPlace } from './z-order'
import { TravelTable } from './travel-table'
import type { PlanOptions, OpenJob, Place, TravelTimes, Worker } from './world'

/**
 * The workers and jobs of one franchise as numbers in flat arrays, because planning reads them millions of
 * times. Jobs, scheduled visits and both ends of each route are all *stops* with one numbering. A route is
 * one day of one worker.
 */
export interface Pool extends FreeTime, Visiting, Weights {
  options: PlanOptions
  jobs: OpenJob[]
  workers: Worker[]
  dayCount: number
  routeCount: number
  workerOf: Int32Array
  dayOf: Int32Array

  /** Stops are numbered in this order: jobs, scheduled visits, route starts, route ends. */
  stopCount: number
  firstCommitted: number
  firstBegin: number
  firstEnd: number
  /** The place of each stop, numbered as in the travel table. */
  placeOf: Int32Array
  /** Minutes of driving at normal speed. */
  travel: TravelTable
  /** The traffic of each day, or null if it is normal. */
  traffic: (Traffic | null)[]
  /** Minutes at the customer, and with the buffer added. */
  duration: Int32Array
  busy: Int32Array
  fixed: FixedOnRoute[]
  /** The largest number of spans that any job has on any route. */
  mostSpans: number

  maxJobs: Int32Array
  maxMinutes: Int32Array
}

interface FixedOnRoute {
  stop: FixedStop
  route: number
}

/** `jobs` must have a place and a duration. The order of both lists decides between equals. */
export function* buildPool(
  now: number,
  workers: Worker[],
  jobs: OpenJob[],
  travelTimes: TravelTimes,
  options: PlanOptions,
): Generator<void, Pool> {
  const dayCount = workers.reduce((most, { days }) => Math.max(most, days.length), 0)
  const routeCount = workers.length * dayCount
  const free = freeTimeTable(workers, dayCount, now + msOf(options.leadMinutes), options.startStepMinutes)
  yield
  const visiting = windowTable(jobs, workers, dayCount, options.startStepMinutes)
  yield
  const fixed = fixOnRoutes(workers, dayCount)
  const { places, placeOf } = numberPlaces(jobs, workers, fixed, dayCount)
  yield
  const firstBegin = jobs.length + fixed.length
  const minutes = jobs.map(({ durationMinutes }) => Math.max(1, Math.ceil(durationMinutes ?? 0)))
  const buffers = jobs.map(({ bufferMinutes }) => Math.max(0, Math.ceil(bufferMinutes)))
  return {
    ...free,
    ...visiting,
    ...weighJobs(now, jobs, workers, options),
    options,
    jobs,
    workers,
    dayCount,
    routeCount,
    workerOf: new Int32Array(routeCount).map((_, route) => Math.floor(route / dayCount)),
    dayOf: new Int32Array(routeCount).map((_, route) => route % dayCount),
    stopCount: firstBegin + 2 * routeCount,
    firstCommitted: jobs.length,
    firstBegin,
    firstEnd: firstBegin + routeCount,
    placeOf,
    travel: new TravelTable(places, travelTimes),
    traffic: trafficByDay(workers, dayCount),
    duration: new Int32Array(minutes),
    busy: new Int32Array(minutes.map((minute, job) => minute + (buffers[job] ?? 0))),
    fixed,
    mostSpans: free.mostFree * visiting.mostWindows,
    maxJobs: new Int32Array(workers.map(({ maxJobsPerDay }) => maxJobsPerDay ?? never)),
    maxMinutes: new Int32Array(workers.map(({ maxMinutesPerDay }) => maxMinutesPerDay ?? never)),
  }
}

function fixOnRoutes(workers: Worker[], dayCount: number): FixedOnRoute[] {
  return workers.flatMap((worker, w) =>
    worker.visits.length === 0
      ? []
      : worker.days.flatMap((_, day) =>
          committedStops(worker, day).map((stop) => ({ stop, route: w * dayCount + day })),
        ),
  )
}

/** Workers of one franchise have the same days, and so the same traffic. */
const trafficByDay = ([first]: Worker[], dayCount: number): (Traffic | null)[] =>
  Array.from({ length: dayCount }, (_, day) => {
    const { start = 0, traffic = null } = first?.days[day] ?? {}
    return traffic && { start: minuteAtOrBefore(start), factors: traffic }
  })

/** Homes, jobs and scheduled visits, each with its own number. */
function numberPlaces(jobs: OpenJob[], workers: Worker[], fixed: FixedOnRoute[], dayCount: number) {
  const places: (Place | null)[] = [...workers.map(({ home }) => home), ...jobs.map(({ place }) => place)]
  const firstBegin = jobs.length + fixed.length
  const routeCount = workers.length * dayCount
  const placeOf = new Int32Array(firstBegin + 2 * routeCount)
  for (let job = 0; job < jobs.length; job += 1) placeOf[job] = workers.length + job
  fixed.forEach(({ stop, route }, at) => {
    const home = Math.floor(route / dayCount)
    placeOf[jobs.length + at] = stop.place === null ? home : places.push(stop.place) - 1
  })
  for (let route = 0; route < routeCount; route += 1) {
    const home = Math.floor(route / dayCount)
    placeOf[firstBegin + route] = home
    placeOf[firstBegin + routeCount + route] = home
  }
  // Trips between neighbors then are next to each other in the table, which the search reads all the time.
  const order = inOrderOfPlace(places)
  const rank = new Int32Array(places.length)
  order.forEach((place, at) => {
    rank[place] = at
  })
  return {
    places: order.map((place) => places[place] ?? null),
    placeOf: placeOf.map((place) => rank[place]!),
  }
}
