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

/** The golden angle, which keeps neighbors in a list far apart on the color wheel. */
const turn = 137.5

/** After this many turns the hues come close to the first ones, so the next round is lighter or darker. */
const perRound = 8

/** The hue in degrees, and a step of brightness: 0, 1 or 2. */
export interface Paint {
  hue: number
  tone: number
}

/** Each technician's color, the same every day. */
export const paintsOf = (workers: readonly { id: string }[]): Map<string, Paint> =>
  new Map(
    workers.map(({ id }, at) => [
      id,
      { hue: Math.round((210 + at * turn) % 360), tone: Math.floor(at / perRound) % 3 },
    ]),
  )
