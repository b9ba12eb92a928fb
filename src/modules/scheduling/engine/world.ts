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
  /** The technician of the last visit. */
  lastWorkerId: string | null
}

export interface ArrivalWindow {
  from: number
  until: number
}

/** What a plan weighs, in minutes of driving, and how long it searches. */
export interface PlanOptions {
  /** A day of waiting costs this much for a job of priority 0 … */
  minutesPerDayLate: number
  /** … and this much more for one of priority 100, in proportion between them. */
  minutesPerDayLateAtTop: number
  /** What a full day of eight hours costs over an empty one; half a day costs a quarter of it. */
  balanceMinutes: number
  /** What it is worth that the customer knows the worker. */
  familiarityMinutes: number
  /** How far a plan may go to find a place for one more job. */
  unplacedMinutes: number
  /** Visits begin on marks this far apart. */
  startStepMinutes: number
  /** Nobody is sent out sooner than this after the plan was made. */
  leadMinutes: number
  /** Workers looked at for a job, nearest first, before all others are tried as a last resort. */
  nearestWorkers: number
  /** Rounds of taking some neighbouring visits out and placing them anew, for each job. */
  rearrangementsPerJob: number
  seed: number
}

export const defaultOptions: PlanOptions = {
  minutesPerDayLate: 2,
  minutesPerDayLateAtTop: 6,
  balanceMinutes: 10,
  familiarityMinutes: 8,
  unplacedMinutes: 500,
  startStepMinutes: 5,
  leadMinutes: 15,
  nearestWorkers: 24,
  rearrangementsPerJob: 8,
  seed: 1,
}

export interface Plan {
  /** In the order of job ids. */
  placements: Placement[]
  unplaced: Unplaced[]
  /** Minutes of driving that the placements add to the committed visits. */
  addedTravel: number
}

export interface Placement extends Interval {
  jobId: string
  workerId: string
  /** The end with the buffer behind it. */
  busyUntil: number
  /** Which day of the horizon. */
  day: number
  score: Score
  /** The other worker who would have cost least, as the plan stands. */
  runnerUp: RunnerUp | null
}

/** The parts of what a placement costs, in minutes; less is better. */
export interface Score {
  travel: number
  lateness: number
  balance: number
  familiarity: number
  total: number
}

export interface RunnerUp {
  workerId: string
  score: Score
}

export interface Unplaced {
  jobId: string
  reason: UnplacedReason
}

/** All but the last stay as they are until somebody changes something. */
export type UnplacedReason = 'no_place' | 'no_duration' | 'no_skill' | 'out_of_area' | 'no_capacity'
