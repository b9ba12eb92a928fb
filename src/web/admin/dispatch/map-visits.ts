import type { Job } from '../../../modules/jobs'
import type { BoardLayout } from './board-layout'

/** A job on the map, with the time it has on the board. */
export interface MapVisit {
  job: Job
  workerId: string | null
  planned: boolean
  /** Minutes since midnight, or null without a visit. */
  start: number | null
}

type Placed = Pick<BoardLayout, 'placed'>

/** The visits of a day, the proposed ones too, and the jobs that wait for one. Leaves out jobs without a place. */
export function mapVisits(date: string, { placed }: Placed, waiting: readonly Job[]): MapVisit[] {
  const today = placed.filter((visit) => visit.date === date)
  const planned = new Set(today.flatMap(({ planned: isPlanned, job }) => (isPlanned ? job.id : [])))
  return [
    ...waiting
      .filter(({ id }) => !planned.has(id))
      .map((job) => ({ job, workerId: null, planned: false, start: null })),
    ...today.map(({ job, workerId, planned: isPlanned, start }) => ({
      job,
      workerId,
      planned: isPlanned,
      start,
    })),
  ].filter(({ job: { lat, lng } }) => lat !== null && lng !== null)
}

type Spot = [lat: number, lng: number]
const spotOf = ({ job: { lat, lng } }: MapVisit): Spot => [lat ?? 0, lng ?? 0]

/** The visits of a franchise. */
export interface MapArea {
  franchiseId: string | null
  spots: Spot[]
}

/** The parts of the country that have visits, the busiest first. */
export const areasOf = (visits: readonly MapVisit[]): MapArea[] =>
  [...Map.groupBy(visits, ({ job }) => job.franchiseId)]
    .map(([franchiseId, own]) => ({ franchiseId, spots: own.map(spotOf) }))
    .toSorted((a, b) => b.spots.length - a.spots.length)

export interface Route {
  workerId: string
  /** Whether any of its visits is only proposed. */
  planned: boolean
  stops: Spot[]
}

/** The line of each technician through their visits in the order of the day. */
export function routesOf(visits: readonly MapVisit[]): Route[] {
  const byWorker = Map.groupBy(
    visits.filter(({ workerId, start }) => workerId !== null && start !== null),
    ({ workerId }) => workerId ?? '',
  )
  return [...byWorker]
    .map(([workerId, own]) => ({
      workerId,
      planned: own.some(({ planned }) => planned),
      stops: own
        .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
        .map(spotOf)
        .filter(([lat, lng], at, all) => lat !== all[at - 1]?.[0] || lng !== all[at - 1]?.[1]),
    }))
    .filter(({ stops }) => stops.length > 1)
}

/** How many colors there are; `admin-map.css` has them. */
const colors = 12

/** Each technician's color by its number, the same every day. Those of one franchise follow each other, so they differ. */
export const paintsOf = (
  workers: readonly { id: string; name: string; franchiseId: string | null }[],
): Map<string, number> =>
  new Map(
    workers
      .toSorted(
        (a, b) => (a.franchiseId ?? '').localeCompare(b.franchiseId ?? '') || a.name.localeCompare(b.name),
      )
      .map(({ id }, at) => [id, at % colors]),
  )

/** The technicians with visits in a part of the map, by name. */
export function workersIn(
  area: MapArea['franchiseId'],
  visits: readonly MapVisit[],
  nameOf: (id: string) => string,
): string[] {
  const shown = visitsIn(area, visits).flatMap(({ workerId }) => workerId ?? [])
  return [...new Set(shown)].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

/** The visits in a part of the map, which is a franchise or `all`. */
export const visitsIn = (area: MapArea['franchiseId'], visits: readonly MapVisit[]): MapVisit[] =>
  visits.filter(({ job }) => area === 'all' || job.franchiseId === area)
