/** Everything a plan depends on, in plain values: no store, no clock, no time zone. Moments are milliseconds. */
export interface World {
  now: number
  workers: Worker[]
  jobs: OpenJob[]
  travel: TravelTimes
}

/** Minutes from one place to another. Not finite where there is no way. */
export type TravelTimes = (from: Place, to: Place) => number

export interface Place {
  lat: number
  lng: number
}

/** From `start` up to, and not including, `end`. */
export interface Interval {
  start: number
  end: number
}

export interface Worker {
  id: string
  /** Headquarters' own workers have none, as have its jobs. */
  franchiseId: string | null
  active: boolean
  skills: string[]
  /** Where a day begins and ends. Without one, it begins and ends at its first and last visit. */
  home: Place | null
  /** One entry for each day of the horizon, the same dates in the same order for everyone. */
  days: WorkDay[]
  timeOff: Interval[]
  maxJobsPerDay: number | null
  maxMinutesPerDay: number | null
  /** Visits that stay where they are. Those outside the horizon are passed over. */
  visits: CommittedVisit[]
}

/** A local day with its bounds already worked out, so that a day of 23 or 25 hours is nothing special. */
export interface WorkDay extends Interval {
  date: string
  shifts: Interval[]
}

export interface CommittedVisit extends Interval {
  /** The end with the buffer behind it. */
  busyUntil: number
  /** An unknown place counts as the worker's home. */
  place: Place | null
}

export interface OpenJob {
  id: string
  franchiseId: string | null
  place: Place | null
  durationMinutes: number | null
  bufferMinutes: number
  skills: string[]
  /** Whether the franchise serves this place. */
  inServiceArea: boolean
  /** When the worker may arrive, both ends included: any one of them will do. Null leaves it open. */
  windows: ArrivalWindow[] | null
  /** 0 is usual, 100 the most pressing; what lies outside counts as the nearer end. */
  priority: number
  waitingSince: number
  /** Who came last time. */
  lastWorkerId: string | null
}

export interface ArrivalWindow {
  from: number
  until: number
}
